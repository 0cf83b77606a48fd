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

/** What has been, the latest first: from the day `since` on, and what was before it. */
export function apart<Place extends OfDay>(
  places: readonly Place[],
  since: string,
): { recent: Place[]; earlier: Place[] } {
  const latestFirst = byDay(places, true).flatMap(([, ofDay]) => ofDay)
  return {
    recent: latestFirst.filter(({ on }) => on >= since),
    earlier: latestFirst.filter(({ on }) => on < since),
  }
}
