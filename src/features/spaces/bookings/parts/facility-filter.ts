import { minutesOf, timeOfMinutes } from '#platform/dates.ts'

/** What somebody looks for among the facilities, as it stands in the address. */
export interface FacilityFilter {
  /** Free on this day … */
  on?: string | undefined
  /** … at this wall time, `HH:MM`, or later. */
  from?: string | undefined
  /** For so many people. */
  people?: number | undefined
  /** With all of these features, between commas. */
  with?: string | undefined
}

export const featuresIn = (filter: FacilityFilter): string[] =>
  (filter.with ?? '').split(',').filter(feature => feature !== '')

/** The filter with one feature more, or without it. */
export function withFeature(filter: FacilityFilter, feature: string, isWanted: boolean): FacilityFilter {
  const others = featuresIn(filter).filter(each => each !== feature)
  return { ...filter, with: [...others, ...(isWanted ? [feature] : [])].join() || undefined }
}

/** Whether a facility is for so many people and has all that is looked for; whether it is free then is another question. */
export const isWhatIsWanted = (
  { people, features }: { people: number; features: readonly string[] },
  filter: FacilityFilter,
): boolean => people >= (filter.people ?? 1) && featuresIn(filter).every(feature => features.includes(feature))

/** Numbers of people to choose from: up to what the largest of the rooms is for. */
export const crowds = (rows: readonly { people: number }[]): number[] =>
  [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 75, 100].filter(count => rows.some(({ people }) => people >= count))

/** What is in one of the rooms or another, most often first. */
export function featuresOf(rows: readonly { features: readonly string[] }[]): string[] {
  const counts = new Map<string, number>()
  for (const feature of rows.flatMap(({ features }) => features)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([feature]) => feature)
}

/** Full hours from the first time to the last. */
export function hoursBetween(first: string, last: string): string[] {
  const from = Math.ceil(minutesOf(first) / 60)
  return Array.from({ length: Math.max(0, Math.floor(minutesOf(last) / 60) - from + 1) }, (_, at) =>
    timeOfMinutes((from + at) * 60),
  )
}
