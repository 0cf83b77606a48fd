import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Section } from './plain/section.tsx'
import { LoadingTiles } from './plain/states.tsx'
import { useOnDemand } from './use-on-demand.ts'
import classes from './when-near.module.css'

/**
 * A piece below the first screen, fetched when somebody comes near it, by scrolling or to its heading; and with the first Tab, which
 * would pass by what is not there yet. Until then its place is kept; nothing says that it is loading before it is. `title` is the heading of a piece that brings its own.
 */
export function WhenNear({ load, title }: { load: () => Promise<ComponentType<object>>; title?: string }) {
  const { Piece, fetchIt } = useOnDemand(load)
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for its place
  useEffect(() => {
    const { current } = place
    if (!current) return
    const isWanted = () => {
      setNear(true)
      void fetchIt(() => current.isConnected)
    }
    const watcher = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) isWanted()
      },
      { rootMargin: '25% 0px' },
    )
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab') return
      isWanted()
      keepInSight()
    }
    watcher.observe(current)
    document.addEventListener('keydown', onKey)
    return () => {
      watcher.disconnect()
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  if (Piece) return <Piece />
  const kept = (
    <div ref={place} className={classes.place}>
      {isNear ? <LoadingTiles tiles={3} /> : null}
    </div>
  )
  return title ? <Section title={title}>{kept}</Section> : kept
}

let watch: AbortController | undefined

/** What the first Tab has fetched comes above what has the focus by then: it is not pushed out of sight. Until somebody scrolls or points. */
function keepInSight() {
  if (watch && !watch.signal.aborted) return
  watch = new AbortController()
  const { signal } = watch
  const sizes = new ResizeObserver(() => {
    const { activeElement: at } = document
    if (at?.matches('main :focus-visible')) at.scrollIntoView({ block: 'nearest' })
  })
  sizes.observe(document.body)
  signal.addEventListener('abort', () => sizes.disconnect())
  for (const act of ['wheel', 'pointerdown'])
    addEventListener(act, () => watch?.abort(), { passive: true, capture: true, signal })
}
