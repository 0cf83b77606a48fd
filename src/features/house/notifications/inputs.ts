import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'

export const notificationKinds = [
  'mention',
  'comment',
  'like',
  'moderation',
  'event',
  'booking',
  'stall',
  'application',
  'membership',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** In the house is the list and the bell; push is the device, also while no page is open. */
export const channels = ['house', 'mail', 'push'] as const
export type Channel = (typeof channels)[number]

interface KindTerms {
  label: string
  hint: string
  /** What is told where until the person chooses otherwise. `always`: a mail of its own goes out anyway, so there is no choice. */
  usual: { house: boolean; mail: boolean | 'always'; push: boolean }
}

const mailedAnyway = { house: true, mail: 'always', push: true } as const

export const kindTerms: Record<NotificationKind, KindTerms> = {
  mention: {
    label: 'Mentions',
    hint: 'Somebody names you in a post or a comment',
    usual: { house: true, mail: true, push: true },
  },
  comment: {
    label: 'Comments',
    hint: 'Somebody answers your post',
    usual: { house: true, mail: false, push: true },
  },
  like: {
    label: 'Likes',
    hint: 'Somebody likes what you posted',
    usual: { house: true, mail: false, push: false },
  },
  moderation: {
    label: 'Decisions about your posts',
    hint: 'The house hides, changes or removes something of yours, or answers your report',
    usual: { house: true, mail: true, push: true },
  },
  event: {
    label: 'Events',
    hint: 'An event you are registered for changes, or has a place for you',
    usual: mailedAnyway,
  },
  booking: {
    label: 'Bookings',
    hint: 'A time you wait for is free, or a booking of yours changes',
    usual: mailedAnyway,
  },
  stall: { label: 'Stalls', hint: 'Your stall, its papers or your place in the line', usual: mailedAnyway },
  application: { label: 'Applications', hint: 'What was decided about something you applied for', usual: mailedAnyway },
  membership: { label: 'Membership', hint: 'A gift, or a change of your membership', usual: mailedAnyway },
}

export const longestTitle = 200
export const longestText = 500

/** `before`: the `earlier` of the page that was read last; the latest without it. */
export const notificationList = z.strictObject({
  kind: z.enum(notificationKinds).optional(),
  before: z
    .string()
    .max(80)
    .regex(/^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .refine(isStorable, unstorable)
    .optional(),
  size: z.coerce.number().int().min(1).max(50).default(20),
})

export const notificationRef = z.strictObject({ id: z.uuid() })
export const allOfKind = z.strictObject({ kind: z.enum(notificationKinds).optional() })

export const choiceInput = z.strictObject({
  kind: z.enum(notificationKinds),
  channel: z.enum(channels),
  isOn: z.boolean(),
})

/** The usual hour of the daily digest, with the first coffee. */
export const usualHour = 8
/** Null: none is wanted. */
export const digestInput = z.strictObject({ hour: z.int().min(0).max(23).nullable() })

/** What a digest is about, in the mail: somebody's rows that were digested at one moment, `digests/PERSON/1731924240000`. */
export const digestKeys = 'digests/'

/** What stands in the link of the digest where that of another mail has its kind. */
export const digestLeave = 'digest'

/** From the link of a mail. */
const linkToken = z.string().min(1).max(300).refine(isStorable, unstorable)
export const leaveRef = z.strictObject({ token: linkToken })
