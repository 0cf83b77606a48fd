import { inFolder, openVenue } from './venue.ts'

export interface StartFigures {
  /** Makes the database and the demo venue. */
  firstMs: number
  laterMs: number
}

const laterStarts = 3

/** From the start of the built server until /readyz says 200: the first time on a data folder, and later ones. */
export const measureStart = (): Promise<StartFigures> =>
  inFolder(async dataDir => {
    const times: number[] = []
    for (let start = 0; start <= laterStarts; start++) {
      const venue = await openVenue(dataDir, { isDemo: true })
      times.push(venue.readyMs)
      await venue.stop()
    }
    const [firstMs = 0, ...later] = times
    return { firstMs, laterMs: later.toSorted((a, b) => a - b)[(laterStarts - 1) >> 1] ?? 0 }
  })
