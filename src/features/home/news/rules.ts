/** The newest first; of one day in the order in which they were written. */
export const newestFirst = <Item extends { date: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
