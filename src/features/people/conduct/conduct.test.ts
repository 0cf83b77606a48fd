import { beforeAll, expect, test } from 'vitest'
import { admin, committee, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

const code = (title: string) => ({
  title,
  sections: [{ number: 1, title: 'Respect', rules: ['Be kind', 'Be on time'] }],
})

test('everybody reads the active code: title and numbered sections with their rules [CON-06]', async () => {
  const active = await app.as(null).conduct.active()
  expect(active).toMatchObject({ version: 1, title: 'Code of Conduct' })
  expect(active!.sections[0]).toMatchObject({
    number: 1,
    title: expect.any(String),
    rules: expect.arrayContaining([expect.any(String)]),
  })
})

test('accepting records the person and the version, once [JOIN-39, CON-07, CON-19]', async () => {
  const someone = await person(app)
  expect(await app.as(someone).conduct.standing()).toEqual({
    activeVersion: 1,
    accepted: null,
    mustAccept: true,
  })
  await Promise.all(Array.from({ length: 10 }, () => app.as(someone).conduct.accept({ version: 1 })))
  expect(
    await app.sql('select user_id, version, accepted_at from code_acceptances where user_id = $1', [someone.id]),
  ).toEqual([{ user_id: someone.id, version: 1, accepted_at: app.clock.now() }])
  expect(await app.as(someone).conduct.standing()).toMatchObject({
    mustAccept: false,
    accepted: { version: 1 },
  })
  await expect(app.as(null).conduct.accept({ version: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // On hold one reads, and agrees to nothing (decision 3).
  const blocked = await person(app, { status: 'blocked' })
  await expect(app.as(blocked).conduct.accept({ version: 1 })).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' })
})

test('a new version asks everybody again, and the old one can no longer be accepted', async () => {
  const someone = await member(app)
  await app.as(someone).conduct.accept({ version: 1 })
  expect(await app.as(boss).conduct.publish(code('The next code'))).toEqual({ version: 2 })
  expect(await app.as(someone).conduct.standing()).toMatchObject({ activeVersion: 2, mustAccept: true })
  await expect(app.as(someone).conduct.accept({ version: 1 })).rejects.toMatchObject({
    code: 'OUTDATED_VERSION',
  })
  await expect(app.as(someone).conduct.accept({ version: 99 })).rejects.toMatchObject({
    code: 'OUTDATED_VERSION',
  })
  await app.as(someone).conduct.accept({ version: 2 })
  expect(await app.as(someone).conduct.standing()).toMatchObject({ mustAccept: false })
})

test('only admins publish; versions count up, one is active, and published words never change', async () => {
  await expect(app.as(await committee(app)).conduct.publish(code('x'))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => app.as(boss).conduct.publish(code('race'))))
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'PUBLISHED_ALREADY' })
  expect(await app.sql('select count(*)::int as active from code_of_conduct where is_active')).toEqual([{ active: 1 }])
  await expect(app.sql(`update code_of_conduct set title = 'Other' where version = 1`)).rejects.toThrow('never changes')
  await expect(app.sql('update code_acceptances set version = 2')).rejects.toThrow('append-only')
})

test('without an active code there is none to read [JOIN-40]', async () => {
  await app.sql('update code_of_conduct set is_active = false')
  expect(await app.as(null).conduct.active()).toBeNull()
  expect(await app.as(boss).conduct.standing()).toMatchObject({ activeVersion: null, mustAccept: false })
})
