import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { inFolder, openVenue, type Venue } from './venue.ts'

/** Hands `work` the demo venue, and a browser that listens on `debugPort`. */
export const withBrowser = <T>(
  debugPort: number,
  work: (venue: Venue, browser: Browser, dataDir: string) => Promise<T>,
): Promise<T> =>
  inFolder(async dataDir => {
    // The demo venue is made by a first start.
    await (await openVenue(dataDir, { isDemo: true })).stop()
    const venue = await openVenue(dataDir, { isDemo: false })
    const { launchOptions } = config.use ?? {}
    const args = [...(launchOptions?.args ?? []), `--remote-debugging-port=${debugPort}`]
    const browser = await chromium.launch({ ...launchOptions, args })
    try {
      return await work(venue, browser, dataDir)
    } finally {
      await browser.close()
      await venue.stop()
    }
  })

/** What people open first, and as whom. */
export const measuredPages = [
  { title: 'Landing', path: '/', role: null },
  { title: 'Membership', path: '/membership-info', role: null },
  { title: 'Market', path: '/market-tickets', role: null },
  { title: 'Contact', path: '/contact', role: null },
  { title: 'Terms', path: '/terms', role: null },
  { title: 'Tours', path: '/tour-booking', role: null },
  { title: 'Event space', path: '/event-space', role: null },
  { title: 'Code of conduct', path: '/code-of-conduct', role: null },
  { title: 'Launch show', path: '/launch', role: null },
  { title: 'Home', path: '/home', role: 'member' },
  { title: 'Booking', path: '/bookings', role: 'member' },
]

export interface Person {
  role: string
  email: string
  password: string
}

/** Who can sign in to the demo venue in this folder. */
export const peopleOf = async (dataDir: string): Promise<Person[]> =>
  JSON.parse(await readFile(join(dataDir, 'demo-sign-ins.json'), 'utf8'))
