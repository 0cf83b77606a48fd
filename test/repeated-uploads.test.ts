import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filePurposes } from '#files.ts'
import { paidForm } from '#seed/factories/applications.ts'
import { admin, member, type Person, person } from '#seed/factories/people.ts'
import { type Caller, sharedTestApp } from './app.ts'
import { applicationTiers, uploadDocument } from './applications.ts'
import { ownPost } from './community.ts'
import { uploadedFor } from './events.ts'
import { drafted } from './hosting.ts'
import { stallFile } from './stalls.ts'

// An upload is used up by the call that it was made for. When the answer to that call is lost, its repetition finds nothing of it
// any more, and must get the answer all the same.
const app = sharedTestApp({ env: { DATABASE_POOL: '20' } })

interface Kept {
  purposes: string[]
  as?: typeof member
  /** it names what it makes, and is the same thing once more also without the key */
  isNamed?: true
  /** makes the upload and answers with the call that uses it */
  call: (me: Person) => Promise<(caller: Caller) => Promise<unknown>>
}

const cases: Record<string, Kept> = {
  'images.add': {
    purposes: ['homepage-images'],
    as: admin,
    async call(me) {
      const fileId = await uploadedFor(app, me, 'homepage-images')
      return caller => caller.images.add({ fileId, bucket: 'homepage-images', alt: 'A press' })
    },
  },
  'images.add, small': {
    purposes: ['admin-uploads'],
    as: admin,
    async call(me) {
      const fileId = await uploadedFor(app, me, 'admin-uploads')
      return caller => caller.images.add({ fileId, bucket: 'admin-uploads', alt: 'A press', isSmall: true })
    },
  },
  'events.setPicture': {
    purposes: ['event-image'],
    async call(me) {
      const [id, fileId] = [await drafted(app, me), await uploadedFor(app, me, 'event-image')]
      return caller => caller.events.setPicture({ id, fileId, alt: 'A press' })
    },
  },
  'creatives.setPicture': {
    purposes: ['creative-image'],
    async call(me) {
      const fileId = await uploadedFor(app, me, 'creative-image')
      return caller => caller.creatives.setPicture({ fileId })
    },
  },
  'creatives.addWork': {
    purposes: ['creative-image'],
    async call(me) {
      const fileId = await uploadedFor(app, me, 'creative-image')
      return caller => caller.creatives.addWork({ fileId, title: 'Night market' })
    },
  },
  'community.write': {
    purposes: ['community-image'],
    async call(me) {
      const fileId = await uploadedFor(app, me, 'community-image')
      return caller => caller.community.write({ title: 'A saw', content: 'Who has one?', fileId, alt: 'A saw' })
    },
  },
  'community.edit': {
    purposes: ['community-image'],
    async call(me) {
      const [id, fileId] = [await ownPost(app, me), await uploadedFor(app, me, 'community-image')]
      return caller => caller.community.edit({ id, title: 'A saw', content: 'Found.', fileId, alt: 'A saw' })
    },
  },
  'shopProducts.save': {
    purposes: ['product-images'],
    as: admin,
    isNamed: true,
    async call(me) {
      const fileId = await uploadedFor(app, me, 'product-images')
      const variant = { id: null, values: [], pricePence: 1_200, sku: 'PR', weightKg: null }
      const fields = {
        ...{ title: 'A print', description: 'Two inks.', productType: 'Prints', vendor: 'Exchange', tags: [] },
        ...{ options: [], variants: [variant], images: [{ url: null, fileId, alt: 'A print' }] },
      }
      const product = { key: crypto.randomUUID() }
      return caller => caller.shopProducts.save({ product, fields })
    },
  },
  'stalls.handIn': {
    purposes: ['stall-document'],
    async call(me) {
      const fileId = await stallFile(app, me)
      return caller => caller.stalls.handIn({ kind: 'insurance', fileId, expiresOn: '2027-06-30' })
    },
  },
  'applications.submit': {
    purposes: ['identity-document', 'proof-of-residence'],
    as: person,
    async call(me) {
      await applicationTiers(app)
      const form = paidForm(me, {
        idDocument: await uploadDocument(app, me),
        proofOfResidence: await uploadDocument(app, me, 'proof-of-residence'),
      })
      return caller => caller.applications.submit(form)
    },
  },
}

test('there is a case for every kind of upload', () => {
  const uploads = filePurposes.map(({ name }) => name).filter(name => !/^site-image$|-picture$/.test(name))
  expect(new Set(Object.values(cases).flatMap(({ purposes }) => purposes))).toEqual(new Set(uploads))
})

test.each(Object.entries(cases))(
  '%s repeated with its key gets the answer that was lost, one after the other and at once',
  async (name, kept) => {
    const me = await (kept.as ?? member)(app)
    const call = await kept.call(me)
    const caller = await app.overHttp(me, { idempotencyKey: `${name} once` })
    const [first, second] = await Promise.all([call(caller), call(caller)])
    const stored = await inStorage()
    expect(second).toEqual(first)
    expect(await call(caller)).toEqual(first)
    expect(await inStorage()).toBe(stored)
    const [rows] = await app.sql<{ n: number }>('select count(*)::int as n from files')
    expect(stored).toBe(rows!.n)
    // Without the key it is another attempt, for which there is no upload.
    const attempt = call(await app.overHttp(me))
    if (kept.isNamed) expect(await attempt).toEqual(first)
    else await expect(attempt).rejects.toMatchObject({ code: expect.any(String) })
  },
)

async function inStorage(): Promise<number> {
  const entries = await readdir(join(app.runtime.env.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).length
}
