import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#features/house/privacy/model.ts'
import { incidentUrl } from '#features/people/incidents/model.ts'
import { signatureOf } from '#platform/signature.ts'
import { incident } from '#seed/factories/incidents.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { newIp } from '#test/browser.ts'
import { linkOf, opened, reportedTo, said } from '#test/incidents.ts'
import { outboxOf } from '#test/mailbox.ts'
import { promiseWords } from './rules.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})
// From a network of its own each time: how often one may is another test.
const visitor = () => app.as(null, { ipAddress: newIp() }).incidents
const one = (id: string) => app.as(boss).incidents.one({ id })

test('by its link somebody without a session reads the few facts they need, and nothing else [INCA-22]', async () => {
  const { link, person } = await reportedTo(app, {
    ...{ incidentType: 'theft', severity: 'high', location: 'Bike shed', description: 'Bo did it' },
    ...{ incidentDate: new Date('2026-11-17T18:30:00Z'), actionsTaken: 'Police' },
  })
  const [{ name }] = (await app.sql<{ name: string }>('select name from "user" where id = $1', [person.id])) as [
    { name: string },
  ]
  expect(await opened(app, link)).toEqual({
    ...{ incidentType: 'theft', severity: 'high', location: 'Bike shed', incidentAt: '2026-11-17T18:30:00.000Z' },
    ...{ name, email: person.email, answers: 0, answeredAt: null, linkViewMonths: 12, problem: null },
    ...{ promise: null, decidedAt: null },
  })
})

test('a link works for its incident and recipient alone, and for thirty days; guessing tells nothing [INCA-21]', async () => {
  const ada = await reportedTo(app)
  const bo = await reportedTo(app)
  const refused = { code: 'INVALID_LINK', status: 404 }
  const wrong = [
    { ...ada.link, token: '' },
    { ...ada.link, token: bo.link.token },
    { ...ada.link, id: bo.id },
    { ...ada.link, id: randomUUID() },
    { ...ada.link, email: bo.link.email },
    { ...ada.link, uid: bo.link.uid },
    { ...ada.link, uid: '' },
    { ...ada.link, token: `${Number(ada.link.token.split('.')[0]) + 86_400}.${ada.link.token.split('.')[1]}` },
  ]
  for (const link of wrong) {
    await expect(opened(app, link)).rejects.toMatchObject(refused)
    await expect(visitor().answer({ ...link, ...said() })).rejects.toMatchObject(refused)
  }
  expect((await one(ada.id)).views).toEqual([])
  expect((await one(ada.id)).responses).toEqual([])
  // A signature of the house under the same words for another purpose is none, nor is that of another house.
  const [ends] = ada.link.token.split('.')
  const elsewhere = signatureOf(
    app.runtime.env,
    'unsubscribing',
    JSON.stringify([ada.link.id, ada.link.email, ada.link.uid, ends]),
  )
  await expect(opened(app, { ...ada.link, token: `${ends}.${elsewhere}` })).rejects.toMatchObject(refused)
  const until = new Date(app.clock.now().getTime())
  const url = new URL(incidentUrl({ secret: 'another secret of the same length', publicUrl: app.url }, ada.link, until))
  await expect(opened(app, { ...ada.link, token: url.searchParams.get('token')! })).rejects.toMatchObject(refused)
  const now = app.clock.now()
  try {
    app.clock.advance(30 * 86_400_000 - 1_000)
    await opened(app, ada.link)
    app.clock.advance(1_000)
    await expect(opened(app, ada.link)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('has ended'),
    })
    await expect(visitor().answer({ ...ada.link, ...said() })).rejects.toMatchObject(refused)
  } finally {
    app.clock.set(now.toISOString())
  }
})

test('an opening is recorded once, with who, when and from where; fetching the address records nothing [INCA-05]', async () => {
  const { id, link, person } = await reportedTo(app)
  const address = `/incident-response?${new URLSearchParams(link)}`
  for (const method of ['HEAD', 'GET']) expect((await app.fetch(address, { method })).status).toBe(200)
  expect((await one(id)).views).toEqual([])
  const opening = randomUUID()
  const call = (key: string) =>
    app.fetch('/rpc/incidents/open', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: app.url,
        'user-agent': 'Lynx',
        'x-forwarded-for': '198.51.100.40',
      },
      body: JSON.stringify({ json: { ...link, opening: key } }),
    })
  for (let i = 0; i < 3; i++) expect((await call(opening)).status).toBe(200)
  const view = {
    ...{ id: expect.any(String), incidentId: id, userId: person.id, email: person.email, viewedAt: app.clock.now() },
    ...{ ipAddress: '198.51.100.40', userAgent: 'Lynx' },
  }
  expect((await one(id)).views).toEqual([view])
  await call(randomUUID())
  expect((await one(id)).views).toHaveLength(2)
})

test('an opening is recorded whatever id its page chose: one used for another incident, address or browser hides nothing', async () => {
  const [ada, bo] = [await reportedTo(app), await reportedTo(app)]
  const opening = randomUUID()
  const open = async (link: typeof ada.link, ipAddress: string, userAgent: string) => {
    const from = { 'user-agent': userAgent, 'x-forwarded-for': ipAddress }
    const headers = { 'content-type': 'application/json', origin: app.url, ...from }
    const body = JSON.stringify({ json: { ...link, opening } })
    expect((await app.fetch('/rpc/incidents/open', { method: 'POST', headers, body })).status).toBe(200)
  }
  const [home, away] = [newIp(), newIp()]
  for (let i = 0; i < 2; i++) {
    await open(bo.link, home, 'Lynx')
    await open(ada.link, home, 'Lynx')
    await open(ada.link, away, 'Lynx')
    await open(ada.link, away, 'Firefox')
  }
  expect((await one(bo.id)).views).toHaveLength(1)
  const views = (await one(ada.id)).views.map(({ ipAddress, userAgent }) => `${ipAddress} ${userAgent}`)
  expect(views.sort()).toEqual([`${home} Lynx`, `${away} Lynx`, `${away} Firefox`].sort())
})

test('link views are kept for twelve months, as the setting says, then removed by a job', async () => {
  const { id, link } = await reportedTo(app)
  await opened(app, link)
  const forget = async () => {
    await app.runtime.jobs.send('incidents.forget-views', {})
    await app.runJobs()
  }
  const viewedAt = (at: string) =>
    app.sql('update incident_link_views set viewed_at = $2 where incident_id = $1', [id, at])
  const count = async () => (await one(id)).views.length
  await viewedAt('2025-11-19T10:00:00Z')
  await forget()
  expect(await count()).toBe(1)
  await viewedAt('2025-11-17T10:00:00Z')
  await forget()
  expect(await count()).toBe(0)
  await app.as(boss).venue.changeSettings({ linkViewMonths: 1 })
  await app.settled()
  expect((await opened(app, link)).linkViewMonths).toBe(1)
  await viewedAt('2026-10-17T10:00:00Z')
  await forget()
  expect(await count()).toBe(0)
  await app.as(boss).venue.changeSettings({ linkViewMonths: 12 })
})

test('an answer is kept with who, why and what, and the house is told [INCA-04, INCA-23]', async () => {
  const { id, link, person } = await reportedTo(app)
  const { id: responseId } = await visitor().answer({ ...link, ...said() })
  expect((await one(id)).responses).toEqual([
    {
      ...{ id: responseId, incidentId: id, userId: person.id, linkEmail: person.email, submittedAt: app.clock.now() },
      ...said({ respondentPhone: '+447700900123' }),
    },
  ])
  const [mail] = (await outboxOf(app, 'hello@exchange.example', 'incidents.answered')).slice(-1)
  expect(mail!.props).toMatchObject({ id, name: 'Ada Quill', location: 'Print Room' })
  // What was said is read behind the sign-in.
  expect(JSON.stringify(mail)).not.toContain('lock on the floor')
  expect(await opened(app, link)).toMatchObject({
    answers: 1,
    answeredAt: expect.stringContaining('2026-11-18T10:00:00'),
  })
})

test('more is added beside it, five times by one link; after the decision nothing is', async () => {
  const { id, link } = await reportedTo(app)
  for (let i = 1; i <= 5; i++) await visitor().answer({ ...link, ...said({ responseText: `The ${i}. thing I saw` }) })
  await expect(visitor().answer({ ...link, ...said() })).rejects.toMatchObject({ code: 'ANSWERED' })
  expect((await one(id)).responses).toHaveLength(5)
  const other = await reportedTo(app)
  await app.as(boss).incidents.decide({ id: other.id, finalResponse: 'Nobody is to blame.' })
  await expect(visitor().answer({ ...other.link, ...said() })).rejects.toMatchObject({ code: 'DECIDED' })
  expect(await opened(app, other.link)).toMatchObject({ problem: expect.stringContaining('No more answers') })
  await app.as(boss).incidents.remove({ id: other.id })
  await expect(opened(app, other.link)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what somebody else answered about the same incident uses up nothing of one’s own', async () => {
  const ada = await reportedTo(app)
  const bo = await member(app)
  await app.as(boss).incidents.send({ id: ada.id, userIds: [bo.id], seenCount: 1 })
  for (let i = 0; i < 5; i++) await visitor().answer({ ...ada.link, ...said() })
  const link = await linkOf(app, bo.email)
  expect(await opened(app, link)).toMatchObject({ answers: 0, problem: null })
  await visitor().answer({ ...link, ...said() })
  expect(await opened(app, link)).toMatchObject({ answers: 1, problem: null })
})

test('while an incident is resolved or closed no answer is taken and no decision promised; opened again it takes them', async () => {
  const { id, link } = await reportedTo(app)
  const office = app.as(boss).incidents
  for (const status of ['resolved', 'closed'] as const) {
    await office.setStatus({ id, status })
    const message = `This incident is ${status}. No more answers are taken here. Is there more to say? Write to us.`
    await expect(visitor().answer({ ...link, ...said() })).rejects.toMatchObject({ code: 'INCIDENT_OVER', message })
    expect(await opened(app, link)).toMatchObject({ problem: message })
  }
  expect(await one(id)).toMatchObject({ responses: [], dueAt: null })
  await office.setStatus({ id, status: 'investigating' })
  expect(await opened(app, link)).toMatchObject({ problem: null })
  await visitor().answer({ ...link, ...said() })
  expect((await one(id)).responses).toHaveLength(1)
})

test('what was promised to whoever answered is told as it is: awaited, late, and kept or broken once it is decided', async () => {
  const now = app.clock.now()
  const [kept, broken, silent] = [await reportedTo(app), await reportedTo(app), await reportedTo(app)]
  try {
    for (const { link } of [kept, broken]) await visitor().answer({ ...link, ...said() })
    app.clock.advance(48 * 3_600_000 - 1)
    // What is added later moves nothing.
    await visitor().answer({ ...kept.link, ...said() })
    expect(await opened(app, kept.link)).toMatchObject({ promise: 'awaited', decidedAt: null })
    app.clock.advance(1)
    expect(await opened(app, kept.link)).toMatchObject({ promise: 'late', decidedAt: null })
    const decidedAt = app.clock.now().toISOString()
    const decide = (id: string, more: object = {}) =>
      app.as(boss).incidents.decide({ id, finalResponse: 'The house pays.', ...more })
    expect(await decide(kept.id)).toMatchObject({ told: 1 })
    expect(await decide(broken.id, { isNotMailed: true })).toMatchObject({ told: 0 })
    await decide(silent.id)
    expect(await opened(app, kept.link)).toMatchObject({ promise: 'kept', decidedAt })
    expect(await opened(app, broken.link)).toMatchObject({ promise: 'broken', decidedAt })
    expect(await opened(app, silent.link)).toMatchObject({ promise: null, decidedAt: null })
  } finally {
    app.clock.set(now.toISOString())
  }
  const words = (state: 'awaited' | 'late' | 'kept' | 'broken') =>
    promiseWords(state, { decidedAt: '2026-11-18T10:00:00Z', email: 'ada@people.example' })
  expect(words('awaited')).toBe('The committee decides within 48 hours and tells you by email.')
  for (const state of ['late', 'kept', 'broken'] as const) expect(words(state)).not.toContain('decides within')
})

test('of ten answers by one link at once five are taken', async () => {
  const { id, link } = await reportedTo(app)
  const send = (n: number) =>
    app.as(null, { ipAddress: `198.51.100.${100 + n}` }).incidents.answer({ ...link, ...said() })
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => send(n)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect((await one(id)).responses).toHaveLength(5)
})

describe('what is typed', () => {
  const long = (length: number) => 'x'.repeat(length)
  const refusals: [string, object, string, string | RegExp][] = [
    ['a name of one letter', { respondentName: ' A ' }, 'respondentName', 'Please enter your name'],
    ['a name of 101', { respondentName: long(101) }, 'respondentName', /100/],
    [
      'an address without @',
      { respondentEmail: 'ada.example' },
      'respondentEmail',
      'Please enter a valid email address',
    ],
    ['an address of 256', { respondentEmail: `${long(250)}@x.com` }, 'respondentEmail', /255/],
    ['a phone of 21', { respondentPhone: '+44 7700 900123 00000' }, 'respondentPhone', /20/],
    ['no reason', { reasonForVisit: '  ' }, 'reasonForVisit', 'Please say why you were there'],
    ['a reason of 201', { reasonForVisit: long(201) }, 'reasonForVisit', /200/],
    ['a text of nine', { responseText: long(9) }, 'responseText', 'Response must be at least 10 characters'],
    ['a text of 5001', { responseText: long(5_001) }, 'responseText', /5,000/],
  ]
  test.each(refusals)('%s is refused', async (_, more, field, message) => {
    const { id, link } = await reportedTo(app)
    await expect(visitor().answer({ ...link, ...said(more) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
      data: { field },
    })
    expect((await one(id)).responses).toEqual([])
  })

  test('the least and the most are taken, and no phone', async () => {
    const { id, link } = await reportedTo(app)
    const least = {
      respondentName: 'Bo',
      respondentEmail: 'a@b',
      reasonForVisit: 'x',
      responseText: long(10),
      respondentPhone: '',
    }
    const most = {
      ...{ respondentName: long(100), respondentEmail: `${long(249)}@x.com`, reasonForVisit: long(200) },
      ...{ responseText: long(5_000), respondentPhone: '+44 (0)7700 900 123' },
    }
    await visitor().answer({ ...link, ...said(least) })
    await visitor().answer({ ...link, ...said(most) })
    expect((await one(id)).responses).toHaveLength(2)
  })
})

test('one network answers and opens so often in an hour, and another goes on', async () => {
  const { link } = await reportedTo(app)
  const from = '203.0.113.77'
  const tries = async (count: number, call: () => Promise<unknown>) => {
    const codes = []
    for (let i = 0; i < count; i++)
      codes.push(
        await call().then(
          () => 'done',
          ({ code }: { code: string }) => code,
        ),
      )
    return codes
  }
  const wrong = { ...link, token: 'x' }
  const told = await tries(21, () => app.as(null, { ipAddress: from }).incidents.answer({ ...wrong, ...said() }))
  expect(told.slice(0, 20).every(code => code === 'INVALID_LINK')).toBe(true)
  expect(told[20]).toBe('RATE_LIMITED')
  const guessed = await tries(121, () => opened(app, wrong, from))
  expect(guessed.filter(code => code === 'RATE_LIMITED')).toEqual(['RATE_LIMITED'])
  await opened(app, link, '203.0.114.77')
})

test('an answer keeps whoever gave it until the case is over; then nothing of it names them', async () => {
  const ada = await member(app, { firstName: 'Ottilie', lastName: 'Marchpane' })
  const { id, link } = await reportedTo(app, {}, ada)
  await opened(app, link)
  await visitor().answer({ ...link, ...said({ respondentName: 'Ottilie Marchpane', respondentEmail: ada.email }) })
  await app.sql(
    `insert into incident_people (incident_id, part, name, email) values ($1, 'involved', 'Ottilie Marchpane', $2)`,
    [id, ada.email],
  )
  const { data } = await app.as(ada).privacy.exportOwn()
  for (const table of ['incident_responses', 'incident_link_views', 'incident_sendings', 'incident_people'])
    expect(data[table]?.rows, table).toHaveLength(1)
  await expect(app.write(tx => erasePerson(tx, app.runtime.dataMap, ada.id))).rejects.toMatchObject({
    code: 'ERASURE_BLOCKED',
  })
  await app.as(boss).incidents.decide({ id, finalResponse: 'The house pays.' })
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ada.id))
  const left = await one(id)
  expect(left).toMatchObject({
    adminFinalResponse: 'The house pays.',
    views: [],
    responses: [{ respondentName: 'Erased person' }],
  })
  expect(JSON.stringify(left)).not.toMatch(/Ottilie|lock on the floor/)
  expect(JSON.stringify(left)).not.toContain(ada.email)
  const mails = await app.sql<{ row: string }>(
    `select row_to_json(m)::text as row from mails m where template like 'incidents.%'`,
  )
  for (const { row } of mails) expect(row).not.toContain('Ottilie')
  // The link has ended with it: nothing that names them is written again.
  const ended = { code: 'INVALID_LINK', status: 404, message: 'This link has ended. Write to us for another.' }
  await expect(opened(app, link)).rejects.toMatchObject(ended)
  expect(await one(id)).toEqual(left)
  // The mail no longer tells who it was for.
  await expect(linkOf(app, ada.email)).rejects.toBeDefined()
})

test('whom an incident concerns, and its place, lead to it from the search of the office; a person’s history tells what they got and said', async () => {
  const place = `Loft ${randomUUID()}`
  const { id, link, person } = await reportedTo(app, { location: place })
  await visitor().answer({ ...link, ...said() })
  const { rows } = await app.as(boss).objects.find({ q: place })
  expect(rows).toContainEqual(expect.objectContaining({ noun: 'incident', id, title: `Damage, ${place}` }))
  const history = await app.as(boss).objects.history({ noun: 'person', id: person.id })
  const titles = history.rows.filter(row => row.id === id).map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      `Got the report of an incident: Damage, ${place}`,
      `Answered about an incident: Damage, ${place}`,
    ]),
  )
  await incident(app)
})

test('the link of a person who was erased opens nothing and takes no answer, also while the incident is open; another’s goes on', async () => {
  const ada = await reportedTo(app)
  const bo = await member(app)
  await app.as(boss).incidents.send({ id: ada.id, userIds: [bo.id], seenCount: 1 })
  await opened(app, ada.link)
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, ada.person.id))
  const ended = { code: 'INVALID_LINK', status: 404, message: 'This link has ended. Write to us for another.' }
  await expect(opened(app, ada.link)).rejects.toMatchObject(ended)
  await expect(visitor().answer({ ...ada.link, ...said({ respondentEmail: ada.person.email }) })).rejects.toMatchObject(
    ended,
  )
  const left = await one(ada.id)
  expect(left).toMatchObject({ views: [], responses: [] })
  expect(JSON.stringify(left)).not.toContain(ada.person.email)
  await opened(app, await linkOf(app, bo.email))
  await visitor().answer({ ...(await linkOf(app, bo.email)), ...said() })
})

test('of an answer and the erasure of its person at once, nothing of them is left', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, link, person } = await reportedTo(app)
    const both = [
      visitor().answer({ ...link, ...said({ respondentEmail: person.email }) }),
      app.write(tx => erasePerson(tx, app.runtime.dataMap, person.id)),
    ]
    const [, erased] = await Promise.allSettled(both)
    // The answer was first, and is evidence.
    if (erased!.status === 'rejected') expect(erased!.reason).toMatchObject({ code: 'ERASURE_BLOCKED' })
    else expect(JSON.stringify(await one(id))).not.toContain(person.email)
  }
})
