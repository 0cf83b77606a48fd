import { expect, test } from 'vitest'
import { heavy } from '#platform/heavy/heavy.ts'
import { goodPassword, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { type Browser, browser, newEmail, newIp, openSession, signUpBody } from './browser.ts'
import { isLong } from './long.ts'
import { pngOf } from './pictures.ts'

// Work that takes a processor for long, asked for over HTTP by many at once: nobody else waits for it.

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })

/** Numerals and signs that stand for letters: what the strength meter takes longest for, as far as a password is judged. */
const worstPasswords = Array.from({ length: isLong ? 60 : 12 }, (_, turn) => {
  const signs = '4@8({[<3691!|17|0$5+7%2'
  return `Aa1!${signs.slice(turn % 20).repeat(10)}`.slice(0, 100)
})
const signUp = (visitor: Browser, password: string) =>
  visitor.post('/sign-up/email', signUpBody(newEmail(), { password }))

test('[H1] a flood of passwords that take the meter longest makes nobody else wait', async () => {
  const member = await paidMember(app)
  const me = await app.overHttp(member)
  // The meter has one place: while somebody has it, whoever chooses a password waits, and nobody else does.
  const { promise, resolve } = Promise.withResolvers<void>()
  const inFront = heavy('strength', newIp(), () => promise)
  let chosen = 0
  const signUps = worstPasswords.map(async password => {
    const answer = await signUp(browser(app), password)
    if (answer.status === 200) chosen++
    return answer
  })
  const resets = worstPasswords.map(newPassword =>
    browser(app).post('/reset-password', { token: 'nonsense', newPassword }),
  )
  expect((await me.members.me())?.userId).toBe(member.id)
  for (const { status } of await Promise.all(resets)) expect(status).toBe(400)
  expect(chosen).toBe(0)
  resolve()
  await inFront
  // On a busy machine some may have waited for longer than an answer may take.
  for (const { status, body } of await Promise.all(signUps))
    expect([200, 400, 429, 503], JSON.stringify(body)).toContain(status)
})

test('[H1] over the budget a sign-up is refused with the time to come again, another address is served', async () => {
  const [ip, { promise, resolve }] = [newIp(), Promise.withResolvers<void>()]
  const under = Array.from({ length: 5 }, () => heavy('strength', ip, () => promise))
  const refused = await app.fetch('/auth-api/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, 'x-forwarded-for': ip },
    body: JSON.stringify(signUpBody(newEmail())),
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await refused.json()).toMatchObject({
    code: 'BUSY',
    message: 'You have asked for several of these at once. Please try again in 2 seconds.',
  })
  resolve()
  await Promise.all(under)
  expect((await signUp(browser(app, ip), goodPassword)).status).toBe(200)
})

test('[H1] a sign-in that was refused because too much is under way is no wrong password', async () => {
  const [ip, { promise, resolve }] = [newIp(), Promise.withResolvers<void>()]
  const { email } = await person(app, { password: goodPassword })
  const under = Array.from({ length: 20 }, () => heavy('password', ip, () => promise))
  for (let count = 0; count < 6; count++) {
    const answer = await browser(app, ip).signIn(email)
    expect([answer.status, answer.body.code]).toEqual([429, 'BUSY'])
  }
  expect(await app.sql('select failures, locked_until from sign_in_failures where failures > 0')).toEqual([])
  resolve()
  await Promise.all(under)
  expect((await browser(app, ip).signIn(email)).status).toBe(200)
})

const upload = async (owner: { id: string }, bytes: Buffer) =>
  app.fetch('/files/identity-document', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { cookie: await openSession(app.runtime, owner.id), 'x-file-name': 'a.png', origin: app.url },
  })

test('[M5] a flood of pictures: too large ones are not decoded, the others stay within a share, nobody else fails', async () => {
  const [attacker, member] = [await person(app), await person(app)]
  const me = await app.overHttp(member)
  const [tooLarge, large] = [pngOf(7_000, 5_700), isLong ? pngOf(4_000, 3_000) : pngOf(2_000, 1_500)]
  expect(tooLarge.length).toBeLessThan(10_000)
  const attack = Promise.all(
    Array.from({ length: 20 }, (_, turn) => upload(attacker, turn % 2 === 0 ? tooLarge : large)),
  )
  for (let count = 0; count < 5; count++) expect((await me.members.me())?.userId).toBe(member.id)
  const answers = await attack
  for (const answer of answers) {
    const isServed = [201, 415].includes(answer.status)
    if (!isServed) expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
  }
  expect(answers.map(({ status }) => status)).toContain(201)
  expect(answers.filter((_, turn) => turn % 2 === 0).map(({ status }) => status)).not.toContain(201)
})

test('[M5] over their share one person is told when to come again, and another is served', async () => {
  const [attacker, member] = [await person(app), await person(app)]
  const { promise, resolve } = Promise.withResolvers<void>()
  const under = Array.from({ length: 6 }, () => heavy('picture', attacker.id, () => promise))
  const refused = await upload(attacker, pngOf(40, 30))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await upload(member, pngOf(40, 30))).status).toBe(201)
  resolve()
  await Promise.all(under)
  expect((await upload(attacker, pngOf(40, 30))).status).toBe(201)
})
