import { kindWords } from '#features/spaces/schedule/rules.ts'
import { formatTimeRange } from '#platform/words.ts'
import { useInAddress } from '#ui/in-address.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { KindIcon } from '#ui/plain/kind-mark.tsx'
import classes from './day-grid.module.css'
import type { Entry } from './entries.ts'

export const whatOf = ({ kind, title }: Pick<Entry, 'kind' | 'title'>) =>
  isCalled({ kind, title }) ? title : [kindWords[kind], title].filter(Boolean).join(': ')
/** What has a name of its own is called by it alone. */
const isCalled = ({ kind, title }: Pick<Entry, 'kind' | 'title'>) =>
  kind === 'booking' || (kind === 'event' && title !== '')
const stateOf = ({ kind, isToPay }: Entry) => (isToPay && kind === 'booking' ? ', to pay' : '')
const timeOf = (entry: Entry) => `${formatTimeRange(entry.startsAt, entry.endsAt)}${stateOf(entry)}`

/** All of it, for a pointer that rests on what is cut off. */
export const titleOf = (entry: Entry) => `${whatOf(entry)}, ${timeOf(entry)}`

/** What lies open over the calendar that is no object of its own: `?entry=studio:ID`. */
export function useEntry() {
  const { value, addressOf, change } = useInAddress('entry')
  const [, kind, ref] = /^([a-z]+):([\w-]{36})$/.exec(value ?? '') ?? []
  return {
    opened: kind && ref ? { kind, ref } : null,
    addressOf: ({ kind, ref }: Entry) => addressOf(`${kind}:${ref}`),
    open: ({ kind, ref }: Entry) => change(`${kind}:${ref}`),
    close: () => change(null),
  }
}

/** A person where there is no room for the whole name: `Ada O.` */
const shortName = (name: string): string => {
  const [first, ...others] = name.split(' ')
  return [first, ...others.slice(-1).map(last => `${last.slice(0, 1)}.`)].join(' ')
}

/** What has a room: whose booking it is or what else, which opens. */
export function EntryLink({ entry, brief }: { entry: Entry; brief?: boolean }) {
  const { addressOf, open } = useEntry()
  const { kind, ref, startsAt } = entry
  const what = whatOf(entry)
  const isPersons = kind === 'booking' || kind === 'rental'
  // The week says the time of each, and marks what is no booking; in the grid of a day the place says it, and whoever does not see that hears it.
  const words = brief ? (
    <>
      <strong>{startsAt}</strong> {kind === 'booking' ? null : <KindIcon kind={kind} size={12} />} {what}
      {stateOf(entry)}
    </>
  ) : (
    <>
      <span className={classes.words}>
        <KindIcon kind={kind} size={14} />{' '}
        {isPersons ? (
          <>
            <span className={classes.whole}>{what}</span>
            <span className={classes.short} aria-hidden>
              {shortName(entry.title)}
            </span>
          </>
        ) : (
          what
        )}
      </span>
      <span className="visually-hidden">
        {kind === 'event' && isCalled(entry) ? `, ${kindWords[kind]}` : ''}, {timeOf(entry)}
      </span>
    </>
  )
  return kind === 'booking' ? (
    <ObjectLink noun="booking" id={ref}>
      {words}
    </ObjectLink>
  ) : (
    <a
      data-kind={kind}
      href={addressOf(entry)}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open(entry)
      }}
    >
      {words}
    </a>
  )
}
