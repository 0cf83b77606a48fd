import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { mostUnclaimed, uploadsPerHour } from '#platform/files/routes.ts'
import { sweep } from '#platform/jobs/cleanup.ts'
import { admin, committee, goodPassword, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { sessionCookie } from './browser.ts'
import { pngChunk, pngOf } from './pictures.ts'

// Uploads are judged by their content, never by their name or declared type (rule 11).
const maxBytes = 10 * 1_048_576

const app = sharedTestApp()
let ownerCookie: string
let owner: Awaited<ReturnType<typeof person>>
// Uploads are limited per person and hour, so each test has a person of its own.
beforeEach(async () => {
  owner = await person(app, { password: goodPassword })
  ownerCookie = await sessionCookie(app, owner.email)
})

interface Sent {
  cookie?: string
  name?: string
  type?: string
  purpose?: string
}

function upload(
  body: Uint8Array | string,
  { cookie = ownerCookie, name = 'passport.pdf', type = 'application/pdf', purpose = 'identity-document' }: Sent = {},
) {
  return app.fetch(`/files/${purpose}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { cookie, 'content-type': type, 'x-file-name': encodeURIComponent(name), connection: 'close' },
  })
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d13b1e' } })
    .png()
    .toBuffer()

test('60 disguised files are refused, whatever they call themselves', async () => {
  const picture = await png(8, 8)
  const contents: (Buffer | string)[] = [
    '<script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'GIF89a<script>alert(1)</script>',
    'MZ\u0090\u0000 this program cannot be run in DOS mode',
    '\u007fELF\u0002\u0001\u0001',
    'PK\u0003\u0004 a zip, or an office document',
    '#!/bin/sh\nrm -rf /',
    `junk before the header ${pdf}`,
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('not a picture')]),
    picture.subarray(0, 30),
    Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt '),
  ]
  const disguises: Sent[] = [
    { name: 'passport.pdf', type: 'application/pdf' },
    { name: 'passport.jpg', type: 'image/jpeg' },
    { name: 'passport.png', type: 'image/png' },
    { name: 'passport.pdf.exe', type: 'application/octet-stream' },
    { name: '../../etc/passwd\u0000.png', type: 'image/png' },
  ]
  for (const content of contents)
    for (const disguise of disguises) {
      const answer = await upload(content, disguise)
      expect(answer.status, `${disguise.name}: ${String(content).slice(0, 30)}`).toBe(415)
    }
  expect(await app.sql('select 1 from files')).toEqual([])
})

test('a picture is encoded anew: metadata and whatever hides behind it are gone, and it is named for what it is', async () => {
  const withSecrets = await sharp(await png(40, 30))
    .jpeg()
    .withExif({ IFD0: { Artist: 'SECRET-PLACE' } })
    .toBuffer()
  const answer = await upload(Buffer.concat([withSecrets, Buffer.from('HIDDEN-BEHIND')]), {
    name: '..\\..\\evil\r\nname.php.exe',
    type: 'text/html',
  })
  expect(answer.status).toBe(201)
  const stored = (await answer.json()) as { id: string; name: string; mime: string }
  expect(stored).toMatchObject({
    mime: 'image/jpeg',
    name: expect.stringMatching(/^[\p{L}\p{N} ._-]+\.jpg$/u),
  })
  const bytes = Buffer.from(
    await (await app.fetch(`/files/${stored.id}`, { headers: { cookie: ownerCookie } })).arrayBuffer(),
  )
  expect(bytes.toString('latin1')).not.toMatch(/SECRET-PLACE|HIDDEN-BEHIND/)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30, format: 'jpeg' })
})

test('a picture of more pixels than anybody needs is refused before it is decoded', async () => {
  // 30,000 × 30,000 grey pixels in a few kilobytes.
  const bomb = pngOf(30_000, 30_000)
  expect(bomb.length).toBeLessThan(2_000_000)
  expect((await upload(bomb, { name: 'a.png', type: 'image/png' })).status).toBe(415)
})

test('more bytes than allowed are refused while they come in', async () => {
  const big = Buffer.concat([pdf, Buffer.alloc(maxBytes)])
  const answer = await upload(big).catch(() => null)
  // The server answers and stops reading; a client that is still sending may see the connection close instead.
  if (answer) expect(answer.status).toBe(413)
  expect(await app.sql('select 1 from files where bytes > $1', [maxBytes])).toEqual([])
})

test('a private document is an attachment that nothing keeps, and each look is logged', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const answer = await app.fetch(`/files/${id}`, { headers: { cookie: ownerCookie } })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  expect(await app.sql('select viewer_id from file_views where file_id = $1', [id])).toEqual([{ viewer_id: owner.id }])
})

test('somebody else’s document and one that is not there give the same answer', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const other = await paidMember(app, { password: goodPassword })
  const otherCookie = await sessionCookie(app, other.email)
  const answers = await Promise.all([
    app.fetch(`/files/${id}`, { headers: { cookie: otherCookie } }),
    app.fetch(`/files/${id}`),
    app.fetch('/files/00000000-0000-4000-8000-000000000000', { headers: { cookie: otherCookie } }),
  ])
  const bodies = await Promise.all(answers.map(answer => answer.text()))
  expect(answers.map(answer => answer.status)).toEqual([404, 404, 404])
  expect(new Set(bodies).size).toBe(1)
})

test('a document that belongs to no application is not open to staff either', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  for (const make of [committee, admin]) {
    const member = await make(app, { password: goodPassword })
    const cookie = await sessionCookie(app, member.email)
    expect((await app.fetch(`/files/${id}`, { headers: { cookie } })).status).toBe(404)
  }
})

// Looking for the kind through all of an archive held everybody up for half a second.
test('only the beginning of a file says what kind it is', async () => {
  const plain = await png(40, 30)
  const [head, rest] = [plain.subarray(0, 33), plain.subarray(33)]
  // A picture that calls itself an animation, which is another kind, only after five thousand bytes.
  const late = Buffer.concat([
    head,
    pngChunk('tEXt', Buffer.alloc(5_000, 'a')),
    pngChunk('acTL', Buffer.alloc(8)),
    rest,
  ])
  const answer = await upload(late, { name: 'a.png', type: 'image/png' })
  expect([answer.status, await answer.json()]).toMatchObject([201, { mime: 'image/png' }])
})

test('who is blocked or suspended reads no document, their own neither, and uploads none', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const asked = async () => (await app.fetch(`/files/${id}`, { headers: { cookie: ownerCookie } })).status
  for (const status of ['blocked', 'suspended']) {
    expect(await asked()).toBe(200)
    await app.sql('update profiles set account_status = $2, blocked_at = now() where user_id = $1', [owner.id, status])
    expect(await asked(), status).toBe(404)
    expect((await upload(pdf)).status, status).toBe(404)
    await app.sql(`update profiles set account_status = 'active', blocked_at = null where user_id = $1`, [owner.id])
  }
})

test('a visitor and an unknown purpose are refused', async () => {
  expect((await upload(pdf, { cookie: '' })).status).toBe(401)
  expect((await upload(pdf, { purpose: 'anything' })).status).toBe(404)
})

test('a key that may only read stores nothing', async () => {
  const { key } = await app.as(owner).members.createKey({ name: 'Archive', scope: 'read' })
  const answer = await app.fetch('/files/identity-document', {
    method: 'POST',
    body: new Uint8Array(pdf),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' },
  })
  expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status: 403, code: 'READ_ONLY_KEY' })
  expect(await app.sql('select 1 from files where owner_id = $1', [owner.id])).toEqual([])
})

test('a private document is read by whoever is signed in, never by an API key', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const { key } = await app.as(owner).members.createKey({ name: 'Archive', scope: 'write' })
  const answer = await app.fetch(`/files/${id}`, { headers: { authorization: `Bearer ${key}` } })
  expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status: 403, code: 'NOT_BY_KEY' })
  expect(await app.sql('select 1 from file_views where file_id = $1', [id])).toEqual([])
  expect((await app.fetch(`/files/${id}`, { headers: { cookie: ownerCookie } })).status).toBe(200)
})

test('who only asks about a file leaves it closed', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const { storage } = app.runtime
  const { get } = storage
  onTestFinished(() => {
    storage.get = get
  })
  let open = 0
  storage.get = async () => {
    open++
    return new ReadableStream({ cancel: () => void open-- })
  }
  const answer = await app.fetch(`/files/${id}`, { method: 'HEAD', headers: { cookie: ownerCookie } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe(String(pdf.length))
  expect(open).toBe(0)
})

test('an upload that no form claimed is gone after a day, row and bytes', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const [row] = await app.sql<{ storage_key: string }>('select storage_key from files where id = $1', [id])
  app.clock.advance(25 * 3_600_000)
  await app.write(tx => tx.enqueue(sweep, {}))
  await app.runJobs()
  expect(await app.sql('select 1 from files where id = $1', [id])).toEqual([])
  expect(await app.runtime.storage.get(row!.storage_key)).toBeNull()
})

test('a file that cannot be deleted keeps no other one on the disk, and goes with the next run', async () => {
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push(((await (await upload(pdf)).json()) as { id: string }).id)
  const left = async () => (await app.sql('select 1 from files where id = any($1)', [ids])).length
  app.clock.advance(25 * 3_600_000)
  const { storage } = app.runtime
  const { remove } = storage
  onTestFinished(() => {
    storage.remove = remove
  })
  let calls = 0
  storage.remove = key => (calls++ === 0 ? Promise.reject(new Error('The disk is busy')) : remove(key))
  const run = async () => {
    await app.write(tx => tx.enqueue(sweep, {}))
    await app.runJobs()
  }
  await run()
  expect(await left()).toBe(1)
  await run()
  expect(await left()).toBe(0)
})

test('an hour has sixty uploads of one person, refused ones among them', async () => {
  for (let i = 0; i < uploadsPerHour.points; i++) expect((await upload('nothing that is kept')).status).toBe(415)
  const answer = await upload(pdf)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' })
  const other = await person(app, { password: goodPassword })
  expect((await upload(pdf, { cookie: await sessionCookie(app, other.email) })).status).toBe(201)
})

test('on the disk nobody else of the machine can read what was uploaded', async () => {
  const { id } = (await (await upload(pdf)).json()) as { id: string }
  const [row] = await app.sql<{ storage_key: string }>('select storage_key from files where id = $1', [id])
  const folder = join(app.runtime.env.dataDir, 'files', row!.storage_key.slice(0, 2))
  for (const path of [folder, join(folder, row!.storage_key)]) expect((await stat(path)).mode & 0o077, path).toBe(0)
})

test('[L8] nobody fills the disk: what no form uses is capped for each person, also thirty at once', async () => {
  const send = () => upload(pdf)
  const answers = await Promise.all(Array.from({ length: 30 }, send))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(mostUnclaimed.files).fill(201), ...Array(30 - mostUnclaimed.files).fill(409)])
  await app.sql('update files set claimed_at = now() where claimed_at is null')
  expect((await send()).status).toBe(201)
  await app.sql('update files set bytes = $1 where claimed_at is null', [mostUnclaimed.bytes])
  expect(await (await send()).json()).toMatchObject({ code: 'TOO_MANY_FILES' })
})
