import { z } from 'zod'
import { neededLine } from '#platform/inputs.ts'

/** A double one is two columns wide, and counts as two of the pitches of a day. */
export const stallSizes = ['single', 'double'] as const
export type StallSize = (typeof stallSizes)[number]

/** The plan of the hall has so many rows and columns at most. */
export const planRows = 12
export const planColumns = 20

export const messages = {
  load: 'Failed to load the plan of the hall',
  saveFailed: 'The plan was not saved',
  label: 'Give every pitch a name',
  sameLabel: 'Two pitches have the same name',
  overlap: 'Two pitches lie over each other',
  edge: 'A pitch lies beyond the edge of the plan',
  inUse: (stands: string) => `${stands}: give it another pitch first, then change the plan.`,
  sold: (size: StallSize, on: string, missing: number) =>
    `On ${on} more ${size} stalls are sold or offered than this plan has ${size} pitches: draw ${missing} more, or move stalls to another day first.`,
}

const place = (most: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(most - 1)

/** A pitch on the plan; without an id it is a new one. Rows and columns are counted from 0. */
export const pitch = z
  .strictObject({
    id: z.uuid().optional(),
    label: neededLine(messages.label, 6),
    row: place(planRows),
    column: place(planColumns),
    size: z.enum(stallSizes),
  })
  .refine(({ column, size }) => column + widthOf(size) <= planColumns, { error: messages.edge, path: ['column'] })
export type Pitch = z.output<typeof pitch>

/** The whole plan: what is not in it is taken away. */
export const planInput = z
  .strictObject({ pitches: z.array(pitch).max(planRows * planColumns) })
  .refine(({ pitches }) => new Set(pitches.map(({ label }) => label.toLowerCase())).size === pitches.length, {
    error: messages.sameLabel,
    path: ['pitches'],
  })
  .refine(
    ({ pitches }) => {
      const cells = pitches.flatMap(cellsOf)
      return new Set(cells).size === cells.length
    },
    { error: messages.overlap, path: ['pitches'] },
  )

export function widthOf(size: StallSize): 1 | 2 {
  return size === 'double' ? 2 : 1
}

/** The cells of the plan that a pitch lies on, as `row:column`. */
export function cellsOf({ row, column, size }: Pick<Pitch, 'row' | 'column' | 'size'>): string[] {
  return Array.from({ length: widthOf(size) }, (_, more) => `${row}:${column + more}`)
}
