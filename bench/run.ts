// `npm run bench`: measures the built product and prints one table.
import { writeFileSync } from 'node:fs'
import { ensureBuilt } from '../bin/build.mjs'
import { measureBytes } from './bytes.ts'
import { measureCalendar } from './calendar.ts'
import { measureGrowth } from './growth.ts'
import { measureQuality } from './lighthouse.ts'
import { measureMemory } from './memory.ts'
import { readOptions } from './options.ts'
import { measureSearch } from './search.ts'
import { measureStart } from './start-up.ts'
import { type Figures, tableOf } from './table.ts'
import { measureCalls } from './throughput.ts'
import { inFolder } from './venue.ts'

const say = (text: string) => console.error(text)

try {
  const { only, seconds, json } = readOptions(process.argv.slice(2))
  await ensureBuilt(process.execPath)
  const figures: Figures = {}
  if (only.includes('calls')) figures.calls = await inFolder(dataDir => measureCalls(dataDir, seconds, say))
  if (only.includes('start')) {
    say('starting …')
    figures.start = await measureStart()
  }
  if (only.includes('bytes')) {
    say('counting bytes …')
    figures.bytes = await measureBytes()
  }
  if (only.includes('lighthouse')) {
    say('Lighthouse …')
    figures.lighthouse = await measureQuality()
  }
  if (only.includes('memory')) figures.memory = await inFolder(dataDir => measureMemory(dataDir, say))
  if (only.includes('growth')) figures.growth = await inFolder(dataDir => measureGrowth(dataDir, say))
  if (only.includes('calendar')) figures.calendar = await inFolder(dataDir => measureCalendar(dataDir, say))
  if (only.includes('search')) figures.search = await inFolder(dataDir => measureSearch(dataDir, say))
  console.log(tableOf(figures))
  if (json) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`)
} catch (error) {
  say((error as Error).stack ?? String(error))
  process.exit(1)
}
