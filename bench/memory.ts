import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/postgres/supervisor.ts'
import { prepareCalls } from './calls.ts'
import type { LoadOrder, Measured } from './load.ts'
import { ask } from './processes.ts'
import { openVenue } from './venue.ts'

/** Resident memory of the server's one process, without its database. */
export interface MemoryFigures {
  /** At the end of the first start, which draws the demo venue's pictures. */
  firstMb: number
  idleMb: number
  /** The most that was seen during the load. */
  mostMb: number
  afterLoadMb: number
}

const idleMs = 20_000
const loadSeconds = 60
const connections = 16

/** The server as `npm start` starts it: idle, and after a minute in which each call was made as fast as it can be. */
export async function measureMemory(dataDir: string, say: (text: string) => void): Promise<MemoryFigures> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  try {
    say('filling a venue …')
    const { calls, firstMb } = await prepareCalls(dataDir, postgres.url)
    const venue = await openVenue(dataDir, { databaseUrl: postgres.url, isDemo: true })
    try {
      await pause(idleMs)
      const idleMb = venue.residentMb()
      let mostMb = idleMb
      const watch = setInterval(() => {
        mostMb = Math.max(mostMb, venue.residentMb())
      }, 200)
      for (const call of calls) {
        say(`${call.title} …`)
        const requests = Array.from({ length: call.counts ? 6_000 : 100 }, (_, n) => call.request(n).sent)
        const seconds = loadSeconds / calls.length
        const order: LoadOrder = { url: venue.url, seconds, connections, repeats: !call.counts, requests }
        const { failed, failure } = await ask<Measured>(['--import', 'tsx', 'bench/load.ts'], order)
        if (failed > 0) throw new Error(`${call.title}: ${failure}`)
      }
      clearInterval(watch)
      return { firstMb, idleMb, mostMb, afterLoadMb: venue.residentMb() }
    } finally {
      await venue.stop()
    }
  } finally {
    await postgres.stop()
  }
}
