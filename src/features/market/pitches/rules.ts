import { type Pitch, planColumns, planRows, widthOf } from './inputs.ts'

/** How many pitches of a day the plan has room for: a double one is two. */
export const roomOf = (plan: readonly Pick<Pitch, 'size'>[]): number =>
  plan.reduce((sum, { size }) => sum + widthOf(size), 0)

/** So many pitches of a day are on offer: no more than the plan has room for, where one is drawn. */
export const onOffer = ({ pitches }: { pitches: number }, plan: readonly Pick<Pitch, 'size'>[]): number =>
  plan.length > 0 ? Math.min(pitches, roomOf(plan)) : pitches

/** A name for one more pitch: the letter of its row, and the first number that no other has there. */
export function nextLabel(row: number, labels: readonly string[]): string {
  const letter = String.fromCharCode(65 + row)
  for (let number = 1; ; number++) if (!labels.includes(`${letter}${number}`)) return `${letter}${number}`
}

/** A hall of so many rows with so many single pitches in each, named A1, A2 … */
export const rowsOf = (rows: number, inEach: number): Omit<Pitch, 'id'>[] =>
  Array.from({ length: Math.min(rows, planRows) * Math.min(inEach, planColumns) }, (_, index) => {
    const [row, column] = [Math.floor(index / Math.min(inEach, planColumns)), index % Math.min(inEach, planColumns)]
    return { label: `${String.fromCharCode(65 + row)}${column + 1}`, row, column, size: 'single' as const }
  })
