import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { erasePerson } from '#features/house/privacy/model.ts'
import { agedBy, ageOf } from '#platform/age.ts'
import { incident } from '#seed/factories/incidents.ts'
import { admin, committee, doorStaff, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { incidentOf, linkOf, reportedTo, said } from '#test/incidents.ts'
import { inboxOf, outboxOf } from '#test/mailbox.ts'
import { callByName } from '#test/procedures.ts'
import { recipientsOf } from './parts/recipients.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})
const office = () => app.as(boss).incidents

test('an incident is recorded open with all that is known of it, and read whole [INCA-03]', async () => {
  const people = {
    peopleInvolved: [{ name: 'Ada Quill', email: 'ada@people.example', role: 'Guest' }],
    witnesses: [{ name: 'Bo Marsh', email: 'bo@people.example', phone: '07700 900124' }],
  }
  const more = { description: 'The lock was cut.', actionsTaken: 'Told the police', followUpRequired: true }
  const { id } = await office().create(incidentOf({ ...people, ...more, followUpNotes: 'Ask the insurer' }))
  const now = app.clock.now()
  expect(await office().one({ id })).toMatchObject({
    ...{ id, incidentType: 'theft', severity: 'high', status: 'open', location: 'Bike shed', reportedBy: boss.id },
    ...{ incidentDate: new Date('2026-11-17T18:30:00Z'), ...more, followUpNotes: 'Ask the insurer' },
    ...people,
    witnesses: [{ ...people.witnesses[0], phone: '+447700900124' }],
    ...{ emailSentTo: [], responses: [], views: [] },
    ...{ adminFinalResponse: null, adminFinalResponseAt: null, adminFinalResponseBy: null },
    ...{ createdAt: now, updatedAt: now },
  })
  for (const [column, words] of [
    ['incident_type', 'safety, theft, damage, behavioral, emergency, equipment, other'],
    ['severity', 'low, medium, high, critical'],
    ['status', 'open, investigating, resolved, closed'],
  ] as const) {
    for (const word of words.split(', '))
      await app.sql(`update incident_reports set ${column} = $2 where id = $1`, [id, word])
    await expect(app.sql(`update incident_reports set ${column} = 'odd' where id = $1`, [id])).rejects.toThrow('check')
  }
})

test('type, severity, day and time, and place are needed; the description is not [INCA-06]', async () => {
  for (const name of ['incidentType', 'severity', 'incidentOn', 'incidentTime', 'location']) {
    const { [name]: _, ...rest } = incidentOf() as Record<string, unknown>
    for (const input of [rest, { ...rest, [name]: '' }])
      await expect(callByName(app.as(boss), ['incidents', 'create'], input), name).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { field: name },
      })
  }
  const { id } = await office().create(incidentOf())
  expect((await office().one({ id })).description).toBe('')
  await expect(office().create(incidentOf({ incidentOn: '2026-11-19' }))).rejects.toMatchObject({
    code: 'INCIDENT_AHEAD',
  })
})

test('the list finds, filters, sorts, and says how old each is and what was promised', async () => {
  const [hours, days] = [5 * 3_600_000, 3 * 86_400_000]
  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms)
  const place = `Loft ${randomUUID()}`
  const young = await incident(app, { location: place, severity: 'low', createdAt: ago(hours) })
  const old = await incident(app, { location: place, severity: 'critical', createdAt: ago(days), status: 'closed' })
  const idsOf = async (input: object) => (await office().list({ q: place, ...input })).rows.map(({ id }) => id)
  expect(await idsOf({})).toEqual([young.id, old.id])
  expect(await idsOf({ sort: '-severity' })).toEqual([old.id, young.id])
  expect(await idsOf({ status: 'closed' })).toEqual([old.id])
  expect(await idsOf({ severity: 'low' })).toEqual([young.id])
  expect(await idsOf({ incidentType: 'theft' })).toEqual([])
  const { rows } = await office().list({ q: place })
  expect(rows.map(({ age }) => age)).toEqual(['5 hours', '3 days'])
  expect(ageOf(ago(59_000), ago(0))).toBe('just now')
  expect(agedBy(ageOf(ago(59_000), ago(0)), 'ago')).toBe('just now')
  expect(agedBy(ageOf(ago(20 * 60_000), ago(0)), 'ago')).toBe('20 minutes ago')
  await app.sql(`insert into incident_people (incident_id, part, name) values ($1, 'witness', 'Wilhelmina Sole')`, [
    old.id,
  ])
  expect((await office().list({ q: 'wilhelmina' })).rows.map(({ id }) => id)).toEqual([old.id])
  const { id, link } = await reportedTo(app, { location: place })
  await app.as(null).incidents.answer({ ...link, ...said() })
  const dueAt = new Date(app.clock.now().getTime() + 48 * 3_600_000)
  const found = async () => (await office().list({ q: place })).rows.find(row => row.id === id)
  expect(await found()).toMatchObject({ answers: 1, dueAt, isLate: false })
  await app.sql(`update incident_responses set submitted_at = $2 where incident_id = $1`, [id, ago(days)])
  expect(await found()).toMatchObject({ isLate: true })
})

test('what is late stands first, then what was promised a decision, then what is not over; asked by age, nothing does', async () => {
  const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000)
  const place = `Loft ${randomUUID()}`
  const over = await incident(app, { location: place, status: 'resolved', createdAt: ago(1) })
  const open = await incident(app, { location: place, createdAt: ago(2) })
  const looked = await incident(app, { location: place, status: 'investigating', createdAt: ago(3) })
  const answered = async (hours: number, createdAt: Date) => {
    const { id, link } = await reportedTo(app, { location: place, createdAt })
    await app.as(null).incidents.answer({ ...link, ...said() })
    await app.sql(`update incident_reports set status = 'closed' where id = $1`, [id])
    await app.sql('update incident_responses set submitted_at = $2 where incident_id = $1', [id, ago(hours)])
    return id
  }
  const [due, late] = [await answered(1, ago(5)), await answered(48, ago(4))]
  const idsOf = async (input: object) => (await office().list({ q: place, ...input })).rows.map(({ id }) => id)
  expect(await idsOf({})).toEqual([late, due, open.id, looked.id, over.id])
  expect(await idsOf({ sort: 'createdAt' })).toEqual([due, late, looked.id, open.id, over.id])
})

test('age and lateness change at exactly two days, and nothing is recorded ahead of this very minute', async () => {
  const place = `Loft ${randomUUID()}`
  const { id, link } = await reportedTo(app, { location: place })
  const now = app.clock.now()
  await app.as(null).incidents.answer({ ...link, ...said() })
  const found = async () => (await office().list({ q: place })).rows.find(row => row.id === id)
  try {
    app.clock.advance(48 * 3_600_000 - 1)
    expect(await found()).toMatchObject({ age: '47 hours', isLate: false })
    app.clock.advance(1)
    expect(await found()).toMatchObject({ age: '2 days', isLate: true })
    // The clock stands on a whole minute.
    const [incidentOn, time] = app.clock.now().toISOString().split('T')
    await office().create(incidentOf({ incidentOn, incidentTime: time!.slice(0, 5) }))
    app.clock.advance(-1)
    await expect(office().create(incidentOf({ incidentOn, incidentTime: time!.slice(0, 5) }))).rejects.toMatchObject({
      code: 'INCIDENT_AHEAD',
    })
  } finally {
    app.clock.set(now.toISOString())
  }
})

test('of the openings of a link the last hundred are read, and all are counted', async () => {
  const { id, link } = await reportedTo(app)
  await app.sql(
    `insert into incident_link_views (id, incident_id, email, viewed_at, ip_address)
      select gen_random_uuid(), $1, $2, $3::timestamptz - make_interval(mins => n), '198.51.100.' || n
      from generate_series(1, 100) n`,
    [id, link.email, app.clock.now()],
  )
  await app.as(null, { ipAddress: '203.0.113.9' }).incidents.open({ ...link, opening: randomUUID() })
  const { views, viewCount } = await office().one({ id })
  expect([views.length, viewCount]).toEqual([100, 101])
  expect([views[0]!.ipAddress, views.at(-1)!.ipAddress]).toEqual(['203.0.113.9', '198.51.100.99'])
})

test('any status follows any other, at once; the one before is told for who takes it back', async () => {
  const { id } = await office().create(incidentOf())
  const words = ['open', 'investigating', 'resolved', 'closed'] as const
  expect((await office().one({ id })).status).toBe('open')
  for (const from of words)
    for (const status of words) {
      await office().setStatus({ id, status: from })
      expect(await office().setStatus({ id, status })).toEqual({ id, was: from })
      expect((await office().one({ id })).status).toBe(status)
    }
  await expect(callByName(app.as(boss), ['incidents', 'setStatus'], { id, status: 'done' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('only an admin has to do with incidents, and with the list of members for choosing recipients [INCA-09]', async () => {
  const { id } = await incident(app)
  const calls = (who: Person | null) => {
    const { incidents, members } = app.as(who)
    return [
      () => incidents.list({}),
      () => incidents.one({ id }),
      () => incidents.create(incidentOf()),
      () => incidents.setStatus({ id, status: 'closed' }),
      () => incidents.followUp({ id }),
      () => incidents.send({ id, userIds: [boss.id], seenCount: 0 }),
      () => incidents.decide({ id, finalResponse: 'Done' }),
      () => incidents.remove({ id }),
      () => members.find({ sort: 'name' }),
    ]
  }
  for (const who of [await committee(app), await doorStaff(app), await member(app)])
    for (const call of calls(who)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const call of calls(null)) await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  for (const call of calls(boss)) await call()
})

describe('sending the report', () => {
  test('those whom it is about are reached by the address that was recorded, or as the one member of that name', async () => {
    const tag = randomUUID().slice(0, 8)
    const named = (firstName: string, more: object = {}) => member(app, { firstName, lastName: tag, ...more })
    const [ada, bo, ...twins] = [await named('Ada'), await named('Bo'), await named('Cy'), await named('Cy')]
    const guest = { name: 'Flo Guest', email: `flo-${tag}@people.example`, role: '' }
    const { id } = await office().create(
      incidentOf({
        peopleInvolved: [
          { name: `Ada ${tag}`, email: ada.email, role: 'Member' },
          guest,
          { name: `bo ${tag}`, email: '', role: '' },
          { name: `Cy ${tag}`, email: '', role: '' },
          { name: 'Nobody knows', email: '', role: '' },
        ],
        witnesses: [
          { name: 'Wil Sole', email: `wil-${tag}@people.example`, phone: '' },
          { name: 'Ada again', email: ada.email.toUpperCase(), phone: '' },
        ],
      }),
    )
    const people = recipientsOf(await office().one({ id }))
    const preselected = people.filter(({ isPreselected }) => isPreselected)
    expect(preselected.map(({ userId, email }) => userId ?? email).sort()).toEqual(
      [ada.email, guest.email, bo!.id].sort(),
    )
    const offered = people.filter(({ isPreselected }) => !isPreselected)
    expect(offered.map(({ email }) => email).sort()).toEqual(
      [...twins.map(({ email }) => email), `wil-${tag}@people.example`].sort(),
    )
    expect(people.at(-1)).toMatchObject({ name: 'Wil Sole', part: 'Witness' })
    const emails = preselected.flatMap(({ userId, email }) => (userId ? [] : email))
    await office().send({ id, userIds: [bo!.id], emails: [...emails, ada.email.toUpperCase()], seenCount: 0 })
    const incident = await office().one({ id })
    // An address of an account is that account's, and nobody gets two.
    expect(incident.emailSentTo.map(to => to.id).sort()).toEqual([ada.id, bo!.id, null].sort())
    expect(recipientsOf(incident).some(({ isPreselected }) => isPreselected)).toBe(false)
  })

  test('goes once to each member and address, in words and with a link of the server’s own, and is noted [INCA-13, INCA-14]', async () => {
    const [ada, bo] = [await member(app), await member(app)]
    const { id } = await incident(app, { incidentType: 'theft', severity: 'critical', location: 'Bike shed' })
    const typed = `stranger-${randomUUID()}@people.example`
    expect(await office().send({ id, userIds: [ada.id, bo.id, ada.id], email: typed, seenCount: 0 })).toEqual({
      id,
      sent: 3,
    })
    for (const [email, uid] of [
      [ada.email, ada.id],
      [bo.email, bo.id],
      [typed, ''],
    ]) {
      const mails = await outboxOf(app, email!, 'incidents.report')
      expect(mails).toHaveLength(1)
      const { url, ...facts } = mails[0]!.props
      expect(facts).toMatchObject({ incidentType: 'theft', severity: 'critical', location: 'Bike shed' })
      // Whatever the browser says, the link leads to the house.
      expect(new URL(String(url)).origin).toBe(app.url)
      expect(await linkOf(app, email!)).toMatchObject({ id, email, uid })
    }
    const sentAt = app.clock.now()
    const { emailSentTo } = await office().one({ id })
    expect(emailSentTo).toHaveLength(3)
    expect(emailSentTo).toEqual(
      expect.arrayContaining([
        { id: ada.id, email: ada.email, sentAt },
        { id: bo.id, email: bo.email, sentAt },
        { id: null, email: typed, sentAt },
      ]),
    )
    await expect(
      callByName(app.as(boss), ['incidents', 'send'], {
        id,
        userIds: [ada.id],
        baseUrl: 'https://evil.example',
        seenCount: 3,
      }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    // Later again: what was noted before stays.
    app.clock.advance(60_000)
    await office().send({ id, userIds: [ada.id], seenCount: 3 })
    expect((await office().one({ id })).emailSentTo.map(({ email }) => email)).toEqual(
      expect.arrayContaining([ada.email, bo.email, typed]),
    )
    expect(await office().one({ id })).toMatchObject({
      emailSentTo: { length: 4 },
      updatedAt: app.clock.now(),
    })
    expect((await inboxOf(app, ada.email)).map(({ subject }) => subject)).toContain('About an incident in the house')
  })

  test('a member who is typed as well gets one mail', async () => {
    const ada = await member(app)
    const { id } = await incident(app)
    const typed = ada.email.toUpperCase().replace('@', '+x@')
    expect(await office().send({ id, userIds: [ada.id], email: typed, seenCount: 0 })).toMatchObject({ sent: 1 })
    expect(await outboxOf(app, ada.email, 'incidents.report')).toHaveLength(1)
  })

  test('somebody is needed, and nobody who is not there', async () => {
    const { id } = await incident(app)
    await expect(office().send({ id, seenCount: 0 })).rejects.toMatchObject({
      message: 'Please select at least one member or enter an email address',
    })
    await expect(office().send({ id, userIds: ['nobody'], seenCount: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(office().send({ id: randomUUID(), userIds: [boss.id], seenCount: 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await office().one({ id })).emailSentTo).toEqual([])
    const gone = await member(app)
    await app.write(tx => erasePerson(tx, app.runtime.dataMap, gone.id))
    const [{ email }] = (await app.sql('select email from "user" where id = $1', [gone.id])) as [{ email: string }]
    await expect(office().send({ id, userIds: [gone.id], seenCount: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await outboxOf(app, email, 'incidents.report')).toEqual([])
    expect((await office().one({ id })).emailSentTo).toEqual([])
  })

  test('of ten presses at once, and of a repetition, one sends', async () => {
    const ada = await member(app)
    const { id } = await incident(app)
    const press = (idempotencyKey = String(randomUUID())) =>
      app.as(boss, { idempotencyKey }).incidents.send({ id, userIds: [ada.id], seenCount: 0 })
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => press()))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CHANGED_MEANWHILE' })
    const other = await incident(app)
    const again = () =>
      app.as(boss, { idempotencyKey: 'one press' }).incidents.send({ id: other.id, userIds: [ada.id], seenCount: 0 })
    expect(await again()).toEqual(await again())
    expect(await outboxOf(app, ada.email, 'incidents.report')).toHaveLength(2)
    expect((await office().one({ id })).emailSentTo).toHaveLength(1)
  })
})

describe('the final decision', () => {
  test('is written once with when and by whom, not empty, and never changes', async () => {
    const { id } = await incident(app)
    app.clock.advance(60_000)
    for (const finalResponse of ['', '   '])
      await expect(office().decide({ id, finalResponse })).rejects.toMatchObject({
        message: 'Please enter a final response',
      })
    expect(await office().decide({ id, finalResponse: 'The house pays.' })).toEqual({ id, told: 0 })
    const decided = {
      adminFinalResponse: 'The house pays.',
      adminFinalResponseAt: app.clock.now(),
      adminFinalResponseBy: boss.id,
      updatedAt: app.clock.now(),
    }
    expect(await office().one({ id })).toMatchObject({ ...decided, can: { decide: false } })
    await expect(office().decide({ id, finalResponse: 'No.' })).rejects.toMatchObject({ code: 'DECIDED' })
    await expect(
      app.sql(`update incident_reports set admin_final_response = 'No' where id = $1`, [id]),
    ).rejects.toThrow('never changes')
    expect(await office().one({ id })).toMatchObject(decided)
  })

  test('of two at once one stands, and the other is told', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await incident(app)
      const bosses = [boss, await admin(app)]
      const answers = await Promise.allSettled(
        bosses.map((who, at) => app.as(who).incidents.decide({ id, finalResponse: `Decision ${at}` })),
      )
      const winner = answers.findIndex(({ status }) => status === 'fulfilled')
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(answers[1 - winner]).toMatchObject({ reason: { code: 'DECIDED' } })
      expect((await office().one({ id })).adminFinalResponse).toBe(`Decision ${winner}`)
    }
  })

  test('goes to everybody who answered, once, at the address of their link, also who answered last; but if it is wished otherwise', async () => {
    const { id, person, link } = await reportedTo(app)
    for (const respondentName of ['Ada Quill', 'Ada A. Quill']) {
      app.clock.advance(1_000)
      await app
        .as(null)
        .incidents.answer({ ...link, ...said({ respondentName, respondentEmail: 'other@people.example' }) })
    }
    expect(await office().decide({ id, finalResponse: 'The house pays.' })).toEqual({ id, told: 1 })
    const [mail] = await outboxOf(app, person.email, 'incidents.decided')
    expect(mail!.props).toMatchObject({ name: 'Ada A. Quill', finalResponse: 'The house pays.' })
    expect(await outboxOf(app, 'other@people.example')).toEqual([])
    const other = await reportedTo(app)
    await app.as(null).incidents.answer({ ...other.link, ...said() })
    expect(await office().decide({ id: other.id, finalResponse: 'No.', isNotMailed: true })).toMatchObject({ told: 0 })
    expect(await outboxOf(app, other.person.email, 'incidents.decided')).toEqual([])
  })
})

test('whoever was erased after their answer is told no decision', async () => {
  const { id, link, person } = await reportedTo(app)
  await app.as(null).incidents.answer({ ...link, ...said() })
  await office().setStatus({ id, status: 'closed' })
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, person.id))
  expect(await office().decide({ id, finalResponse: 'The house pays.' })).toEqual({ id, told: 0 })
  expect(await outboxOf(app, 'erased', 'incidents.decided')).toEqual([])
})

test('deleting takes the answers, the sendings, the people and the link views along, at once or not at all', async () => {
  const { id, link } = await reportedTo(app)
  await app.sql(`insert into incident_people (incident_id, part, name) values ($1, 'involved', 'Ada')`, [id])
  await app.as(null).incidents.open({ ...link, opening: randomUUID() })
  await app.as(null).incidents.answer({ ...link, ...said() })
  const rows = async () => {
    const counts = []
    for (const table of ['responses', 'link_views', 'sendings', 'people'])
      counts.push((await app.sql(`select 1 from incident_${table} where incident_id = $1`, [id])).length)
    return counts
  }
  const { responses, views } = await office().one({ id })
  expect([responses.length, views.length]).toEqual([1, 1])
  expect(await rows()).toEqual([1, 1, 1, 1])
  await app.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fail before delete on incident_reports for each row execute function fail()`)
  await expect(office().remove({ id })).rejects.toBeDefined()
  expect(await rows()).toEqual([1, 1, 1, 1])
  await app.sql('drop trigger fail on incident_reports')
  await office().remove({ id })
  expect(await rows()).toEqual([0, 0, 0, 0])
  await expect(office().one({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what the office does about incidents is in the audit log, without what it says of anybody', async () => {
  const { id } = await office().create(
    incidentOf({ description: 'Unmistakable', peopleInvolved: [{ name: 'Wilhelmina', email: '', role: '' }] }),
  )
  await office().setStatus({ id, status: 'resolved' })
  await office().remove({ id })
  const log = await app.sql<{ table_name: string; action: string; row: string }>(
    `select table_name, action, row_to_json(l)::text as row from audit_log l where actor_id = $1 and row_id = $2 order by id`,
    [boss.id, id],
  )
  expect(log.map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
  const all = await app.sql<{ row: string }>('select row_to_json(l)::text as row from audit_log l')
  for (const { row } of all) expect(row).not.toMatch(/Unmistakable|Wilhelmina/)
})

test('what was done is kept as it is noted, and over what somebody else noted only knowingly', async () => {
  const { id } = await incident(app, { actionsTaken: 'Locked the shed', followUpNotes: 'Ask the insurer' })
  const noted = async () => {
    const { actionsTaken, followUpRequired, followUpNotes } = await office().one({ id })
    return { actionsTaken, followUpRequired, followUpNotes }
  }
  const was = await noted()
  await office().followUp({ id, actionsTaken: 'Police told, ref 42', was: { actionsTaken: was.actionsTaken } })
  await office().followUp({ id, followUpRequired: true })
  const now = { ...was, actionsTaken: 'Police told, ref 42', followUpRequired: true }
  expect(await noted()).toEqual(now)
  await expect(
    office().followUp({ id, actionsTaken: 'Locked it', was: { actionsTaken: was.actionsTaken } }),
  ).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { field: 'actionsTaken', is: now.actionsTaken } })
  expect(await noted()).toEqual(now)
})
