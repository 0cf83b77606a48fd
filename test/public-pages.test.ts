import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { headFor, publicAddresses } from '#heads.ts'
import { openPages } from '#platform/http/pages.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp, testApp } from './app.ts'
import { marketDay } from './market.ts'

const app = sharedTestApp()
const openAll = ['/events', '/bookings'] as const

test('placeholder', async () => {
  for (const path of ['/', '/contact', '/terms', '/membership-info', '/market-tickets', '/event-space', '/launch', '/tour-booking', '/code-of-conduct']) {
    const { head } = await headFor(app.runtime, path)
    console.log(path, head && JSON.stringify({ ...head, html: head.html?.length }).slice(0, 1500))
    if (head) {
      const answer = await app.fetch(new URL(head.picture.url).pathname)
      console.log(answer.status, [...answer.headers.entries()].filter(([k]) => /cache|type|policy/.test(k)).slice(0, 6))
      const bytes = Buffer.from(await answer.arrayBuffer())
      console.log(bytes.length, (await sharp(bytes).metadata()).width)
      ;(await import('node:fs')).writeFileSync(`/tmp/w/public-og${path.replaceAll('/', '_')}.png`, bytes)
    }
  }
})
