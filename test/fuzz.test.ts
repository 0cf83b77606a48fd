import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { signUpBody } from './browser.ts'
import { halfCharacters, hostileInputs, hostileTexts } from './hostile.ts'
import { expectInvariants } from './invariants.ts'
import { isLong, seed } from './long.ts'
import { callByName, listProcedures } from './procedures.ts'

// Per procedure. The long form (npm run test:long) takes 10,000.
const runs = isLong ? 10_000 : 60

const app = sharedTestApp()
let everything: Person
beforeAll(async () => {
  everything = await paidMember(app, { roles: ['admin', 'committee', 'door'] })
})
afterAll(async () => {
  await expectInvariants(app)
})

describe.each(listProcedures())('$name', listed => {
  test(`answers any input with a result or a clear refusal (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(hostileInputs(listed), async input => {
        const failure = await callByName(app.as(everything), listed.path, input).then(
          () => null,
          (error: { code?: string; status?: number; message?: string }) => error,
        )
        if (!failure) return
        expect(failure.status, `${failure.code}: ${failure.message}`).toBeLessThan(500)
        expect(failure.message).not.toMatch(/\n {4}at |violates|syntax error|column|relation/)
      }),
      { numRuns: runs, seed, endOnFailure: true },
    )
  })
})

// What is drawn above seldom puts one hostile text where everything beside it is right.
describe.each(halfCharacters)('half a character (%j)', text => {
  test('in a text that goes to the log, a mail or a setting is refused in words, with its field', async () => {
    const refused = { code: 'INVALID_INPUT', status: 400, message: expect.stringContaining('cannot be stored') }
    const [stranger, boss] = [app.as(null), app.as(everything)]
    const mail = { name: 'Ada', email: 'ada@people.example', message: `Hello ${text}` }
    await expect(stranger.contact.send(mail)).rejects.toMatchObject({ ...refused, data: { field: 'message' } })
    const change = { city: text }
    await expect(boss.members.changeProfile(change)).rejects.toMatchObject({ ...refused, data: { field: 'city' } })
    await expect(boss.venue.changeSettings({ gettingIn: text })).rejects.toMatchObject(refused)
    await expect(boss.waitlist.list({ q: text })).rejects.toMatchObject({ ...refused, data: { field: 'q' } })
  })

  test('over HTTP ends in no failure of the server', async () => {
    const send = (path: string, input: object) =>
      app.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url },
        body: JSON.stringify(input),
      })
    const mail = { name: 'Ada', email: 'ada@people.example', message: text }
    expect((await send('/rpc/contact/send', { json: mail })).status).toBe(400)
    const account = signUpBody('half@people.example', { firstName: `Ada${text}` })
    for (const path of ['/auth-api/sign-up/email', '/auth-api/sign-in/email'])
      expect((await send(path, account)).status, path).toBeLessThan(500)
  })
})

// The calendars of JavaScript and of the database end on different days, and a day after the last is a day of neither.
test.each(['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '+275760-09-13', '-271821-04-20'])(
  'the day %s is answered or refused, by whatever asks for a day',
  async on => {
    const boss = app.as(everything)
    const { id: facilityId } = await facility(app)
    const asked = [
      boss.bookings.openings({ on }),
      boss.bookings.slots({ facilityId, on }),
      boss.bookings.place({ facilityId, on, startsAt: '10:00', termsAccepted: true }),
      boss.payments.ledger({ from: on }),
      boss.payments.ledger({ to: on }),
      boss.market.addDay({ on }),
      boss.memberships.subscribe({ slug: 'creator', startOn: on } as never),
    ]
    const answers = await Promise.allSettled(asked)
    for (const [at, answer] of answers.entries())
      if (answer.status === 'rejected') expect(answer.reason.status, `call ${at}`).toBeLessThan(500)
  },
)

describe('raw requests', () => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{"json":',
    `{"json":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    `{"json":{"a":"${'x'.repeat(900_000)}"}}`,
    `{"json":{"a":"${'x'.repeat(1_200_000)}"}}`,
    '{"json":{"__proto__":{"isAdmin":true}}}',
    '{"json":{"at":1},"meta":[[1,"at"]]}',
    ...hostileTexts.slice(0, 20).map(text => JSON.stringify({ json: { key: text } })),
  ]
  test.each([
    '/rpc/venue/changeSettings',
    '/rpc/members/me',
    '/api/venue/changeSettings',
    '/auth-api/sign-in/email',
    '/auth-api/sign-up/email',
    '/webhooks/stripe',
    '/files/identity-document',
  ])('POST %s survives broken bodies without a 5xx', async path => {
    for (const body of bodies)
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const send = () =>
          app.fetch(path, { method: 'POST', body, headers: { 'content-type': type, connection: 'close' } })
        // A body above the limit may be answered by closing the connection while it still comes in.
        const answer = body.length > 1_000_000 ? await send().catch(() => null) : await send()
        if (!answer) continue
        const text = await answer.text()
        expect(answer.status, `${path} ${type} ${body.slice(0, 40)}: ${text.slice(0, 200)}`).toBeLessThan(500)
        expect(text).not.toMatch(/\n {4}at /)
      }
  })

  test('paths of any shape end in a page, a file or a 404', async () => {
    for (const path of [
      '/%00',
      '/%ff',
      '/..%2f..%2fetc/passwd',
      '/assets/../../package.json',
      '/files/%27',
      `/${'a/'.repeat(400)}`,
      '/rpc/__proto__/constructor',
      '/api/%2e%2e/x',
      '/dev/../admin',
    ]) {
      const answer = await app.fetch(path)
      expect(answer.status, path).toBeLessThan(500)
      expect(await answer.text()).not.toContain('"dependencies"')
    }
  })
})
