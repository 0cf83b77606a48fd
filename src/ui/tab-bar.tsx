import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './tab-bar.module.css'

/**
 * The tabs of a page; on a phone, where they do not all fit, the chosen one is moved into sight, and an arrow at the end says
 * that there are more. Inside `Tabs`.
 */
export function TabBar({ tabs, shown }: { tabs: readonly { value: string; label: string }[]; shown: string }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = bar.current
    const tab = list?.querySelector<HTMLElement>(`[data-value="${shown}"]`)
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [shown])
  useEffect(() => {
    const list = bar.current
    if (!list) return
    const tell = () => {
      const rest = list.scrollWidth - list.clientWidth - list.scrollLeft
      list.parentElement!.toggleAttribute('data-goes-on', rest > 8)
    }
    const watcher = new ResizeObserver(tell)
    watcher.observe(list)
    list.addEventListener('scroll', tell, { passive: true })
    return () => {
      watcher.disconnect()
      list.removeEventListener('scroll', tell)
    }
  }, [])
  return (
    <div className={classes.frame}>
      <Tabs.List ref={bar}>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} data-value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  )
}
