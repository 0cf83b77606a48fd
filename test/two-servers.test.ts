import { expect, test } from 'vitest'
import { magicLinkMail } from '#features/people/members/mail.tsx'
import { takePoint } from '#platform/rpc/limits.ts'
import { admin, goodPassword, member } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { sessionCookie } from './browser.ts'
import { openLiveStream } from './live-stream.ts'

// Two server processes on one database behave as one.
const first = sharedTestApp()
const second = sharedTestApp({ beside: first })

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
  const ada = await member(first, { password: goodPassword })
  const bea = await member(first, { password: goodPassword })
  const forAda = await openLiveStream(second, await sessionCookie(second, ada.email))
  const forBea = await openLiveStream(second, await sessionCookie(second, bea.email))
  await first.write(async tx => {
    await tx.announce({ to: { userId: ada.id }, kind: 'test.private' })
    await tx.announce({ to: 'everyone', topic: 'venue', kind: 'test.public' })
  })
  expect((await forAda.next()).kind).toBe('test.private')
  expect((await forAda.next()).kind).toBe('test.public')
  expect((await forBea.next()).kind).toBe('test.public')
  await forAda.close()
  await forBea.close()
})

test('a browser that was away resumes after the last event it saw', async () => {
  const ada = await member(first, { password: goodPassword })
  const cookie = await sessionCookie(first, ada.email)
  const before = await openLiveStream(first, cookie)
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.one' }))
  const seen = await before.next()
  await before.close()
  await first.write(tx => tx.announce({ to: { userId: ada.id }, kind: 'test.two' }))
  const after = await openLiveStream(second, cookie, seen.id)
  expect((await after.next()).kind).toBe('test.two')
  await after.close()
})

test('a role taken away ends what the open stream tells', async () => {
  const boss = await admin(first)
  const helper = await admin(first, { password: goodPassword })
  const stream = await openLiveStream(second, await sessionCookie(second, helper.email))
  await first.write(tx => tx.announce({ to: { role: 'admin' }, kind: 'test.before' }))
  expect((await stream.next()).kind).toBe('test.before')
  await first.sql(`delete from user_roles where user_id = $1`, [helper.id])
  await first.write(async tx => {
    await tx.announce({ to: { role: 'admin' }, kind: 'test.secret' })
    await tx.announce({ to: 'everyone', topic: 'venue', kind: 'test.open' })
  })
  expect((await stream.next()).kind).toBe('test.open')
  await expect(second.as(helper).venue.settings()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(second.as(boss).venue.settings()).resolves.toBeTruthy()
  await stream.close()
})
