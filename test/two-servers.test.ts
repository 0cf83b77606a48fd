import { afterAll, beforeAll, expect, test } from 'vitest'
import { magicLinkMail } from '#features/members/mail.tsx'
import { takePoint } from '#platform/limits.ts'
import { startTestApp, type TestApp } from './app.ts'
import { openLiveStream, signIn } from './browser.ts'
import { admin, member } from './people.ts'

// Two server processes on one database behave as one.
let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await startTestApp()
  second = await startTestApp({ beside: first })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

test('jobs run once, whichever server works on them', async () => {
  await first.write(async tx => {
    for (let i = 0; i < 40; i++)
      await tx.mail(
        magicLinkMail,
        { address: `reader${i}@people.example` },
        { firstName: 'Ada', url: 'https://exchange.example/x' },
      )
  })
  const done = await Promise.all([first.runJobs(), second.runJobs()])
  expect(done[0] + done[1]).toBe(40)
  const caught = (await (await first.fetch('/dev/mail/messages.json')).json()) as { to: string }[]
  expect(caught).toHaveLength(40)
  expect(new Set(caught.map(mail => String(mail.to))).size).toBe(40)
})

test('a limit is counted across servers', async () => {
  const limit = { points: 3, seconds: 60 }
  await takePoint(first.db, 'shared', limit)
  await takePoint(second.db, 'shared', limit)
  await takePoint(first.db, 'shared', limit)
  await expect(takePoint(second.db, 'shared', limit)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    status: 429,
  })
})

test('a live event made in one server reaches a browser on the other, and only those it is for', async () => {
  const ada = await member(first, { password: 'Kiln-Orchard-Seven7' })
  const bea = await member(first, { password: 'Kiln-Orchard-Seven7' })
  const forAda = await openLiveStream(second, await signIn(second, ada.email, 'Kiln-Orchard-Seven7'))
  const forBea = await openLiveStream(second, await signIn(second, bea.email, 'Kiln-Orchard-Seven7'))
  await first.write(async tx => {
    await tx.announce({ to: { userId: ada.id }, kind: 'test.private', refresh: ['members'] })
    await tx.announce({ to: 'everyone', kind: 'test.public', refresh: ['venue'] })
  })
  expect((await forAda.next()).kind).toBe('test.private')
  expect((await forAda.next()).kind).toBe('test.public')
  expect((await forBea.next()).kind).toBe('test.public')
  await forAda.close()
  await forBea.close()
})

test('a browser that was away resumes after the last event it saw', async () => {
  const ada = await member(first, { password: 'Kiln-Orchard-Seven7' })
  const cookie = await signIn(first, ada.email, 'Kiln-Orchard-Seven7')
  const before = await openLiveStream(first, cookie)
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.one', refresh: [] }))
  const seen = await before.next()
  await before.close()
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.two', refresh: [] }))
  const after = await openLiveStream(second, cookie, seen.id)
  expect((await after.next()).kind).toBe('test.two')
  await after.close()
})

test('a role taken away ends what the open stream tells [ROLE2-02]', async () => {
  const boss = await admin(first)
  const helper = await admin(first, { password: 'Kiln-Orchard-Seven7' })
  const stream = await openLiveStream(second, await signIn(second, helper.email, 'Kiln-Orchard-Seven7'))
  await first.write(tx => tx.announce({ to: { role: 'admin' }, kind: 'test.before', refresh: [] }))
  expect((await stream.next()).kind).toBe('test.before')
  await first.sql(`delete from user_roles where user_id = $1`, [helper.id])
  await first.write(async tx => {
    await tx.announce({ to: { role: 'admin' }, kind: 'test.secret', refresh: [] })
    await tx.announce({ to: 'everyone', kind: 'test.open', refresh: [] })
  })
  expect((await stream.next()).kind).toBe('test.open')
  await expect(second.as(helper).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(second.as(boss).venue.settings()).resolves.toBeTruthy()
  await stream.close()
})
