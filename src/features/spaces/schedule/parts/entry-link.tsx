import { formatTimeRange } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { kindWords } from '../rules.ts'
import type { Entry } from './entries.ts'

const whatOf = ({ kind, title }: Entry) =>
  kind === 'booking' ? title : [kindWords[kind], title].filter(Boolean).join(': ')
const stateOf = ({ kind, isToPay }: Entry) => (isToPay && kind === 'booking' ? ', to pay' : '')
const timeOf = (entry: Entry) => `${formatTimeRange(entry.startsAt, entry.endsAt)}${stateOf(entry)}`

/** All of it, for a pointer that rests on what is cut off. */
export const titleOf = (entry: Entry) => `${whatOf(entry)}, ${timeOf(entry)}`

/** What has a room: whose booking it is, which opens, or what else it is. */
export function EntryLink({ entry, brief }: { entry: Entry; brief?: boolean }) {
  const { kind, ref, startsAt } = entry
  const what = whatOf(entry)
  // In the grid of a day the place says the time; whoever does not see it hears it.
  const words = brief ? (
    <>
      <span>{startsAt}</span> {what}
      {stateOf(entry)}
    </>
  ) : (
    <>
      {what}
      <span className="visually-hidden">, {timeOf(entry)}</span>
    </>
  )
  return kind === 'booking' ? (
    <ObjectLink noun="booking" id={ref}>
      {words}
    </ObjectLink>
  ) : (
    <span data-kind={kind}>{words}</span>
  )
}
