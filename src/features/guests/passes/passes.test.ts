import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { doorStaff, member, type Person, paidMember, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { inboxOf, outboxOf } from '#test/mailbox.ts'
import { guestPass } from './rules.ts'

const now = '2026-11-18T11:00:00Z'
const app = sharedTestApp({ now })
let door: Person
beforeAll(async () => {
  door = await doorStaff(app)
})
beforeEach(() => app.clock.set(now))

let guests = 0
const guest = (more: object = {}) => ({
  guestName: 'Gus Holm',
  guestEmail: `gus${++guests}@guests.example`,
  validUntil: '2026-11-30',
  notes: '',
  ...more,
})
const admit = (code: string, more: object = {}) =>
  app.as(door).door.admit({
    ...{ kind: guestPass.name, code, scanId: randomUUID(), scannedAt: app.clock.now().toISOString() },
    ...more,
  })
const passOf = async (host: Person) => (await app.as(host).guestPasses.mine()).rows[0]!
async function invited(more: object = {}) {
  const host = await paidMember(app, { firstName: 'Ada', lastName: 'Okafor' })
  const form = guest(more)
  const { id } = await app.as(host).guestPasses.invite(form)
  return { host, id, form, ...(await app.as(null).guestPasses.show({ id })) }
}

test('an invited guest gets a mail with the way to the code; the host sees the pass [GST-02, GST-04]', async () => {
  const { host, id, form, hostName, passCode } = await invited({ notes: 'Brings a large easel' })
  const [mail] = await inboxOf(app, form.guestEmail)
  expect(mail).toMatchObject({ subject: 'Your guest pass' })
  expect(mail!.links).toContain(`${app.url}/guest-pass/${id}`)
  const [kept] = await outboxOf(app, form.guestEmail)
  expect(kept!.props).toEqual({ passId: id, passCode, hostName: 'Ada Okafor', validUntil: '2026-11-30' })
  expect(hostName).toBe('Ada Okafor')
  expect(passCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(await passOf(host)).toMatchObject({
    ...form,
    ...{ id, passCode, status: 'active', timesUsed: 0, usageLimit: 1, lastUsedAt: null },
  })
})

test('name, email and last day are asked for; the day is from today to 90 days on, notes are optional [GST-03]', async () => {
  const host = app.as(await paidMember(app))
  const refused = async (more: object, field: string) =>
    expect(await host.guestPasses.invite(guest(more)).catch(error => error)).toMatchObject({ data: { field } })
  await refused({ guestName: ' ' }, 'guestName')
  await refused({ guestEmail: '' }, 'guestEmail')
  await refused({ guestEmail: 'gus' }, 'guestEmail')
  await refused({ validUntil: '' }, 'validUntil')
  await refused({ validUntil: '2026-11-17' }, 'validUntil')
  await refused({ validUntil: '2027-02-17' }, 'validUntil')
  const { notes: _, ...without } = guest({ validUntil: '2026-11-18' })
  await host.guestPasses.invite(without)
  await host.guestPasses.invite(guest({ validUntil: '2027-02-16' }))
})

test('the door lets the guest in once, names the host and tells them; then the pass is used [GPS-05]', async () => {
  const { host, code } = await invited({ notes: 'Brings a large easel' })
  expect(await admit(code!)).toMatchObject({
    outcome: 'admitted',
    name: 'Gus Holm',
    note: 'Invited by Ada Okafor. Brings a large easel',
    usesLeft: 0,
  })
  expect(await passOf(host)).toMatchObject({ status: 'used', timesUsed: 1, lastUsedAt: new Date(now) })
  const arrived = await outboxOf(app, host.email, 'guests.arrived')
  expect(arrived.map(({ props }) => props)).toEqual([
    { firstName: 'Ada', guestName: 'Gus Holm', at: new Date(now).toISOString() },
  ])
  expect(await admit(code!)).toMatchObject({ outcome: 'refused', message: 'Usage limit reached' })
  expect(await outboxOf(app, host.email, 'guests.arrived')).toHaveLength(1)
})

test('a pass is kept with its code, host, guest, last day, uses and state, and each use is counted in it [GPS-03]', async () => {
  const { host, id } = await invited()
  await app.sql('update guest_passes set usage_limit = 2 where id = $1', [id])
  const kept = async () =>
    (
      await app.sql(
        `select id, pass_code, inviter_user_id, guest_name, valid_until::text, usage_limit, times_used, last_used_at, status
          from guest_passes where id = $1`,
        [id],
      )
    )[0]
  const { passCode } = await app.as(null).guestPasses.show({ id })
  const of = { id, pass_code: passCode, inviter_user_id: host.id, guest_name: 'Gus Holm', valid_until: '2026-11-30' }
  const unused = { times_used: 0, last_used_at: null, status: 'active' }
  expect(await kept()).toEqual({ ...of, usage_limit: 2, ...unused })
  await admit(passCode!)
  expect(await kept()).toEqual({ ...of, usage_limit: 2, times_used: 1, last_used_at: new Date(now), status: 'active' })
  app.clock.set('2026-11-18T11:05:00Z')
  await admit(passCode!)
  const last_used_at = new Date('2026-11-18T11:05:00Z')
  expect(await kept()).toEqual({ ...of, usage_limit: 2, times_used: 2, last_used_at, status: 'used' })
})

test('two scanners cannot pass one use twice [GPS-05]', async () => {
  const { host, code } = await invited()
  const answers = await Promise.all(Array.from({ length: 8 }, () => admit(code!)))
  expect(answers.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1)
  expect(await passOf(host)).toMatchObject({ timesUsed: 1 })
})

test('typed letters count as the code, in any case and spacing; unknown ones are none [GPS-06, GPS-07]', async () => {
  const { passCode } = await invited()
  expect(await admit('ZZZZ 9999')).toMatchObject({ outcome: 'refused', message: 'Invalid pass code', name: null })
  const spaced = `${passCode!.slice(0, 4)} ${passCode!.slice(4)}`.toLowerCase()
  expect(await admit(spaced)).toMatchObject({ outcome: 'admitted', name: 'Gus Holm' })
})

test('a pass that is cancelled, past, or of a host on hold lets nobody in [GPS-04]', async () => {
  const cancelled = await invited()
  await app.as(cancelled.host).guestPasses.cancel({ id: cancelled.id })
  expect(await admit(cancelled.code!)).toMatchObject({ outcome: 'refused', message: 'Pass is cancelled' })
  expect((await inboxOf(app, cancelled.form.guestEmail)).map(({ subject }) => subject)).toEqual([
    'Your guest pass was cancelled',
    'Your guest pass',
  ])
  const held = await invited()
  await app.sql(`update profiles set account_status = 'suspended', blocked_at = now() where user_id = $1`, [
    held.host.id,
  ])
  expect(await app.as(null).guestPasses.show({ id: held.id })).toMatchObject({ code: null, passCode: null })
  expect(await admit(held.code!)).toMatchObject({
    outcome: 'refused',
    message: 'The member who invited this guest may bring nobody at present.',
  })
  const past = await invited({ validUntil: '2026-11-18' })
  app.clock.set('2026-11-18T23:59:00Z')
  expect(await app.as(null).guestPasses.show({ id: past.id })).toMatchObject({ status: 'active' })
  app.clock.set('2026-11-19T00:00:01Z')
  expect(await admit(past.code!)).toMatchObject({ outcome: 'refused', message: 'Pass expired on 18 Nov 2026' })
  expect(await admit(past.passCode!)).toMatchObject({ outcome: 'refused', message: 'Pass expired on 18 Nov 2026' })
  expect(await app.as(null).guestPasses.show({ id: past.id })).toMatchObject({
    status: 'expired',
    code: null,
    passCode: null,
  })
  expect(await passOf(past.host)).toMatchObject({ status: 'expired', can: { change: false } })
})

test('whom the house keeps out comes in as nobody’s guest, whether invited before or after; the host is not told why', async () => {
  const kept = await member(app)
  const before = await invited({ guestEmail: kept.email.toUpperCase() })
  await app.sql(`update profiles set account_status = 'blocked', blocked_at = now() where user_id = $1`, [kept.id])
  expect(await admit(before.code!)).toMatchObject({
    outcome: 'refused',
    message: 'This guest may not come in at present.',
  })
  const { list } = await app.as(door).door.list({ kind: guestPass.name })
  const passes = JSON.parse(list).passes as { passId: string; problem: string | null }[]
  expect(passes.find(({ passId }) => passId === before.id)).toMatchObject({
    problem: 'This guest may not come in at present.',
  })
  // Asked by their address, and by another spelling of it, the house gives nothing away before the door.
  const [name, domain] = kept.email.split('@')
  for (const guestEmail of [kept.email, `${name}+again@${domain}`]) {
    const after = await invited({ guestEmail })
    expect(after).toMatchObject({ status: 'active', code: expect.any(String) })
    expect(await admit(after.code!)).toMatchObject({ message: 'This guest may not come in at present.' })
  }
})

test('the host sees what became of the invitation, and has the link to send themselves', async () => {
  const { host, id } = await invited()
  expect(await passOf(host)).toMatchObject({ invitation: 'queued' })
  await app.runJobs()
  expect(await passOf(host)).toMatchObject({ invitation: 'sent' })
  for (let n = 0; n < 2; n++) {
    app.clock.set(`2026-11-18T11:0${n + 1}:00Z`)
    await app.as(host).guestPasses.sendAgain({ id })
  }
  // Three a day to one address, and no more; the first ones arrived all the same.
  await expect(app.as(host).guestPasses.sendAgain({ id })).rejects.toMatchObject({
    message: expect.stringContaining('3 emails from us today'),
  })
  await app.runJobs()
  expect(await passOf(host)).toMatchObject({ invitation: 'sent' })
  await app.sql(`update mails set status = 'suppressed' where relates_to = $1`, [`guest_passes/${id}`])
  expect(await passOf(host)).toMatchObject({ invitation: 'suppressed' })
  expect(await app.as(host).guestPasses.mine()).toMatchObject({ passUrl: `${app.url}/guest-pass/` })
})

test('a plan has so many passes a month; one that is cancelled unused is given back, and with the month all are [GST-04]', async () => {
  const free = app.as(await member(app))
  await free.guestPasses.invite(guest())
  const refused = { code: 'NO_PASSES_LEFT', message: expect.stringContaining('1 guest pass a month') }
  await expect(free.guestPasses.invite(guest())).rejects.toMatchObject(refused)

  const host = app.as(await paidMember(app))
  for (let n = 4; n > 0; n--) expect(await host.guestPasses.invite(guest())).toMatchObject({ left: n - 1 })
  expect(await host.guestPasses.mine()).toMatchObject({ limit: 4, left: 0, problem: { code: 'NO_PASSES_LEFT' } })
  await expect(host.guestPasses.invite(guest())).rejects.toMatchObject({ code: 'NO_PASSES_LEFT' })
  const { id } = (await host.guestPasses.mine()).rows[0]!
  await host.guestPasses.cancel({ id })
  await host.guestPasses.invite(guest())
  app.clock.set('2026-11-30T23:59:59Z')
  await expect(host.guestPasses.invite(guest({ validUntil: '2026-12-01' }))).rejects.toMatchObject({
    code: 'NO_PASSES_LEFT',
  })
  app.clock.set('2026-12-01T00:00:00Z')
  await host.guestPasses.invite(guest({ validUntil: '2026-12-01' }))
})

test('many invitations at once give out no more than the month has [GST-04]', async () => {
  const host = app.as(await paidMember(app))
  const forms = Array.from({ length: 9 }, () => guest())
  const answers = await Promise.allSettled(forms.map(form => host.guestPasses.invite(form)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('passes are their host’s own, and for approved members', async () => {
  const { id } = await invited()
  const other = app.as(await paidMember(app))
  for (const call of [other.guestPasses.cancel, other.guestPasses.sendAgain])
    await expect(call({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await other.guestPasses.mine()).toMatchObject({ rows: [] })
  const applicant = app.as(await person(app))
  await expect(applicant.guestPasses.invite(guest())).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
  expect(await applicant.guestPasses.mine()).toMatchObject({ problem: { code: 'APPROVAL_PENDING' }, rows: [] })
  await expect(app.as(null).guestPasses.show({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what was let in without a connection stays written down, also once too often', async () => {
  const { host, code, id } = await invited()
  const away = { isOffline: true, wasAdmitted: true }
  await admit(code!, { ...away, deviceId: 'one' })
  expect(await admit(code!, { ...away, deviceId: 'two' })).toMatchObject({ outcome: 'admitted' })
  expect(
    await app.sql(`select objection from scans where pass_id = $1 order by received_at, is_first_entry desc`, [id]),
  ).toEqual([{ objection: null }, { objection: 'Usage limit reached' }])
  expect(await passOf(host)).toMatchObject({ status: 'used', timesUsed: 2 })
})

test('a device that goes on alone knows the passes that may come today, with what speaks against them', async () => {
  const good = await invited()
  const cancelled = await invited()
  await app.as(cancelled.host).guestPasses.cancel({ id: cancelled.id })
  const { list } = await app.as(door).door.list({ kind: guestPass.name })
  const passes = JSON.parse(list).passes as { passId: string; problem: string | null }[]
  const known = (id: string) => passes.find(({ passId }) => passId === id)
  expect(known(good.id)).toMatchObject({
    ...{ name: 'Gus Holm', note: 'Invited by Ada Okafor', entries: 0, entryLimit: 1, problem: null, personId: null },
  })
  expect(known(cancelled.id)).toMatchObject({ problem: 'Pass is cancelled' })
})

test('of a guest who is in the building that is said, with the visit to end, though their pass is used up', async () => {
  const { code } = await invited({ guestName: 'Winnie Within' })
  const find = () => app.as(door).door.find({ kind: guestPass.name, q: 'winnie' })
  expect(await find()).toMatchObject([{ name: 'Winnie Within', ticketType: 'guest', entries: 0 }])
  await admit(code!)
  const [winnie, ...others] = await find()
  expect(others).toEqual([])
  const nothing = { passId: null, personId: null }
  expect(winnie).toMatchObject({ ...nothing, name: 'Winnie Within', visit: { since: new Date(now) } })
  await app.as(door).door.checkOut({ id: winnie!.visit!.id })
  expect(await find()).toEqual([])
})

test.each([
  'Your account is locked: evil.example',
  'Your account was hacked reply at once',
  'Call 0800 1234567',
  'evil.example',
  'x'.repeat(61),
])('a host who calls themselves %j is “A member” to strangers', async firstName => {
  const host = await paidMember(app)
  await app.sql(`update profiles set first_name = $2, last_name = '' where user_id = $1`, [host.id, firstName])
  const form = guest()
  const { id } = await app.as(host).guestPasses.invite(form)
  expect(await app.as(null).guestPasses.show({ id })).toMatchObject({ hostName: 'A member' })
  const [mail] = await outboxOf(app, form.guestEmail)
  expect(mail!.props).toMatchObject({ hostName: 'A member' })
})

test('what a member sends to an address uses up nothing of what others ask for there', async () => {
  const { host, id, form } = await invited()
  for (let n = 0; n < 2; n++) await app.as(host).guestPasses.sendAgain({ id })
  await expect(app.as(host).guestPasses.sendAgain({ id })).rejects.toMatchObject({ code: 'MAILED_ENOUGH' })
  await app.as(host).guestPasses.cancel({ id })
  await app.as(null).contact.send({ name: 'Gus', email: form.guestEmail, message: 'Is there room for a press?' })
  const subjects = (await inboxOf(app, form.guestEmail)).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === 'Your guest pass')).toHaveLength(3)
  expect(subjects).toContain('Your guest pass was cancelled')
  expect(subjects).toContain('We have your message')
})

test('of more than 200 guests the latest are shown, and that there were earlier ones is said', async () => {
  const { host, id } = await invited()
  const more = (count: number) =>
    app.sql(
      `insert into guest_passes select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'pass_code', upper(left(md5(gen_random_uuid()::text), 8)),
         'created_at', p.created_at - interval '1 day'))).* from guest_passes p, generate_series(1, $2) where p.id = $1`,
      [id, count],
    )
  await more(199)
  expect(await app.as(host).guestPasses.mine()).toMatchObject({ hasEarlier: false, rows: { length: 200 } })
  await more(1)
  const { rows, hasEarlier } = await app.as(host).guestPasses.mine()
  expect([rows.length, hasEarlier, rows[0]!.id]).toEqual([200, true, id])
})
