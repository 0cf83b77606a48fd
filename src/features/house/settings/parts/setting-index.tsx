import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SettingField, SettingGroup } from '../inputs.ts'
import classes from './setting-index.module.css'

/**
 * The parts of the settings beside them, each with an address of its own (`#bookings`), and a search that leaves what matches.
 */
export function SettingIndex(props: {
  groups: readonly SettingGroup[]
  /** the one part that is in sight, where there is no room for all */
  only: string | undefined
  onChoose: (id: string) => void
  q: string
  onSearch: (q: string) => void
  children: ReactNode
}) {
  const { groups, only, onChoose, q, onSearch } = props
  const read = useShown(groups)
  const shown = only ?? read
  const links = useRef<HTMLUListElement>(null)
  // In a row, on a phone, the part that is read stays in sight.
  useEffect(() => {
    const link = links.current?.querySelector<HTMLElement>(`a[href="#${shown}"]`)
    if (link) links.current?.scrollTo({ left: link.offsetLeft - 16 })
  }, [shown])
  return (
    <div className={classes.split}>
      <div className={classes.index}>
        <TextInput
          type="search"
          size="sm"
          aria-label="Search settings"
          placeholder="Search settings"
          value={q}
          onChange={event => {
            onSearch(event.currentTarget.value)
            // What matches begins at the top.
            scrollTo({ top: 0 })
          }}
        />
        <nav aria-label="Parts of the settings">
          <ul className={classes.links} ref={links}>
            {groups.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  aria-current={shown === id ? 'true' : undefined}
                  onClick={() => {
                    onChoose(id)
                    if (only !== undefined) scrollTo({ top: 0 })
                  }}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p role="status" className={groups.length > 0 ? 'visually-hidden' : undefined}>
          {wordsOf(groups, q)}
        </p>
      </div>
      {props.children}
    </div>
  )
}

/** Whether a setting is what somebody looks for: every word stands in its name, its hint or the name of its part. */
export function isSought(q: string, { label, hint = '' }: SettingField, { title }: SettingGroup): boolean {
  return hasWords(`${title} ${label} ${hint}`.toLowerCase(), q)
}

export const hasWords = (words: string, q: string): boolean =>
  q
    .toLowerCase()
    .split(/\s+/)
    .every(word => words.includes(word))

function wordsOf(groups: readonly SettingGroup[], q: string): string {
  if (q.trim() === '') return ''
  const count = groups.reduce((sum, { fields }) => sum + fields.length, 0)
  return count === 0
    ? 'No setting matches. Prices of rooms are under Facilities, those of plans under Membership Tiers.'
    : `${count} found`
}

/** The part that is read: the last one that has come up to the upper third of the window. */
function useShown(groups: readonly SettingGroup[]): string | undefined {
  const [shown, setShown] = useState<string>()
  const ids = groups.map(({ id }) => id).join(' ')
  useEffect(() => {
    const parts = ids.split(' ').flatMap(id => document.getElementById(id) ?? [])
    // They are drawn after the browser has looked for what the address names.
    parts.find(({ id }) => `#${id}` === location.hash)?.scrollIntoView()
    const read = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const passed = parts.filter(part => part.getBoundingClientRect().top < innerHeight / 3)
      setShown((isAtEnd ? parts.at(-1) : (passed.at(-1) ?? parts[0]))?.id)
    }
    read()
    addEventListener('scroll', read, { passive: true })
    return () => removeEventListener('scroll', read)
  }, [ids])
  return shown
}
