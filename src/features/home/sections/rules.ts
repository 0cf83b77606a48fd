import type { Problem } from '#platform/problem.ts'
import { calendarDate, instantOf, wallTime, wallTimeExists } from '#platform/time.ts'
import { formatDateTime } from '#platform/words.ts'
import { messages, type Saving, type VersionState } from './inputs.ts'

/** Who saved a version; nobody's are the words that the house came with. */
export const saverOf = (name: string | null) => name || 'The house'

interface Newest {
  version: number
  savedAt: Date
  savedByName: string | null
}

export const whyNot = {
  /** Somebody saved since this was read: it is not written over unknowingly. `is` has the number to base the next try on. */
  save: (newest: Newest | null, basedOn: number): Problem | null =>
    (newest?.version ?? 0) === basedOn
      ? null
      : {
          code: 'CHANGED_MEANWHILE',
          message: `${saverOf(newest?.savedByName ?? null)} saved this at ${formatDateTime(newest!.savedAt)}, after you had opened it. Nothing that you typed is lost: save again to put yours in its place, or look at theirs under History first.`,
          is: newest!.version,
        },

  /** A time for publishing is one that the venue's clock shows, and still to come. */
  schedule: ({ publishOn, publishTime }: Time, now: Date): Problem | null =>
    publishOn === ''
      ? { code: 'INVALID_INPUT', message: 'Choose a day', field: 'publishOn', status: 400 }
      : publishTime === ''
        ? { code: 'INVALID_INPUT', message: 'Enter a time like 09:00', field: 'publishTime', status: 400 }
        : !wallTimeExists(publishOn, publishTime)
          ? {
              code: 'INVALID_INPUT',
              message: `The clocks go forward that night: there is no ${publishTime}. Choose another time.`,
              field: 'publishTime',
              status: 400,
            }
          : instantOf(publishOn, publishTime) <= now
            ? {
                code: 'INVALID_INPUT',
                message: 'Choose a time that is still to come',
                field: publishOn < calendarDate(now) ? 'publishOn' : 'publishTime',
                status: 400,
              }
            : null,

  /** What visitors read already needs no bringing back. */
  bringBack: ({ state }: { state: VersionState }): Problem | null =>
    state === 'published' ? { code: 'IS_PUBLISHED', message: 'This version is what visitors read already.' } : null,

  /** What says nothing is nothing to go on from, and the draft is in hand already. */
  goOnFrom: ({ state, content }: { state: VersionState; content: unknown }): Problem | null =>
    state === 'draft'
      ? { code: 'IS_DRAFT', message: 'This version is the draft already.' }
      : content === null
        ? { code: 'IS_EMPTY', message: 'This version shows nothing: there is nothing to go on from.' }
        : null,

  /** Only what need not stand there is taken off, and only what stands there. */
  takeOff: (isOptional: boolean, isShown: boolean): Problem | null =>
    !isOptional
      ? { code: 'IS_NEEDED', message: 'This section always stands on its page.' }
      : !isShown
        ? { code: 'NOT_SHOWN', message: 'It is not shown.' }
        : null,

  /** Only what waits for its time can be held back. */
  holdBack: (scheduled: object | undefined): Problem | null =>
    scheduled ? null : { code: 'NOT_FOUND', message: messages.noVersion, status: 404 },
}

interface Time {
  publishOn: string
  publishTime: string
}

/** The state of what is saved so. */
export const stateAfter: Record<Saving, VersionState> = { draft: 'draft', publish: 'published', schedule: 'scheduled' }

/** The next whole hour of the venue, as a day and a time: what a form for publishing later begins with. */
export function nextHour(now: Date): { publishOn: string; publishTime: string } {
  const after = (hours: number) => {
    const at = new Date(now.getTime() + hours * 3_600_000)
    return { publishOn: calendarDate(at), publishTime: `${wallTime(at).slice(0, 2)}:00` }
  }
  const next = after(1)
  // In the night in which an hour comes twice, that hour is the first of the two, which may be over.
  return instantOf(next.publishOn, next.publishTime) > now ? next : after(2)
}

interface Shown {
  address: string
  /** where it stands in the content, such as `creatives.0.imageUrl` */
  path: string
}

/** Addresses of pictures anywhere in a piece of content. */
export function picturesIn(content: unknown, path: readonly string[] = []): Shown[] {
  if (typeof content === 'string')
    return /^\/files\/[0-9a-f-]{36}$/.test(content) ? [{ address: content, path: path.join('.') }] : []
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => picturesIn(value, [...path, key]))
}
