import { beforeAll, describe, expect, test } from 'vitest'
import { freeForm, paidForm } from '#seed/factories/applications.ts'
import { admin, committee, goodPassword, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, applicationTiers, archive, asRead, committeeOf, uploadDocument } from '#test/applications.ts'
import { browser, newEmail, sessionCookie, signUpBody } from '#test/browser.ts'
import { forged } from '#test/forged.ts'
import { expectInvariants } from '#test/invariants.ts'
import { tokenFor } from '#test/mailbox.ts'

const app = sharedTestApp({ env: { TRUST_PROXY: 'on' } })
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
  await applicationTiers(app)
})

const rowsOf = (someone: Person) =>
  app.sql('select * from membership_applications where user_id = $1 order by submitted_at', [someone.id])
const apply = (someone: Person, values: Parameters<typeof freeForm>[1] = {}) =>
  app.as(someone).applications.submit(freeForm(someone, values))
const referralCode = async (someone: Person) =>
  (await app.sql<{ referral_code: string }>('select referral_code from profiles where user_id = $1', [someone.id]))[0]!
    .referral_code

test('a paid application is stored with every field, pending, and confirmed by mail [JOIN-26, JOIN-27, APPL-14]', async () => {
  await committeeOf(app, 4)
  const someone = await person(app)
  const idDocument = await uploadDocument(app, someone)
  const proofOfResidence = await uploadDocument(app, someone, 'proof-of-residence')
  const form = paidForm(someone, {
    idDocument,
    proofOfResidence,
    isWestminsterResident: true,
    proRataRequested: true,
  })
  const { id } = await app.as(someone).applications.submit(form)
  const now = app.clock.now()
  expect(await rowsOf(someone)).toEqual([
    expect.objectContaining({
      id,
      user_id: someone.id,
      full_name: form.fullName,
      email: someone.email,
      tier_slug: 'creator',
      status: 'pending',
      terms_accepted: true,
      terms_accepted_at: now,
      submitted_at: now,
      created_at: now,
      phone_number: '+447700900123',
      address: form.address,
      city: form.city,
      postcode: form.postcode,
      is_westminster_resident: true,
      creative_discipline: form.creativeDiscipline,
      why_join: form.whyJoin,
      emergency_contact_name: form.emergencyContactName,
      emergency_contact_phone: '+447700900456',
      emergency_contact_relationship: form.emergencyContactRelationship,
      insurance_waiver_accepted: true,
      insurance_waiver_accepted_at: now,
      background_check_consent: true,
      id_document_file_id: idDocument.id,
      proof_of_residence_file_id: proofOfResidence.id,
      pro_rata_requested: true,
      social_media_links: ['https://example.com/ada'],
      current_votes: 0,
      required_votes: 3,
      rejection_reason: null,
      reviewed_at: null,
    }),
  ])
  await app.runJobs()
  expect(
    await app.sql(`select status from mails where to_address = $1 and template = 'applications.received'`, [
      someone.email,
    ]),
  ).toEqual([{ status: 'sent' }])
  expect(await app.as(boss).applications.detail({ id })).toMatchObject({
    idDocumentUrl: `/files/${idDocument.id}`,
    proofOfResidenceUrl: `/files/${proofOfResidence.id}`,
  })
})

test('the applicant’s part cannot set what is decided elsewhere [JOIN-27]', async () => {
  const someone = await person(app)
  const withMore = {
    ...freeForm(someone),
    status: 'approved',
    currentVotes: 9,
    requiredVotes: 1,
    userId: boss.id,
    reviewedAt: new Date(),
  }
  await expect(app.as(someone).applications.submit(forged(withMore))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await rowsOf(someone)).toEqual([])
  await apply(someone)
  expect(await rowsOf(someone)).toMatchObject([{ status: 'pending', current_votes: 0, user_id: someone.id }])
})

test('the server refuses in the words of the form, for the field it is about [JOIN-07, JOIN-12, JOIN-24, JOIN-30]', async () => {
  const someone = await person(app)
  await expect(apply(someone, { fullName: ' ' })).rejects.toMatchObject({
    message: 'Full name is required',
    data: { field: 'fullName', title: 'Submission Failed' },
  })
  await expect(app.as(someone).applications.submit(paidForm(someone, { idDocument: null }))).rejects.toMatchObject({
    message: 'Please upload an ID document',
    data: { field: 'idDocument' },
  })
  await expect(apply(someone, { tierSlug: 'platinum' })).rejects.toMatchObject({ code: 'TIER_NOT_FOUND' })
  expect(await rowsOf(someone)).toEqual([])
})

test('documents are one’s own, unused and of the right kind [JOIN-24]', async () => {
  const [someone, other] = [await person(app), await person(app)]
  const theirs = await uploadDocument(app, other)
  const wrongKind = await uploadDocument(app, someone, 'proof-of-residence')
  const used = await uploadDocument(app, someone)
  await app.sql('update files set claimed_at = now() where id = $1', [used.id])
  for (const idDocument of [theirs, wrongKind, used])
    await expect(app.as(someone).applications.submit(paidForm(someone, { idDocument }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  // A proof that was uploaded and then unticked is not kept with the application (JOIN-25).
  const idDocument = await uploadDocument(app, someone)
  await app
    .as(someone)
    .applications.submit(paidForm(someone, { idDocument, proofOfResidence: wrongKind, isWestminsterResident: false }))
  expect(await rowsOf(someone)).toMatchObject([{ proof_of_residence_file_id: null }])
})

test('the form and the membership page read one list of tiers [JOIN-05, JOIN-06]', async () => {
  const someone = await person(app)
  const names = async () =>
    (await app.as(someone).applications.mine()).tiers.map(({ name, pricePence }) => [name, pricePence])
  await app.as(boss).memberships.installCatalogue({ catalogue: 'application' })
  await app.sql(
    `update membership_tiers set is_active = false where slug not in ('explorer', 'creative', 'collective', 'catalyst')`,
  )
  expect(await names()).toEqual([
    ['Explorer', 0],
    ['Creative', 5_000],
    ['Collective', 15_000],
    ['Catalyst', 30_000],
  ])
  expect((await app.as(null).memberships.tiers()).map(({ name, pricePence }) => [name, pricePence])).toEqual(
    await names(),
  )
  await app.as(boss).memberships.installCatalogue({ catalogue: 'information' })
  await app.sql(`update membership_tiers set is_active = true where slug in ('builder', 'creator', 'innovator')`)
  expect((await names()).map(([name]) => name)).toEqual(['Explorer', 'Builder', 'Creator', 'Innovator'])
})

describe('a referral', () => {
  test('is linked by its code without regard to case, and starts pending [JOIN-04, MEM-35, MEM-36]', async () => {
    const friend = await member(app)
    const someone = await person(app)
    await apply(someone, { referralCode: (await referralCode(friend)).toLowerCase() })
    expect(await rowsOf(someone)).toMatchObject([
      { referral_code: await referralCode(friend), referrer_user_id: friend.id },
    ])
    expect(
      await app.sql(
        'select referrer_user_id, referred_email, status, reward_given from referrals where referred_user_id = $1',
        [someone.id],
      ),
    ).toEqual([{ referrer_user_id: friend.id, referred_email: someone.email, status: 'pending', reward_given: false }])
  })

  test('and the tier are kept with the account from the sign-up on, whatever device its link is opened on [JOIN-04]', async () => {
    const friend = await member(app)
    const code = await referralCode(friend)
    const email = newEmail()
    await browser(app).post(
      '/sign-up/email',
      signUpBody(email, { referralCode: `${code.toLowerCase()} `, tierSlug: 'creator' }),
    )
    const token = await tokenFor(app, email, '/confirm-signup')
    await browser(app).post('/sign-up/confirm', { token, newPassword: goodPassword })
    const [account] = await app.sql<{ id: string }>('select id from "user" where email = $1', [email])
    const someone = { ...account!, email, firstName: 'Ada', lastName: 'Okafor' }
    expect((await app.as(someone).applications.mine()).person).toMatchObject({
      referralCode: code,
      wantedTier: 'creator',
    })
    await apply(someone)
    expect(await app.sql('select referrer_user_id from referrals where referred_user_id = $1', [someone.id])).toEqual([
      { referrer_user_id: friend.id },
    ])
  })

  test('that is no code at all stands in nobody’s way, however long it is [MEM-35]', async () => {
    const someone = await person(app)
    await apply(someone, { referralCode: 'x'.repeat(200) })
    expect(await app.sql('select 1 from referrals where referred_user_id = $1', [someone.id])).toEqual([])
  })

  test('of nobody or of oneself is left out and the application stands [JOIN-04, MEM-35]', async () => {
    const someone = await person(app)
    await apply(someone, { referralCode: await referralCode(someone) })
    const other = await person(app)
    await apply(other, { referralCode: 'ZZZZZZZZ' })
    expect(await app.sql('select 1 from referrals where referred_user_id = any($1)', [[someone.id, other.id]])).toEqual(
      [],
    )
    expect([...(await rowsOf(someone)), ...(await rowsOf(other))]).toMatchObject([
      { referrer_user_id: null },
      { referrer_user_id: null },
    ])
  })
})

describe('a second application', () => {
  test('is refused while the first is pending, also in a race of twenty [JOIN-29]', async () => {
    const someone = await person(app)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => apply(someone)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({
          code: 'APPLICATION_ALREADY_SUBMITTED',
          data: { title: 'Application Already Submitted' },
        })
    expect(await rowsOf(someone)).toHaveLength(1)
    await expectInvariants(app)
  })

  test('positive control: without the unique keys the same race stores several', async () => {
    const someone = await person(app)
    await app.sql('drop index membership_applications_one_per_person')
    await app.sql('drop index membership_applications_one_per_email')
    await Promise.allSettled(Array.from({ length: 20 }, () => apply(someone)))
    expect((await rowsOf(someone)).length).toBeGreaterThan(1)
    await app.sql('delete from membership_applications where user_id = $1', [someone.id])
    await app.sql(
      `create unique index membership_applications_one_per_person on membership_applications (user_id) where status in ('pending', 'approved')`,
    )
    await app.sql(
      `create unique index membership_applications_one_per_email on membership_applications (email_key) where status in ('pending', 'approved')`,
    )
  })

  test('is refused after an approval, and to members [JOIN-29]', async () => {
    const someone = await applicant(app)
    await app.as(boss).applications.approve({ id: someone.applicationId })
    await expect(apply(someone)).rejects.toMatchObject({
      code: 'APPLICATION_ALREADY_EXISTS',
      data: { title: 'Application Already Exists' },
    })
    await expect(apply(await member(app))).rejects.toMatchObject({
      data: { title: 'Application Already Exists' },
    })
  })

  test('with the same address under another account is refused [JOIN-29]', async () => {
    const first = await applicant(app, { email: 'Someone.Twice@people.example' })
    const second = await person(app)
    await app.sql('update "user" set email = $1 where id = $2', ['someone.twice+two@people.example', second.id])
    await expect(
      app.as(second).applications.submit(freeForm({ ...second, email: 'someone.twice+two@people.example' })),
    ).rejects.toMatchObject({ data: { title: 'Application Already Submitted' } })
    expect(await rowsOf(first)).toHaveLength(1)
    // And one may look at one's own only.
    expect((await app.as(second).applications.mine()).application).toBeNull()
  })

  test('after a rejection waits for the days of the setting; the person sees from when', async () => {
    const someone = await applicant(app)
    const [reason] = await app.as(boss).applications.reasons()
    await app.as(boss).applications.reject({ id: someone.applicationId, reasonId: reason!.id })
    const mine = await app.as(someone).applications.mine()
    expect(mine).toMatchObject({
      can: { apply: false },
      application: { stage: 'rejected', rejectionReason: reason!.reason },
    })
    await expect(apply(someone)).rejects.toMatchObject({ data: { title: 'Application Already Exists' } })
    app.clock.advance(90 * 86_400_000)
    expect(mine.application!.mayReapplyAt).toEqual(app.clock.now())
    expect((await app.as(someone).applications.mine()).can.apply).toBe(true)
    await apply(someone)
    expect((await app.as(someone).members.me())!.approvalStatus).toBe('pending')
  })
})

test('an archived address in any of its forms cannot apply, and nobody else learns of it [JOIN-28, ARC-07]', async () => {
  const someone = await person(app, { email: 'Former.Member@people.example' })
  await archive(app, 'former.member+old@PEOPLE.example')
  await expect(apply(someone)).rejects.toMatchObject({
    data: { title: 'Registration Not Allowed' },
    message: 'This email is tied to an archived account. Please contact support.',
  })
  expect(await rowsOf(someone)).toEqual([])
  const visitor = app.as(null)
  await expect(visitor.applications.submit(freeForm(someone))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('whoever is on hold cannot apply', async () => {
  await expect(apply(await person(app, { status: 'blocked' }))).rejects.toMatchObject({
    code: 'ACCOUNT_BLOCKED',
  })
})

describe('a document', () => {
  const read = async (someone: Person | null, id: string) => {
    const cookie = someone ? await sessionCookie(app, someone.email) : ''
    const answer = await app.fetch(`/files/${id}`, { headers: { cookie } })
    await answer.arrayBuffer()
    return answer
  }

  test('is read by its owner, the committee and admins, as an attachment that nobody stores, and every look is logged', async () => {
    const [voter] = await Promise.all([committee(app, { password: goodPassword })])
    const owner = await person(app, { password: goodPassword })
    const chief = await admin(app, { password: goodPassword })
    const idDocument = await uploadDocument(app, owner)
    const { id } = await app.as(owner).applications.submit(paidForm(owner, { idDocument, startDate: '' }))
    for (const reader of [owner, voter!, chief]) {
      const answer = await read(reader, idDocument.id)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(answer.headers.get('cache-control')).toContain('no-store')
    }
    for (const other of [
      null,
      await member(app, { password: goodPassword }),
      await person(app, { password: goodPassword }),
    ])
      expect((await read(other, idDocument.id)).status).toBe(404)
    expect(await app.sql('select 1 from file_views where file_id = $1', [idDocument.id])).toHaveLength(3)
    // A referrer does not judge and does not look; after the decision the committee has no need to.
    await app.sql('update membership_applications set referrer_user_id = $1 where id = $2', [voter!.id, id])
    expect((await read(voter!, idDocument.id)).status).toBe(404)
    await app.sql('update membership_applications set referrer_user_id = null where id = $1', [id])
    await app.as(boss).venue.changeSettings({ blindFirstRead: true })
    expect((await read(voter!, idDocument.id)).status).toBe(404)
    await app.as(boss).venue.changeSettings({ blindFirstRead: false })
    await app.as(boss).applications.approve({ id })
    expect((await read(voter!, idDocument.id)).status).toBe(404)

    // Deleted 90 days after the decision, by a job, bytes included.
    const run = async () => {
      for (const job of ['applications.delete-documents', 'platform.sweep']) {
        await app.runtime.jobs.send(job, {})
        await app.runJobs()
      }
    }
    app.clock.advance(90 * 86_400_000 - 1)
    await run()
    expect((await read(chief, idDocument.id)).status).toBe(200)
    const [{ storage_key: key } = { storage_key: '' }] = await app.sql<{ storage_key: string }>(
      'select storage_key from files where id = $1',
      [idDocument.id],
    )
    app.clock.advance(1)
    await run()
    expect((await read(chief, idDocument.id)).status).toBe(404)
    expect(await app.runtime.storage.get(key)).toBeNull()
    expect(await app.as(boss).applications.detail({ id })).toMatchObject({
      idDocumentUrl: null,
      documentsDeletedAt: app.clock.now(),
    })
  })

  test('is refused unless it is a PDF, JPEG or PNG of at most 10 MB [JOIN-24]', async () => {
    const owner = await person(app, { password: goodPassword })
    const cookie = await sessionCookie(app, owner.email)
    const send = (body: Uint8Array<ArrayBuffer> | string, name: string) =>
      app.fetch('/files/identity-document', {
        method: 'POST',
        headers: { cookie, origin: app.url, 'content-type': 'application/pdf', 'x-file-name': name },
        body,
      })
    expect((await send('<html></html>', 'passport.pdf')).status).toBe(415)
    expect((await send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'passport.png')).status).toBe(415)
    expect((await send('%PDF-1.4\n%%EOF\n', 'passport.pdf')).status).toBe(201)
    const big = new Uint8Array(10 * 1_048_576 + 1)
    big.set(new TextEncoder().encode('%PDF-1.4\n'))
    expect((await send(big, 'passport.pdf')).status).toBe(413)
  })
})

test('the applicant’s page tells stage and votes needed, never who voted', async () => {
  const voters = await committeeOf(app, 5)
  const someone = await applicant(app)
  await app
    .as(voters[0]!)
    .applications.vote({ ...(await asRead(app, someone.applicationId)), vote: 'reject', reason: 'A secret thought' })
  const mine = await app.as(someone).applications.mine()
  expect(mine.application).toMatchObject({ stage: 'voting', currentVotes: 0, requiredVotes: 3 })
  expect(JSON.stringify(mine)).not.toMatch(new RegExp(`${voters[0]!.id}|${voters[0]!.lastName}|A secret thought`))
})
