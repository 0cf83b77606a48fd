import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useDeferredValue, useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { directoryPage, directoryStart, messages } from '../inputs.ts'
import { CreativeCard } from './creative-card.tsx'
import classes from './creatives.module.css'

/** The Creative Directory of the home page: who works in the house, searched by name, role and specialty (HOME-19). */
export const CreativeDirectory = () => <Directory In={Section} level="h3" most={mostAtHome} />

/** So many until somebody searches; all of them have a page of their own. */
const mostAtHome = 4

/**
 * Who works in the house, as a page or as a section of one: `In` draws its heading, and `level` is that of the names below it.
 */
export function Directory({
  In,
  level,
  most,
}: {
  In: ComponentType<DirectoryFrame>
  level: 'h2' | 'h3'
  /** fewer than a page as long as nobody searches */
  most?: number
}) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const q = useDeferredValue(typed.trim())
  const query = useQuery(
    api.content.directory.queryOptions({
      input: { isOpen, page, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  const isShort = most !== undefined && !q && !isOpen
  const { title = directoryStart.title, subtitle = directoryStart.subtitle } = query.data ?? {}
  return (
    <In
      title={title}
      lead={subtitle}
      actions={
        <AnchorLink to="/account" search={{ tab: 'creative' }}>
          Your own profile
        </AnchorLink>
      }
    >
      <search className={classes.bar}>
        <label className={classes.find}>
          Search name, role or specialty
          <input
            type="search"
            value={typed}
            maxLength={100}
            onChange={event => {
              setTyped(event.currentTarget.value)
              setPage(1)
            }}
          />
        </label>
        <label className={classes.tick}>
          <input
            type="checkbox"
            checked={isOpen}
            onChange={event => {
              setOpen(event.currentTarget.checked)
              setPage(1)
            }}
          />
          Open to collaborate
        </label>
      </search>
      <Query of={query} failed={messages.loadFailed} loading={<LoadingTiles tiles={4} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty
              what={q || isOpen ? 'No creative is like that' : 'Nobody shows their work yet'}
              why={q || isOpen ? 'Ask for fewer words.' : 'Write your own profile, and be the first.'}
            />
          ) : (
            <>
              <p role="status" className="visually-hidden">
                {formatCount(total, 'creative')}
              </p>
              <ul className={classes.grid} aria-busy={query.isPlaceholderData}>
                {(isShort ? rows.slice(0, most) : rows).map(creative => (
                  <CreativeCard key={creative.id} creative={creative} level={level} />
                ))}
              </ul>
              {isShort && total > most ? (
                <p className={classes.all}>
                  <AnchorLink to="/creatives">All {formatCount(total, 'creative')}</AnchorLink>
                </p>
              ) : total > directoryPage ? (
                <nav aria-label={`${title}, pages`} className={classes.pages}>
                  <Turn isOff={page === 1} onTurn={() => setPage(page - 1)}>
                    Previous
                  </Turn>
                  <span>
                    {page} of {Math.ceil(total / directoryPage)}
                  </span>
                  <Turn isOff={page * directoryPage >= total} onTurn={() => setPage(page + 1)}>
                    Next
                  </Turn>
                </nav>
              ) : null}
            </>
          )
        }
      </Query>
    </In>
  )
}

interface DirectoryFrame {
  title: string
  lead: ReactNode
  actions: ReactNode
  children: ReactNode
}

const Turn = ({ isOff, onTurn, children }: { isOff: boolean; onTurn: () => void; children: string }) => (
  <button type="button" disabled={isOff} onClick={onTurn}>
    {children}
  </button>
)
