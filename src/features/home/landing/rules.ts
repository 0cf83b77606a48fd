import type { Problem } from '#platform/problem.ts'
import { messages, mostFeatures } from './inputs.ts'

export const whyNot = {
  /** An order names every row once: one that was made of another list would lose some. */
  order: (ids: readonly string[], there: readonly string[]): Problem | null =>
    new Set(ids).size === ids.length && ids.length === there.length && there.every(id => ids.includes(id))
      ? null
      : { code: 'CHANGED_MEANWHILE', message: messages.ordered },

  add: (count: number): Problem | null =>
    count < mostFeatures ? null : { code: 'TOO_MANY', message: messages.tooMany },
}

/** The rows with one of them moved by so many places, up or down; as they are at the ends. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length || from === to) return rows
  const others = rows.filter((_, index) => index !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
