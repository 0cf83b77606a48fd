import { beforeAll, describe, expect, test, vi } from 'vitest'
import { renderMail } from '#platform/mail/render.ts'
import { freeForm } from '#seed/factories/applications.ts'
import { tier } from '#seed/factories/memberships.ts'
import { admin, committee, goodPassword, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, applicationWithoutAccount, committeeOf } from '#test/applications.ts'
import { outboxOf } from '#test/mailbox.ts'
import { approvedMail } from './mail.tsx'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

const row = async (id: string) => (await app.sql('select * from membership_applications where id = $1', [id]))[0]!
const reasons = async () => {
  const all = await app.as(boss).applications.reasons()
  return { listed: all.find(reason => !reason.needsNotes)!, other: all.find(reason => reason.needsNotes)! }
}

describe('an admin', () => {
  test('approves without the committee’s votes; membership, mails and the audit follow [APPL-30, APPL-34, APPL-47]', async () => {
    await committeeOf(app, 5)
    const someone = await applicant(app)
    expect(await app.as(boss).applications.approve({ id: someone.applicationId })).toEqual({
      isAccountCreated: false,
      isWaiting: false,
    })
    expect(await row(someone.applicationId)).toMatchObject({
      status: 'approved',
      overridden_by: boss.id,
      decided_by: boss.id,
      reviewed_at: app.clock.now(),
    })
    expect(await app.as(someone).members.me()).toMatchObject({
      approvalStatus: 'approved',
      tier: { slug: 'explorer' },
    })
    expect(await outboxOf(app, someone.email, 'applications.approved')).toHaveLength(1)
    const [entry] = await app.sql(
      `select actor_id, action, after from audit_log where table_name = 'membership_applications' and row_id = $1`,
      [someone.applicationId],
    )
    expect(entry).toMatchObject({ actor_id: boss.id, action: 'update', after: { status: 'approved' } })
  })

  test('for a plan that the house offers no more says so, to the applicant and in the mail', async () => {
    const someone = await applicant(app)
    await app.sql(`update membership_applications set tier_slug = 'innovator' where id = $1`, [someone.applicationId])
    await tier(app, 'innovator')
    await app.sql(`update membership_tiers set is_active = false where slug = 'innovator'`)
    await app.as(boss).applications.approve({ id: someone.applicationId })
    expect(await outboxOf(app, someone.email, 'applications.approved')).toMatchObject([
      { props: { pricePence: 17_500, isOffered: false } },
    ])
    const { application } = await app.as(someone).applications.mine()
    expect(application).toMatchObject({ isPaid: true, isOffered: false })
    const { text } = await renderMail(
      approvedMail.body(
        { ...approvedMail.example, isOffered: false },
        { venue: { name: '', address: '' }, publicUrl: '' },
      ),
    )
    expect(text).toContain('The Creator plan that you applied for is no longer offered')
    expect(text).not.toContain('pay the first month')
  })

  test('approves once, however often and however fast [APPL-39]', async () => {
    const someone = await applicant(app)
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => app.as(boss).applications.approve({ id: someone.applicationId })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await outboxOf(app, someone.email, 'applications.approved')).toHaveLength(1)
  })

  test('rejects with a reason from the list, which is stored and mailed [APPL-32, APPL-37, APPL-38]', async () => {
    const someone = await applicant(app)
    const { listed } = await reasons()
    await app.as(boss).applications.reject({ id: someone.applicationId, reasonId: listed.id, notes: 'not used' })
    expect(await row(someone.applicationId)).toMatchObject({
      status: 'rejected',
      rejection_reason: listed.reason,
      reviewed_at: app.clock.now(),
    })
    expect(await outboxOf(app, someone.email, 'applications.rejected')).toMatchObject([
      { props: { reason: listed.reason } },
    ])
    expect((await app.as(someone).members.me())!.approvalStatus).toBe('rejected')
  })

  test('needs a reason, and words where it is “Other - see notes” [APPL-16, APPL-36]', async () => {
    const someone = await applicant(app)
    const { listed, other } = await reasons()
    expect(other.reason).toBe('Other - see notes')
    const refused = {
      message: 'Please select or enter a rejection reason',
      data: { title: 'Reason required' },
    }
    await expect(app.as(boss).applications.reject({ id: someone.applicationId })).rejects.toMatchObject(refused)
    await expect(
      app.as(boss).applications.reject({ id: someone.applicationId, reasonId: other.id, notes: '  ' }),
    ).rejects.toMatchObject(refused)
    await app.as(boss).applications.saveReason({ id: listed.id, reason: listed.reason, isActive: false })
    await expect(
      app.as(boss).applications.reject({ id: someone.applicationId, reasonId: listed.id }),
    ).rejects.toMatchObject(refused)
    await app.as(boss).applications.saveReason({ id: listed.id, reason: listed.reason, isActive: true })
    expect(await row(someone.applicationId)).toMatchObject({ status: 'pending' })
    await app
      .as(boss)
      .applications.reject({ id: someone.applicationId, reasonId: other.id, notes: 'In your own words' })
    expect(await row(someone.applicationId)).toMatchObject({ rejection_reason: 'In your own words' })
  })

  test('edits the list of reasons; the one that asks for words stays [APPL-16]', async () => {
    const { other } = await reasons()
    const { id } = await app.as(boss).applications.saveReason({ reason: 'Another house suits you better' })
    await app.as(boss).applications.saveReason({ id, reason: 'Another house suits you better', isActive: false })
    expect((await app.as(boss).applications.reasons()).at(-1)).toMatchObject({ id, isActive: false })
    await expect(app.as(boss).applications.saveReason({ reason: other.reason })).rejects.toMatchObject({
      code: 'REASON_EXISTS',
    })
    await expect(
      app.as(boss).applications.saveReason({ id: other.id, reason: 'Gone', isActive: false }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('does not decide on their own application', async () => {
    const own = await applicant(app)
    await app.sql(`insert into user_roles (user_id, role) values ($1, 'admin')`, [own.id])
    const can = { approve: false, reject: false }
    expect((await app.as(own).applications.list({ q: own.email })).rows).toMatchObject([{ can }])
    expect(await app.as(own).applications.detail({ id: own.applicationId })).toMatchObject({ can })
    expect((await app.as(boss).applications.list({ q: own.email })).rows).toMatchObject([
      { can: { approve: true, reject: true } },
    ])
    await expect(app.as(own).applications.approve({ id: own.applicationId })).rejects.toMatchObject({
      code: 'OWN_APPLICATION',
    })
    const { listed } = await reasons()
    await expect(app.as(own).applications.reject({ id: own.applicationId, reasonId: listed.id })).rejects.toMatchObject(
      { code: 'OWN_APPLICATION' },
    )
    await app.sql(`delete from user_roles where user_id = $1`, [own.id])
  })
})

test('a committee member may vote only: approving, rejecting and reasons are the admins’ [APPL-41]', async () => {
  const voter = await committee(app)
  const someone = await applicant(app)
  const { listed } = await reasons()
  for (const who of [voter, await member(app), someone]) {
    await expect(app.as(who).applications.approve({ id: someone.applicationId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(
      app.as(who).applications.reject({ id: someone.applicationId, reasonId: listed.id }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(app.as(who).applications.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(app.as(who).applications.saveReason({ reason: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  }
})

test('lists are by status, newest first, and found by name or address [APPL-27, APPL-33]', async () => {
  const older = await applicant(app, { firstName: 'Zenobia' })
  app.clock.advance(1_000)
  const newer = await applicant(app, { firstName: 'Zenobia' })
  const found = await app.as(boss).applications.list({ q: 'zenobia' })
  expect(found.rows.map(({ id }) => id)).toEqual([newer.applicationId, older.applicationId])
  expect(found).toMatchObject({
    total: 2,
    rows: [{ status: 'pending', can: { approve: true, reject: true } }, {}],
  })
  await app.as(boss).applications.approve({ id: older.applicationId })
  const listed = async (status?: 'pending' | 'approved' | 'rejected') =>
    (await app.as(boss).applications.list({ q: older.email, ...(status && { status }) })).rows
  expect(await listed('pending')).toEqual([])
  expect(await listed('approved')).toMatchObject([{ can: { approve: false, reject: false } }])
  // Without a filter it is all of them.
  expect(await listed()).toMatchObject([{ status: 'approved' }])
  expect((await app.as(boss).applications.list({ q: '%' })).total).toBe(0)
})

test('a mail that cannot be sent does not stop a decision, is seen, and can be sent again [APPL-38, APPL-26]', async () => {
  const someone = await applicant(app)
  const { listed } = await reasons()
  await app.as(boss).applications.reject({ id: someone.applicationId, reasonId: listed.id })
  // The mail server goes away before the job runs.
  const unreachable = vi.spyOn(app.runtime.mailer, 'sendMail').mockRejectedValue(new Error('connection refused'))
  await app.runJobs()
  unreachable.mockRestore()
  expect(await row(someone.applicationId)).toMatchObject({ status: 'rejected' })
  const failed = (await app.as(boss).applications.detail({ id: someone.applicationId })).mails.find(
    ({ status }) => status === 'failed',
  )!
  expect(failed).toBeDefined()
  await app.as(boss).mailings.resend({ id: failed.id })
  await app.runJobs()
  expect(
    (await app.as(boss).applications.detail({ id: someone.applicationId })).mails.find(({ id }) => id === failed.id),
  ).toMatchObject({ status: 'sent' })
})

describe('an approved application without an account', () => {
  test('gets one by itself, once, with a welcome mail that sets the password [APPL-31, APPL-39]', async () => {
    const id = await applicationWithoutAccount(app, 'joan@people.example')
    await Promise.all([1, 2].map(() => app.runtime.jobs.send('applications.create-accounts', {})))
    await Promise.all([app.runJobs(), app.runJobs()])
    const accounts = await app.sql<{ id: string }>(`select id from "user" where email = 'joan@people.example'`)
    expect(accounts).toHaveLength(1)
    expect(await row(id)).toMatchObject({ user_id: accounts[0]!.id })
    expect(await app.as(accounts[0]!).members.me()).toMatchObject({
      approvalStatus: 'approved',
      firstName: 'Joan',
      lastName: 'Clarke',
    })
    await app.runJobs()
    expect(await outboxOf(app, 'joan@people.example', 'applications.approved')).toMatchObject([
      { status: 'sent', props: null },
    ])
    const [letter] = (await (await app.fetch('/dev/mail/messages.json?to=joan@people.example')).json()) as {
      links: string[]
    }[]
    const token = new URL(letter!.links.find(link => link.includes('/invite'))!).searchParams.get('token')
    const post = (path: string, body: object, cookie = '') =>
      app.fetch(`/auth-api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url, cookie },
        body: JSON.stringify(body),
      })
    const opened = await post('/invitation/open', { token })
    expect(opened.status).toBe(200)
    expect((await post('/invitation/open', { token })).status).toBe(400)
    const cookie = opened.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
    expect((await post('/invitation/accept', { newPassword: goodPassword }, cookie)).status).toBe(200)
    const credentials = { email: 'joan@people.example', password: goodPassword }
    expect((await post('/sign-in/email', credentials)).status).toBe(200)
    // An account that is later removed is not made again.
    await app.sql('delete from user_memberships where user_id = $1', [accounts[0]!.id])
    await app.sql('delete from "user" where id = $1', [accounts[0]!.id])
    await app.runtime.jobs.send('applications.create-accounts', {})
    await app.runJobs()
    expect(await app.sql(`select 1 from "user" where email = 'joan@people.example'`)).toEqual([])
  })

  test('that an admin approves gets it in the same moment [APPL-34]', async () => {
    const id = await applicationWithoutAccount(app, 'hedy@people.example', 'pending')
    expect(await app.as(boss).applications.approve({ id })).toEqual({
      isAccountCreated: true,
      isWaiting: false,
    })
  })
})

describe('a full house', () => {
  test('puts approved applicants in line; places are given in order and never beyond the limit [MBR-67]', async () => {
    const active = Number((await app.sql(`select count(*) from user_memberships where status = 'active'`))[0]!.count)
    await app.as(boss).venue.changeSettings({ maxActiveMembers: active + 1 })
    const people = await Promise.all(Array.from({ length: 6 }, () => applicant(app)))
    const answers = await Promise.all(
      people.map(({ applicationId }) => app.as(boss).applications.approve({ id: applicationId })),
    )
    expect(answers.filter(({ isWaiting }) => !isWaiting)).toHaveLength(1)
    expect(Number((await app.sql(`select count(*) from user_memberships where status = 'active'`))[0]!.count)).toBe(
      active + 1,
    )
    const waiting = people.filter((_, index) => answers[index]!.isWaiting)
    for (const someone of waiting) {
      expect(await app.as(someone).applications.mine()).toMatchObject({
        application: { stage: 'waiting', placeInLine: expect.any(Number) },
      })
      expect((await app.as(someone).members.me())!.approvalStatus).toBe('pending')
    }
    await app.as(boss).venue.changeSettings({ maxActiveMembers: active + 3 })
    await app.runtime.jobs.send('waitlist.convert', {})
    await app.runJobs()
    const places = await Promise.all(
      waiting.map(async someone => (await app.as(someone).applications.mine()).application!.placeInLine),
    )
    expect(places.filter(place => place === null)).toHaveLength(2)
    expect(places.filter(place => place !== null).sort()).toEqual([1, 2, 3])
    await app.as(boss).venue.changeSettings({ maxActiveMembers: 200 })
  })
})

test('a person whose approval fails for one application does not stop the others [APPL-30]', async () => {
  const someone = await applicant(app)
  const missing = '00000000-0000-4000-8000-000000000000'
  const answers = await Promise.allSettled(
    [missing, someone.applicationId].map(id => app.as(boss).applications.approve({ id })),
  )
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await app.as(await person(app)).applications.mine()).toMatchObject({ application: null })
  expect(freeForm(someone).tierSlug).toBe('explorer')
})
