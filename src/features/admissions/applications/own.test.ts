import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { freeForm, paidForm } from '#seed/factories/applications.ts'
import { admin, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, applicationTiers, asRead, committeeOf, uploadDocument } from '#test/applications.ts'
import { newEmail, newIp } from '#test/browser.ts'
import { expectInvariants } from '#test/invariants.ts'
import { messages } from './inputs.ts'

const app = sharedTestApp()
let boss: Person
let voters: Person[]
beforeAll(async () => {
  boss = await admin(app)
  await applicationTiers(app)
  voters = await committeeOf(app, 3)
})

const mine = async (someone: Person) => (await app.as(someone).applications.mine()).application!
const vote = async (applicationId: string, which = 0, how: 'approve' | 'reject' = 'approve') =>
  app.as(voters[which]!).applications.vote({ ...(await asRead(app, applicationId)), vote: how })
const refusedBy = (code: string) => ({ code })

/** Somebody with a pending paid application and both documents. */
async function paidApplicant() {
  const someone = await person(app)
  const idDocument = await uploadDocument(app, someone)
  const proofOfResidence = await uploadDocument(app, someone, 'proof-of-residence')
  const form = paidForm(someone, { idDocument, proofOfResidence, isWestminsterResident: true })
  const { id } = await app.as(someone).applications.submit(form)
  return { someone, id, form, idDocument, proofOfResidence }
}

test('applicants read everything that they sent, with their documents', async () => {
  const { someone, id, form, idDocument, proofOfResidence } = await paidApplicant()
  const shown = await mine(someone)
  const { fullName, address, city, postcode, creativeDiscipline, whyJoin, emergencyContactName } = form
  expect(shown).toMatchObject({
    ...{ id, fullName, address, city, postcode, creativeDiscipline, whyJoin, emergencyContactName },
    email: someone.email,
    phoneNumber: '+447700900123',
    emergencyContactPhone: '+447700900456',
    socialMediaLinks: ['https://example.com/ada'],
    tierSlug: 'creator',
    isWestminsterResident: true,
    startOn: form.startDate,
    can: { correct: true, withdraw: true },
  })
  expect(shown.documents.map(document => document.id).toSorted()).toEqual(
    [idDocument.id, proofOfResidence.id].toSorted(),
  )
})

describe('correcting', () => {
  test('changes what was sent, for everybody who reads it, and nothing that was fixed when it was sent', async () => {
    const { someone, id, form, idDocument } = await paidApplicant()
    const before = await app.sql('select * from membership_applications where id = $1', [id])
    app.clock.advance(60_000)
    const whyJoin = 'I throw pots, fire them in a wood kiln, and would like to teach other people how to do it.'
    await app.as(someone).applications.correct({ ...form, id, fullName: 'Ada King', whyJoin, city: 'Leeds' })
    const now = app.clock.now()
    expect(await app.sql('select * from membership_applications where id = $1', [id])).toEqual([
      { ...before[0], full_name: 'Ada King', why_join: whyJoin, city: 'Leeds', corrected_at: now },
    ])
    expect(await mine(someone)).toMatchObject({ fullName: 'Ada King', whyJoin, correctedAt: now })
    expect(await app.as(voters[0]!).applications.review({ id })).toMatchObject({ name: 'Ada King', whyJoin })
    expect(await app.as(boss).applications.detail({ id })).toMatchObject({ idDocumentUrl: `/files/${idDocument.id}` })
  })

  test('replaces a document and deletes the one that it replaces; a free plan keeps none', async () => {
    const { someone, id, form, idDocument, proofOfResidence } = await paidApplicant()
    const better = await uploadDocument(app, someone)
    await app.as(someone).applications.correct({ ...form, id, idDocument: better })
    const deleted = async () =>
      (
        await app.sql<{ id: string }>('select id from files where owner_id = $1 and deleted_at is not null', [
          someone.id,
        ])
      ).map(file => file.id)
    expect(await deleted()).toEqual([idDocument.id])
    await app.as(someone).applications.correct({ ...freeForm(someone), id })
    expect((await deleted()).toSorted()).toEqual([idDocument.id, better.id, proofOfResidence.id].toSorted())
    expect(await mine(someone)).toMatchObject({ tierSlug: 'explorer', whyJoin: null, address: null, documents: [] })
  })

  test('keeps to the rules of the form, and to one’s own unused documents', async () => {
    const { someone, id, form } = await paidApplicant()
    const correct = (values: object) => app.as(someone).applications.correct({ ...form, id, ...values })
    await expect(correct({ whyJoin: 'Short' })).rejects.toMatchObject({ data: { field: 'whyJoin' } })
    await expect(correct({ email: 'other@people.example' })).rejects.toMatchObject({ data: { field: 'email' } })
    const theirs = await uploadDocument(app, await person(app))
    await expect(correct({ idDocument: theirs })).rejects.toMatchObject(refusedBy('NOT_FOUND'))
    expect(await mine(someone)).toMatchObject({ whyJoin: form.whyJoin, correctedAt: null })
  })

  test.each(['approve', 'reject'] as const)('ends with the first vote, here to %s', async how => {
    const someone = await applicant(app)
    const { applicationId: id } = someone
    await vote(id, 0, how)
    expect((await mine(someone)).can).toEqual({ correct: false, withdraw: true })
    const corrected = app.as(someone).applications.correct({ ...freeForm(someone), id, fullName: 'Somebody Else' })
    await expect(corrected).rejects.toMatchObject(refusedBy('VOTE_BEGUN'))
  })

  test('is read again before anybody votes: a vote on the text before it is refused and not cast', async () => {
    const someone = await applicant(app)
    const { applicationId: id } = someone
    const { version } = await app.as(voters[0]!).applications.review({ id })
    app.clock.advance(60_000)
    await app.as(someone).applications.correct({ ...freeForm(someone), id, fullName: 'Ada King' })
    const cast = (of: string) =>
      app.as(voters[0]!).applications.vote({ applicationId: id, version: of, vote: 'reject' })
    await expect(cast(version)).rejects.toMatchObject({
      code: 'APPLICATION_CHANGED',
      message: 'This application was changed meanwhile: read it again.',
    })
    expect(await mine(someone)).toMatchObject({ can: { correct: true } })
    const again = await app.as(voters[0]!).applications.review({ id })
    expect(again).toMatchObject({ name: 'Ada King', myVote: null })
    await cast(again.version)
    expect(await app.as(voters[0]!).applications.review({ id })).toMatchObject({ myVote: 'reject' })
  })

  test('never slips in behind a vote that is just being given', async () => {
    const someone = await applicant(app)
    const { applicationId: id } = someone
    const waits = async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0
    let correcting: Promise<unknown> = Promise.resolve()
    await app.runtime.db.transaction(async tx => {
      // As a vote does: the application is locked, its vote counted, and the answer not yet given.
      await tx.execute(sql`select from membership_applications where id = ${id} for update`)
      await tx.execute(sql`insert into committee_votes (application_id, voter_id, vote, created_at)
        values (${id}, ${voters[0]!.id}, 'approve', ${app.clock.now()})`)
      await tx.execute(sql`update membership_applications set current_votes = 1 where id = ${id}`)
      correcting = app.as(someone).applications.correct({ ...freeForm(someone), id, fullName: 'Somebody Else' })
      correcting.catch(() => undefined)
      while (!(await waits()));
    })
    await expect(correcting).rejects.toMatchObject(refusedBy('VOTE_BEGUN'))
    expect((await mine(someone)).fullName).not.toBe('Somebody Else')
    await expectInvariants(app)
  })
})

test('nobody has an open application beside a membership that their place in line just became', async () => {
  const email = newEmail()
  await app.as(null, { ipAddress: newIp() }).waitlist.join({ firstName: 'Ada', lastName: 'Okafor', email })
  const someone = await person(app, { email })
  const waits = async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0
  let applying: Promise<unknown> = Promise.resolve()
  await app.runtime.db.transaction(async tx => {
    // As a conversion does: the entry is locked, and becomes a membership.
    await tx.execute(sql`select from waiting_list where email = ${email} for update`)
    applying = app.as(someone).applications.submit(freeForm(someone))
    applying.catch(() => undefined)
    while (!(await waits()));
    await tx.execute(sql`update profiles set approval_status = 'approved' where user_id = ${someone.id}`)
    await tx.execute(sql`update waiting_list set status = 'approved', user_id = ${someone.id},
      approved_at = ${app.clock.now()}, converted_at = ${app.clock.now()} where email = ${email}`)
  })
  await expect(applying).rejects.toMatchObject(refusedBy('APPLICATION_ALREADY_EXISTS'))
  expect(await app.sql('select 1 from membership_applications where user_id = $1', [someone.id])).toEqual([])
  // The other way round: who has applied is not made a member past the application.
  const late = newEmail()
  await app.as(null, { ipAddress: newIp() }).waitlist.join({ firstName: 'Ida', lastName: 'Bell', email: late })
  const [entry] = await app.sql<{ id: string }>('select id from waiting_list where email = $1', [late])
  const other = await person(app, { email: late })
  await app.as(other).applications.submit(freeForm(other))
  await expect(app.as(boss).waitlist.setStatus({ id: entry!.id, status: 'approved' })).rejects.toMatchObject(
    refusedBy('HAS_APPLIED'),
  )
})

describe('withdrawing', () => {
  test('takes the application and its documents away from everybody, tells the applicant, and keeps the account', async () => {
    const { someone, id } = await paidApplicant()
    await vote(id)
    await app.as(someone).applications.withdraw({ id, waits: true })
    expect(await mine(someone)).toMatchObject({
      stage: 'withdrawn',
      withdrawnAt: app.clock.now(),
      documentsDeletedAt: app.clock.now(),
      documents: [],
      can: { correct: false, withdraw: false },
    })
    expect(await app.sql('select 1 from files where owner_id = $1 and deleted_at is null', [someone.id])).toEqual([])
    const { rows } = await app.as(voters[1]!).applications.list({ view: 'voting' })
    expect(rows.map(row => row.id)).not.toContain(id)
    await expect(vote(id, 1)).rejects.toMatchObject(refusedBy('VOTE_CLOSED'))
    await expect(app.as(boss).applications.approve({ id })).rejects.toMatchObject(refusedBy('WITHDRAWN'))
    expect(await app.as(boss).applications.detail({ id })).toMatchObject({
      status: 'withdrawn',
      can: { approve: false, reject: false },
    })
    expect((await app.as(boss).applications.list({ status: 'withdrawn' })).rows.map(row => row.id)).toContain(id)
    await app.runJobs()
    expect(
      await app.sql(`select status from mails where to_address = $1 and template = 'applications.withdrawn'`, [
        someone.email,
      ]),
    ).toEqual([{ status: 'sent' }])
    await expectInvariants(app)
  })

  test('says where they stand then, and leaves the way back open at once', async () => {
    const someone = await applicant(app)
    await app.as(someone).applications.withdraw({ id: someone.applicationId })
    expect((await app.as(someone).members.me())!).toMatchObject({
      standing: { title: 'You withdrew your application.', next: { label: 'Apply again', to: '/join' } },
      cameToApply: false,
    })
    expect((await app.as(someone).applications.mine()).can.apply).toBe(true)
    app.clock.advance(1_000)
    await app.as(someone).applications.submit(freeForm(someone))
    expect(await mine(someone)).toMatchObject({ stage: 'voting', can: { correct: true, withdraw: true } })
  })

  test.each([1, 2])(
    'after %i of 2 votes to reject is no way around the wait for another application',
    async rejections => {
      const someone = await applicant(app)
      const { applicationId: id } = someone
      for (let which = 0; which < rejections; which++) await vote(id, which, 'reject')
      const { reapplyAfterDays } = await app.as(boss).venue.settings()
      const again = new Date(app.clock.now().getTime() + reapplyAfterDays * 86_400_000)
      expect(await mine(someone)).toMatchObject({
        stage: rejections === 2 ? 'deciding' : 'voting',
        afterWithdrawalAt: again,
      })
      // A question that lay open said that they could apply again at once.
      await expect(app.as(someone).applications.withdraw({ id, waits: false })).rejects.toMatchObject({
        code: 'VOTE_BEGUN',
        message: messages.voteSince,
      })
      await app.as(someone).applications.withdraw({ id, waits: true })
      expect(await mine(someone)).toMatchObject({ mayReapplyAt: again })
      await expect(app.as(someone).applications.submit(freeForm(someone))).rejects.toMatchObject({
        message:
          'You withdrew your last application after the committee had voted, and it is too early to apply again.',
      })
      expect((await app.as(someone).members.me())!.standing).toMatchObject({
        words: expect.stringContaining('You can apply again from'),
        next: { label: 'See your application', to: '/join' },
      })
    },
  )

  test('is for what is undecided, and one’s own', async () => {
    const someone = await applicant(app)
    const { applicationId: id } = someone
    const other = await applicant(app)
    const refusal = refusedBy('NOT_FOUND')
    await expect(app.as(other).applications.withdraw({ id })).rejects.toMatchObject(refusal)
    await expect(app.as(other).applications.correct({ ...freeForm(other), id })).rejects.toMatchObject(refusal)
    await app.as(boss).applications.approve({ id })
    await expect(app.as(someone).applications.withdraw({ id })).rejects.toMatchObject(refusedBy('ALREADY_DECIDED'))
    expect((await mine(someone)).can).toEqual({ correct: false, withdraw: false })
  })

  test('leaves the waiting list as well', async () => {
    const email = newEmail()
    await app.as(null, { ipAddress: newIp() }).waitlist.join({ firstName: 'Ada', lastName: 'Okafor', email })
    const someone = await person(app, { email })
    const { id } = await app.as(someone).applications.submit(freeForm(someone))
    const waiting = () => app.sql('select status from waiting_list where email = $1', [someone.email])
    expect(await waiting()).toEqual([{ status: 'pending' }])
    await app.as(someone).applications.withdraw({ id })
    expect(await waiting()).toEqual([])
  })
})
