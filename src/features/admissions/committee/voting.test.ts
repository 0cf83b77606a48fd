import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { approveApplication } from '#features/admissions/applications/model.ts'
import { membershipApplications } from '#features/admissions/applications/table.ts'
import { freeForm } from '#seed/factories/applications.ts'
import { admin, committee, member, type Person, person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicant, applicationTiers, asRead, committeeOf } from '#test/applications.ts'
import { expectInvariants } from '#test/invariants.ts'
import { outboxOf } from '#test/mailbox.ts'
import { statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
let boss: Person
beforeAll(async () => {
  boss = await admin(app)
})

const vote = async (
  voter: Person | null,
  applicationId: string,
  choice: 'approve' | 'reject' = 'approve',
  reason?: string,
) =>
  app
    .as(voter)
    .applications.vote({ ...(await asRead(app, applicationId)), vote: choice, ...(reason !== undefined && { reason }) })

const row = async (id: string) => (await app.sql('select * from membership_applications where id = $1', [id]))[0]!

describe('a vote', () => {
  test('is stored with its reason, an empty one as null, and answers in the specified words [APPL-07, APPL-08, APPL-15]', async () => {
    const [first, second] = await committeeOf(app, 5)
    const { applicationId } = await applicant(app)
    expect(await vote(first!, applicationId, 'approve', '  ')).toMatchObject({
      message: 'You voted to approve this application.',
    })
    expect(await vote(second!, applicationId, 'reject', 'Too early')).toMatchObject({
      message: 'You voted to reject this application.',
    })
    expect(
      await app.sql(
        'select application_id, voter_id, vote, reason from committee_votes where application_id = $1 order by vote',
        [applicationId],
      ),
    ).toEqual([
      { application_id: applicationId, voter_id: first!.id, vote: 'approve', reason: null },
      { application_id: applicationId, voter_id: second!.id, vote: 'reject', reason: 'Too early' },
    ])
    expect(await row(applicationId)).toMatchObject({ current_votes: 1, required_votes: 3, status: 'pending' })
    // Each in the name of whoever cast it (rule 10).
    expect(
      await app.sql(`select actor_id from audit_log where table_name = 'committee_votes' and row_id = $1 order by id`, [
        applicationId,
      ]),
    ).toEqual([{ actor_id: first!.id }, { actor_id: second!.id }])
    await expect(
      app.as(first!).applications.vote({ ...(await asRead(app, applicationId)), vote: 'maybe' as 'approve' }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('is cast once, also with twenty at the same time [APPL-05]', async () => {
    const [first] = await committeeOf(app, 5)
    const { applicationId } = await applicant(app)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => vote(first!, applicationId)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: 'ALREADY_VOTED', message: 'You already voted' })
    expect(await row(applicationId)).toMatchObject({ current_votes: 1 })
    // The key refuses also what goes round the procedure.
    await expect(
      app.sql(`insert into committee_votes (application_id, voter_id, vote) values ($1, $2, 'approve')`, [
        applicationId,
        first!.id,
      ]),
    ).rejects.toThrow('committee_votes_once')
    await expect(
      app.write(tx =>
        tx.execute(sql`update committee_votes set vote = 'reject' where application_id = ${applicationId}`),
      ),
    ).rejects.toThrow()
    await expect(app.sql('delete from committee_votes where application_id = $1', [applicationId])).rejects.toThrow(
      'append-only',
    )
  })

  test('needs the committee role and a session: an admin without it does not vote [APPL-12, APPL-13, APPL-41]', async () => {
    await committeeOf(app, 3)
    const { applicationId } = await applicant(app)
    await expect(vote(null, applicationId)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(vote(boss, applicationId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(vote(await member(app), applicationId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await app.sql('select 1 from committee_votes where application_id = $1', [applicationId])).toEqual([])
  })

  test('is never on oneself or on somebody whom one referred; the recusal is recorded', async () => {
    const [first, second] = await committeeOf(app, 3)
    const own = await applicant(app, { roles: ['committee'], approval: 'pending' })
    await expect(vote(own, own.applicationId)).rejects.toMatchObject({ code: 'RECUSED' })
    const code = (
      await app.sql<{ referral_code: string }>('select referral_code from profiles where user_id = $1', [first!.id])
    )[0]!.referral_code
    const friend = await applicant(app, {}, { referralCode: code.toLowerCase() })
    await expect(vote(first!, friend.applicationId)).rejects.toMatchObject({
      code: 'RECUSED',
      message: 'You do not vote on this application.',
    })
    await vote(second!, friend.applicationId)
    expect(
      await app.sql('select user_id, cause from recusals where application_id = any($1) order by cause', [
        [own.applicationId, friend.applicationId],
      ]),
    ).toEqual([
      { user_id: own.id, cause: 'applicant' },
      { user_id: first!.id, cause: 'referrer' },
    ])
    await expect(
      app.sql(`insert into committee_votes (application_id, voter_id, vote) values ($1, $2, 'approve')`, [
        own.applicationId,
        own.id,
      ]),
    ).rejects.toThrow('nobody votes on themselves')
    // One's own application is not even among those to review.
    expect(
      (await app.as(own).applications.list({ view: 'voting', pageSize: 100 })).rows.map(({ id }) => id),
    ).not.toContain(own.applicationId)
    await expect(app.as(own).applications.review({ id: own.applicationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('can be given up: who steps back does not vote', async () => {
    const [first] = await committeeOf(app, 5)
    const { applicationId } = await applicant(app)
    await app.as(first!).applications.recuse({ applicationId })
    await expect(vote(first!, applicationId)).rejects.toMatchObject({ code: 'RECUSED' })
    const [mine] = (await app.as(first!).applications.list({ view: 'voting', pageSize: 100 })).rows.filter(
      ({ id }) => id === applicationId,
    )
    expect(mine).toMatchObject({ recusal: 'declared', can: { vote: false } })
  })
})

describe('what the votes decide', () => {
  test('more than half approves, in the transaction of the deciding vote, with membership and mails [APPL-10, APPL-09, ADM-27]', async () => {
    const voters = await committeeOf(app, 4)
    const someone = await applicant(app)
    expect(await row(someone.applicationId)).toMatchObject({ required_votes: 3 })
    expect(await vote(voters[0]!, someone.applicationId)).toMatchObject({ outcome: 'open' })
    // Exactly half is not enough.
    expect(await vote(voters[1]!, someone.applicationId)).toMatchObject({ outcome: 'open' })
    expect((await app.as(someone).members.me())!.approvalStatus).toBe('pending')
    expect(await vote(voters[2]!, someone.applicationId)).toMatchObject({ outcome: 'approved' })
    expect(await row(someone.applicationId)).toMatchObject({
      status: 'approved',
      current_votes: 3,
      decided_by: null,
      reviewed_at: app.clock.now(),
    })
    expect(await app.as(someone).members.me()).toMatchObject({
      approvalStatus: 'approved',
      tier: { slug: 'explorer' },
    })
    await app.runJobs()
    expect(await outboxOf(app, someone.email, 'applications.approved')).toMatchObject([{ status: 'sent' }])
    expect(await outboxOf(app, voters[3]!.email, 'applications.decided')).toHaveLength(1)
    await expect(vote(voters[3]!, someone.applicationId)).rejects.toMatchObject({ code: 'VOTE_CLOSED' })
  })

  test('a tie closes the vote as declined: it stays pending for an admin to reject with a reason [APPL-10, APPL-11]', async () => {
    const voters = await committeeOf(app, 4)
    const someone = await applicant(app)
    const earlier = (await outboxOf(app, boss.email, 'committee.declined')).length
    for (const [index, choice] of (['approve', 'reject', 'approve'] as const).entries())
      await vote(voters[index]!, someone.applicationId, choice)
    expect(await vote(voters[3]!, someone.applicationId, 'reject')).toMatchObject({ outcome: 'declined' })
    expect(await row(someone.applicationId)).toMatchObject({
      status: 'pending',
      declined_at: app.clock.now(),
      current_votes: 2,
      required_votes: 3,
    })
    expect((await app.as(boss).applications.list({ waitsFor: 'admin' })).rows.map(({ id }) => id)).toContain(
      someone.applicationId,
    )
    expect(
      (await app.as(voters[0]!).applications.list({ view: 'voting', pageSize: 100 })).rows.map(({ id }) => id),
    ).not.toContain(someone.applicationId)
    expect((await app.as(someone).applications.mine()).application).toMatchObject({ stage: 'deciding' })
    const before = (await outboxOf(app, boss.email, 'committee.declined')).length
    expect(before).toBe(earlier + 1)
    // Nobody votes on, by the procedure or behind it.
    const late = await committee(app)
    await expect(vote(late, someone.applicationId)).rejects.toMatchObject({ code: 'VOTE_CLOSED' })
    await expect(
      app.sql(`insert into committee_votes (application_id, voter_id, vote, reason) values ($1, $2, 'approve', 'x')`, [
        someone.applicationId,
        late.id,
      ]),
    ).rejects.toMatchObject({ constraint: 'committee_votes_closed' })
    await app.runJobs()
    // Reminded after 48 hours, not before.
    const remind = async (hours: number) => {
      app.clock.advance(hours * 3_600_000)
      await app.runtime.jobs.send('committee.remind', {})
      await app.runJobs()
      return (await outboxOf(app, boss.email, 'committee.declined')).length - before
    }
    expect(await remind(47)).toBe(0)
    expect(await remind(1)).toBe(1)
    expect(await remind(1)).toBe(1)
  })

  test('required votes are fixed at submission, whatever becomes of the committee [APPL-11]', async () => {
    const voters = await committeeOf(app, 3)
    const { applicationId } = await applicant(app)
    const late = await committee(app)
    const later = await committee(app)
    expect(await row(applicationId)).toMatchObject({ required_votes: 2, committee_size: 3 })
    await vote(late, applicationId)
    expect(await vote(later, applicationId)).toMatchObject({ outcome: 'approved' })
    // A committee that became too small closes no vote: it waits, and goes on once there are enough.
    const { applicationId: second } = await applicant(app)
    expect(await row(second)).toMatchObject({ required_votes: 3 })
    await app.sql(`delete from user_roles where role = 'committee' and user_id <> $1`, [voters[0]!.id])
    await app.runtime.jobs.send('committee.remind', {})
    await app.runJobs()
    expect(await row(second)).toMatchObject({ status: 'pending', declined_at: null })
    for (const voter of [voters[0]!, await committee(app)]) await vote(voter, second)
    expect(await vote(await committee(app), second)).toMatchObject({ outcome: 'approved' })
  })

  test('a committee member on hold ends no vote: the admins are told that it waits, once per period, and nobody on hold is reminded', async () => {
    const [first, second, third] = await committeeOf(app, 3)
    const { applicationId } = await applicant(app)
    await vote(first!, applicationId, 'reject')
    const told = () =>
      outboxOf(app, boss.email, 'committee.too-few').then(
        mails => mails.filter(({ relates_to }) => String(relates_to).endsWith(applicationId)).length,
      )
    const hourPasses = async (hours = 1) => {
      app.clock.advance(hours * 3_600_000)
      await app.runtime.jobs.send('committee.remind', {})
      await app.runJobs()
    }
    for (const { id } of [second!, third!])
      await app.as(boss).members.block({ userId: id, status: 'suspended', reason: 'A holiday' })
    const before = await told()
    await hourPasses()
    expect(await row(applicationId)).toMatchObject({ status: 'pending', declined_at: null })
    expect(await told()).toBe(before + 1)
    await hourPasses()
    expect(await told()).toBe(before + 1)
    await hourPasses(48)
    expect(await told()).toBe(before + 2)
    for (const { email } of [second!, third!]) expect(await outboxOf(app, email, 'committee.vote-reminder')).toEqual([])
    for (const { id } of [second!, third!]) await app.as(boss).members.unblock({ userId: id })
    await vote(second!, applicationId)
    expect(await vote(third!, applicationId)).toMatchObject({ outcome: 'approved' })
  })

  test('the votes that waited too long remind those who have not voted, once per period', async () => {
    // Of these two only: what other tests left undecided is decided.
    await app.sql('update membership_applications set declined_at = $1, reminded_at = $1 where declined_at is null', [
      app.clock.now(),
    ])
    const [first, second] = await committeeOf(app, 3)
    const { applicationId } = await applicant(app)
    await vote(first!, applicationId)
    app.clock.advance(48 * 3_600_000)
    for (let run = 0; run < 2; run++) {
      await app.runtime.jobs.send('committee.remind', {})
      await app.runJobs()
    }
    expect(await outboxOf(app, first!.email, 'committee.vote-reminder')).toHaveLength(0)
    expect(await outboxOf(app, second!.email, 'committee.vote-reminder')).toHaveLength(1)
  })
})

describe('deciding votes at the same time', () => {
  async function race(decide: (voter: Person, applicationId: string) => Promise<unknown>) {
    const voters = await committeeOf(app, 10)
    const someone = await applicant(app)
    for (const voter of voters.slice(0, 5)) await vote(voter, someone.applicationId)
    await Promise.all(Array.from({ length: 10 }, () => app.db.execute('select 1')))
    await Promise.allSettled(voters.slice(5).map(voter => decide(voter, someone.applicationId)))
    return {
      application: await row(someone.applicationId),
      approvals: await outboxOf(app, someone.email, 'applications.approved'),
      memberships: await app.sql('select 1 from user_memberships where user_id = $1', [someone.id]),
    }
  }

  test('make exactly one approval and one set of mails', async () => {
    const { application, approvals, memberships } = await race((voter, id) => vote(voter, id))
    expect(application).toMatchObject({ status: 'approved', current_votes: 6 })
    expect(approvals).toHaveLength(1)
    expect(memberships).toHaveLength(1)
    await expectInvariants(app)
  })

  test('positive control: without the lock the same race approves more than once', async () => {
    await app.sql('alter table committee_votes disable trigger committee_votes_checked')
    const { approvals } = await race((voter, id) =>
      app.write(async tx => {
        const [application] = await tx.select().from(membershipApplications).where(eq(membershipApplications.id, id))
        await tx.execute(
          sql`insert into committee_votes (application_id, voter_id, vote) values (${id}, ${voter.id}, 'approve')`,
        )
        await tx.execute(sql`select pg_sleep(0.2)`)
        if (application!.currentVotes + 1 >= application!.requiredVotes)
          await approveApplication(tx, application!, null, [])
      }),
    )
    await app.sql('alter table committee_votes enable trigger committee_votes_checked')
    expect(approvals.length).toBeGreaterThan(1)
  })
})

describe('the voting screen reads', () => {
  test('pending applications only, with current and required votes and one’s own vote, also after a reload [APPL-02, APPL-04, APPL-06]', async () => {
    const [first, second] = await committeeOf(app, 5)
    const open = await applicant(app)
    const done = await applicant(app)
    await app.as(boss).applications.approve({ id: done.applicationId })
    await vote(first!, open.applicationId)
    const read = async (voter: Person) =>
      (await app.as(voter).applications.list({ view: 'voting', pageSize: 100 })).rows.filter(({ id }) =>
        [open.applicationId, done.applicationId].includes(id),
      )
    for (let reload = 0; reload < 2; reload++)
      expect(await read(first!)).toMatchObject([
        {
          id: open.applicationId,
          currentVotes: 1,
          requiredVotes: 3,
          myVote: 'approve',
          can: { vote: false },
        },
      ])
    expect(await read(second!)).toMatchObject([{ myVote: null, can: { vote: true } }])
    expect(await read(boss)).toMatchObject([{ can: { vote: false } }])
    await expect(app.as(await member(app)).applications.list({ view: 'voting' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('what waits for one’s own vote before what does not, on whatever page, and alone when asked', async () => {
    const [first] = await committeeOf(app, 5)
    const both = [await applicant(app), await applicant(app)].map(({ applicationId }) => applicationId)
    const list = (more: object) =>
      app.as(first!).applications.list({ view: 'voting', sort: 'submittedAt', pageSize: 100, ...more })
    const mine = async (more = {}) => (await list(more)).rows.map(({ id }) => id).filter(id => both.includes(id))
    const [earlier, later] = await mine()
    await vote(first!, earlier!)
    expect(await mine()).toEqual([later, earlier])
    const waits = (await list({})).rows.map(({ can }) => can.vote)
    expect(waits).toEqual(waits.toSorted((a, b) => Number(b) - Number(a)))
    expect(await mine({ waitsFor: 'me' })).toEqual([later])
    expect((await app.as(boss).applications.list({ view: 'voting', waitsFor: 'me' })).total).toBe(0)
  })

  test('names only after the vote where the house reads blind', async () => {
    const [first] = await committeeOf(app, 5)
    const someone = await applicant(app)
    await app.as(boss).venue.changeSettings({ blindFirstRead: true })
    const before = await app.as(first!).applications.review({ id: someone.applicationId })
    expect(before).toMatchObject({
      isBlind: true,
      email: null,
      phoneNumber: null,
      name: expect.stringMatching(/^Applicant [0-9A-F]{4}$/),
    })
    expect(JSON.stringify(before)).not.toContain(someone.lastName)
    await vote(first!, someone.applicationId)
    expect(await app.as(first!).applications.review({ id: someone.applicationId })).toMatchObject({
      isBlind: false,
      name: `Ada ${someone.lastName}`,
      email: someone.email,
    })
    await app.as(boss).venue.changeSettings({ blindFirstRead: false })
  })

  test('no contact data and no documents of what is decided, but for admins', async () => {
    const [first] = await committeeOf(app, 5)
    const someone = await applicant(app)
    expect(await app.as(first!).applications.review({ id: someone.applicationId })).toMatchObject({
      email: someone.email,
      can: { vote: true, recuse: true, ask: true, note: true },
    })
    await app.as(boss).applications.approve({ id: someone.applicationId })
    expect(await app.as(first!).applications.review({ id: someone.applicationId })).toMatchObject({
      email: null,
      phoneNumber: null,
      address: null,
      documents: [],
      can: { vote: false, recuse: false, ask: false, note: false },
    })
    expect(await app.as(boss).applications.review({ id: someone.applicationId })).toMatchObject({
      email: someone.email,
    })
  })

  test('the count of pending applications and the median time to a decision on Committee Home [ADM-24]', async () => {
    await committeeOf(app, 1)
    const pending = Number(
      (await app.sql(`select count(*) from membership_applications where status = 'pending'`))[0]!.count,
    )
    await applicant(app)
    const home = await app.as(boss).applications.home()
    expect(home.pendingApplications).toBe(pending + 1)
    // What is to be voted on is as many as the list behind it holds.
    expect(home.toVoteOn).toBe((await app.as(boss).applications.list({ view: 'voting' })).total)
    expect(home.isVotingMember).toBe(false)
    expect(home.medianHours).toBeTypeOf('number')
    expect((await app.as(await committee(app)).applications.home()).isVotingMember).toBe(true)
  })
})

test('a review says which application is next and how many others wait for this vote, beyond any page of the list', async () => {
  const [first] = await committeeOf(app, 3)
  await app.sql(
    `insert into recusals (application_id, user_id, cause, created_at)
      select id, $1, 'declared', now() from membership_applications where status = 'pending'`,
    [first!.id],
  )
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    ids.push((await applicant(app)).applicationId)
    app.clock.advance(1_000)
  }
  const queue = async (of: number, whose = first!) => (await app.as(whose).applications.review({ id: ids[of]! })).queue
  expect(await queue(1)).toEqual({ left: 3, next: ids[2], previous: ids[0] })
  // After the newest comes the oldest that still waits.
  expect(await queue(3)).toEqual({ left: 3, next: ids[0], previous: ids[2] })
  await vote(first!, ids[0]!)
  await app.as(first!).applications.recuse({ applicationId: ids[1]! })
  expect(await queue(3)).toEqual({ left: 1, next: ids[2], previous: ids[2] })
  expect(await queue(0)).toEqual({ left: 2, next: ids[2], previous: null })
  await vote(first!, ids[2]!)
  expect(await queue(3)).toEqual({ left: 0, next: null, previous: null })
  // Who does not vote has no queue.
  expect(await queue(3, boss)).toBeNull()
})

test('questions reach the applicant without who asked, answers reach the committee, notes stay among colleagues', async () => {
  const [first, second] = await committeeOf(app, 3)
  const someone = await applicant(app)
  const { id } = await app
    .as(first!)
    .applications.ask({ applicationId: someone.applicationId, question: 'Which press?' })
  await app.as(second!).applications.addNote({ applicationId: someone.applicationId, body: 'I like the work' })
  const mine = await app.as(someone).applications.mine()
  expect(mine.application!.questions).toMatchObject([{ id, question: 'Which press?', answer: null }])
  expect(JSON.stringify(mine)).not.toMatch(new RegExp(`${first!.id}|I like the work|${first!.lastName}`))
  await expect(app.as(await person(app)).applications.answer({ questionId: id, answer: 'Mine' })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
  await app.as(someone).applications.answer({ questionId: id, answer: 'A Heidelberg' })
  await expect(app.as(someone).applications.answer({ questionId: id, answer: 'Another' })).rejects.toMatchObject({
    code: 'ALREADY_ANSWERED',
  })
  expect(await app.as(second!).applications.review({ id: someone.applicationId })).toMatchObject({
    questions: [{ answer: 'A Heidelberg' }],
    notes: [{ body: 'I like the work', author: expect.stringContaining(second!.lastName) }],
  })
  expect(await outboxOf(app, someone.email, 'applications.question')).toHaveLength(1)
})

test('nobody else submits in another’s name, and the form is not open to visitors [JOIN-31]', async () => {
  await applicationTiers(app)
  const someone = await person(app)
  await expect(app.as(null).applications.submit(freeForm(someone))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(app.as(await person(app)).applications.submit(freeForm(someone))).rejects.toMatchObject({
    code: 'OTHER_ADDRESS',
  })
})

test('the view of voters has no way to reach the applicant, whoever opens it, and no search that would tell a name (decision 56)', async () => {
  const [voter] = await committeeOf(app, 3)
  const someone = await applicant(app, { firstName: 'Zuleika' })
  const found = async (who: Person, input: { view?: 'voting'; q?: string }) =>
    (await app.as(who).applications.list({ pageSize: 100, ...input })).rows.find(
      ({ id }) => id === someone.applicationId,
    )
  for (const who of [voter!, boss]) {
    const seen = await found(who, { view: 'voting' })
    expect(seen).toMatchObject({ ofAdmin: null, can: { approve: false, reject: false } })
    expect(JSON.stringify(seen)).not.toContain(someone.email)
    // What is found does not hang on the name.
    expect(await found(who, { view: 'voting', q: 'nobody is called this' })).toEqual(seen)
  }
  await expect(found(voter!, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await found(boss, { q: 'zuleika' })).toMatchObject({
    ofAdmin: { email: someone.email },
    can: { approve: true, reject: true },
  })
})

describe('in statements', () => {
  // What committed before is told to browsers in between, by the same pool.
  const isOfTheCall = ({ text }: { text: string }) => !/pg_notify|from "live_events"/.test(text)
  const countOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter(isOfTheCall).length

  test('what waits is read with at most three, and an ordinary vote takes at most ten', async () => {
    const [first] = await committeeOf(app, 5)
    const { applicationId } = await applicant(app)
    const asVoter = app.as(first!).applications
    const reads = {
      home: () => asVoter.home(),
      list: () => asVoter.list({ view: 'voting' }),
      review: () => asVoter.review({ id: applicationId }),
    }
    for (const [name, read] of Object.entries(reads)) expect(await countOf(read), name).toBeLessThanOrEqual(3)
    expect(await countOf(() => vote(first!, applicationId))).toBeLessThanOrEqual(10)
  })

  test('the vote that makes a member takes at most thirteen', async () => {
    const [only] = await committeeOf(app, 1)
    const { applicationId } = await applicant(app)
    expect(await countOf(() => vote(only!, applicationId))).toBeLessThanOrEqual(13)
    expect(await row(applicationId)).toMatchObject({ status: 'approved', current_votes: 1 })
  })
})

test('stepping back closes no vote: when nobody is left to carry it, the admins hear within the hour and may decide', async () => {
  const [first, second] = await committeeOf(app, 2)
  const { applicationId } = await applicant(app)
  await vote(first!, applicationId)
  expect(await row(applicationId)).toMatchObject({ required_votes: 2, declined_at: null })
  const asked = () =>
    app.sql(`select to_address from mails where template = 'committee.too-few' and relates_to like '%' || $1`, [
      applicationId,
    ])
  expect(await asked()).toEqual([])
  await app.as(second!).applications.recuse({ applicationId })
  expect(await row(applicationId)).toMatchObject({ status: 'pending', declined_at: null })
  await app.runtime.jobs.send('committee.remind', {})
  await app.runJobs()
  expect(await asked()).toContainEqual({ to_address: boss.email })
  await app.as(boss).applications.approve({ id: applicationId })
})
