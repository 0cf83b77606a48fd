import type { Problem } from '#platform/problem.ts'
import { type Channel, kindTerms, type NotificationKind } from './inputs.ts'

export const whyNot = {
  /** What the house mails anyway, such as a changed booking, is not for choosing. */
  choose: ({ kind, channel }: { kind: NotificationKind; channel: Channel }): Problem | null =>
    kindTerms[kind].usual[channel] === 'always'
      ? { code: 'ALWAYS_MAILED', message: 'We always send these by email, because something of yours depends on them.' }
      : null,

  /** The link of a mail is good for a while: an old one in somebody else's hands ends nothing. */
  leave: ({ until }: { until: Date }, now: Date): Problem | null =>
    now < until
      ? null
      : { code: 'LINK_ENDED', message: 'This link has ended. Sign in and choose what you are told.', status: 410 },
}

/** "Ada and 4 others liked your post"; without a person the title stands alone. */
export function headline({ who, others, title }: { who: string; others: number; title: string }): string {
  if (who === '') return title
  if (others === 0) return `${who} ${title}`
  return `${who} and ${others} ${others === 1 ? 'other' : 'others'} ${title}`
}

/** Whether the digest of this hour's day is over: whoever asks for it later gets the next one tomorrow. */
export const isHourOver = (hour: number, wallTime: string) => Number(wallTime.slice(0, 2)) >= hour

/** `8` → `08:00` */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
