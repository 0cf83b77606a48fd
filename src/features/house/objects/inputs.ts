import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'

/** What has a panel of its own, by the word that opens it in an address: `?object=booking:ID`. */
export const objectNouns = ['person', 'booking', 'order', 'application', 'event', 'incident'] as const
export type ObjectNoun = (typeof objectNouns)[number]

/** What a fact names: it opens the panel of its object, or leads to the row of a list where it is settled. */
export type FactThing = { title: string } & (
  | { noun: ObjectNoun; id: string }
  | { to: '/admin/payments'; search: { tab?: 'disputes'; plans?: 'all'; q: string; open: string } }
)

/** What a person has, in words, or as things that open: of a list each on a line of its own. */
export interface ObjectFact {
  label: string
  value: string | null | FactThing[]
}

/** Shorter texts find everything and help nobody. */
export const leastTyped = 2

export const findInput = z.strictObject({
  q: z.string().trim().min(leastTyped, 'Type two letters or more').max(100).refine(isStorable, unstorable),
})

const anyId = z.string().min(1).max(100).refine(isStorable, unstorable)
export const personRef = z.strictObject({ id: anyId })

/** `before`: the `earlier` of the page that was read last; the latest events without it. */
export const historyInput = z
  .strictObject({
    noun: z.enum(objectNouns),
    id: anyId,
    before: z
      .string()
      .max(150)
      .regex(/^-?\d{1,16}\.\d{1,3}\..+$/)
      .refine(isStorable, unstorable)
      .optional(),
  })
  // People's ids are text of any kind, all others uuids.
  .refine(({ noun, id }) => noun === 'person' || z.uuid().safeParse(id).success, { path: ['id'] })
export type HistoryInput = z.infer<typeof historyInput>
