interface OfDay {
  on: string
  startsAt: string
}

/** Places by their day, in time order, or the latest first. */
export function byDay<Place extends OfDay>(places: readonly Place[], isLatestFirst: boolean): [on: string, Place[]][] {
  const key = ({ on, startsAt }: Place) => `${on}T${startsAt}`
  const inOrder = places.toSorted((one, other) => key(one).localeCompare(key(other)))
  return [...Map.groupBy(isLatestFirst ? inOrder.reverse() : inOrder, ({ on }) => on)]
}
