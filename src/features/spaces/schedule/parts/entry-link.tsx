import { formatTimeRange } from '#platform/words.ts'
import { ObjectLink } from '#ui/object-link.tsx'
import { kindWords } from '../rules.ts'
import type { Entry } from './entries.ts'

/** What has a room: whose booking it is, which opens, or what else it is. */
export function EntryLink({ entry, brief }: { entry: Entry; brief?: boolean }) {
  const { kind, ref, title, startsAt, endsAt, isToPay } = entry
  const time = `${brief ? startsAt : formatTimeRange(startsAt, endsAt)}${isToPay ? ', to pay' : ''}`
  const what = kind === 'booking' ? title : [kindWords[kind], title].filter(Boolean).join(': ')
  const words = (
    <>
      <span>{what}</span> <span>{time}</span>
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
