/**
 * What was committed at one moment: every transaction with a number under `below` but those that were still `open`.
 * Ids of events are given at insert and not at commit, so no id says where a reader is; this does, without making
 * writers wait (docs/adr/0005).
 */
export interface Snapshot {
  below: number
  open: number[]
}

/** All events of `known`, and of those that `until` has beyond it the ones with an id up to `after`. */
export interface Place {
  known: Snapshot
  rest?: { until: Snapshot; after: number }
}

/** Reads PostgreSQL's own form, `xmin:xmax:open,open`. */
export function snapshotOf(text: string): Snapshot {
  const [, below, open = ''] = text.split(':')
  return { below: Number(below), open: open === '' ? [] : open.split(',').map(Number) }
}

export const isIn = ({ below, open }: Snapshot, transaction: number) =>
  transaction < below && !open.includes(transaction)

/** Whether a reader is further than `now`: not with a place that this database gave. */
export const isAhead = ({ known, rest }: Place, now: Snapshot) =>
  [known, ...(rest ? [rest.until] : [])].some(({ below, open }) => [below, ...open].some(each => each > now.below))

/** The id of an event as browsers keep it and send it back: when it was sent, and the place after it. */
export function cursorText({ known, rest }: Place, now: Date): string {
  const parts = [now.getTime(), written(known), ...(rest ? [written(rest.until), rest.after] : [])]
  return parts.join('/')
}

/** Reads what a browser sent back; null for anything else. */
export function readCursor(text: string): { place: Place; sentAt: number } | null {
  if (!/^\d{1,15}(\/\d{1,15}(,\d{1,15}){0,999}){1,3}$/.test(text)) return null
  const [sentAt, known, until, after] = text.split('/').map(part => part.split(',').map(Number))
  const rest = until && after && { rest: { until: read(until), after: after[0]! } }
  return { sentAt: sentAt![0]!, place: { known: read(known!), ...rest } }
}

const written = ({ below, open }: Snapshot) => [below, ...open].join()
const read = ([below = 0, ...open]: number[]): Snapshot => ({ below, open })
