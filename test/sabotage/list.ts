/** One change to a file: text that stands there exactly once, and what is put in its place. */
export interface Edit {
  file: string
  find: string
  put: string
}

/**
 * A single way to break the product that a test must notice. Grows with every capability: what you would do to break it goes
 * in here, together with the test that sees it.
 */
export interface Sabotage {
  /** What breaks, and for whom. */
  breaks: string
  edits: readonly Edit[]
  /** Test files of which at least one test must fail. */
  noticedBy?: readonly string[]
  /** A change of a screen: the browser journey that must fail instead, by the words of its title. Tried with --journeys. */
  journey?: { spec: string; named: string }
}

const [admissions, door, house, people] = [
  'src/features/admissions',
  'src/features/door',
  'src/features/house',
  'src/features/people',
]
const [market, membership, money, spaces] = [
  'src/features/market',
  'src/features/membership',
  'src/features/money',
  'src/features/spaces',
]
const guests = 'src/features/guests/passes'
const events = 'src/features/events'
const community = 'src/features/community'
const store = 'src/features/store'
const communityRaces = `${community}/moderation/races.test.ts`
const searching = 'src/features/home/search'
const [auth, rpc] = ['src/platform/auth', 'src/platform/rpc']

export const sabotages: readonly Sabotage[] = [
  {
    breaks: 'Of two final decisions at once the later is refused by a fault instead of in words (INCA-15)',
    edits: [{ file: `${people}/incidents/model.ts`, find: ".for('update')", put: '' }],
    noticedBy: [`${people}/incidents/incidents.test.ts`],
  },
  {
    breaks: 'Ten presses send ten reports of one incident (INCA-13)',
    edits: [{ file: `${people}/incidents/rules.ts`, find: 'sentCount === seenCount', put: 'sentCount >= seenCount' }],
    noticedBy: [`${people}/incidents/incidents.test.ts`],
  },
  {
    breaks: 'A link to an incident works for ever (decision 40)',
    edits: [
      {
        file: `${people}/incidents/model.ts`,
        find: 'if (now.getTime() >= Number(until) * 1_000)',
        put: 'if (now.getTime() < 0)',
      },
    ],
    noticedBy: [`${people}/incident-response/response.test.ts`],
  },
  {
    breaks: 'A link to an incident of somebody else opens this one (INCA-21)',
    edits: [
      {
        file: `${people}/incidents/model.ts`,
        find: 'JSON.stringify([id, email, uid, until])',
        put: 'JSON.stringify([email, uid, until, id.length])',
      },
    ],
    noticedBy: [`${people}/incident-response/response.test.ts`],
  },
  {
    breaks: 'The page of an incident, read again while it is open, counts as another opening (INCA-05)',
    edits: [
      {
        file: `${people}/incident-response/api.ts`,
        find: 'id: viewId, incidentId: id',
        put: 'id: crypto.randomUUID(), incidentId: id',
      },
    ],
    noticedBy: [`${people}/incident-response/response.test.ts`],
  },
  {
    breaks: 'An entry of the directory and a member who ask for one address at once both get it (CNT-21)',
    edits: [
      {
        file: 'src/features/home/creatives/model.ts',
        find: `    await lockAddresses(tx)
    const { rows }`,
        put: '    const { rows }',
      },
    ],
    noticedBy: ['src/features/home/creatives/creatives.test.ts'],
  },
  {
    breaks: 'Who presses “like” several times at once is told that it failed (COM-08)',
    edits: [
      {
        file: `${community}/posts/api.ts`,
        find: `          .onConflictDoNothing()
          .returning({ id: communityPostLikes.id })`,
        put: '          .returning({ id: communityPostLikes.id })',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Whose post is liked twice by one person at once is told twice (COM-14)',
    edits: [
      {
        file: `${community}/posts/api.ts`,
        find: 'if (added.length > 0 && post.userId && !isOwn(actor, post))',
        put: 'if (added.length >= 0 && post.userId && !isOwn(actor, post))',
      },
      {
        file: `${community}/posts/api.ts`,
        find: '            once: `liked/${id}/${actor.userId}`,',
        put: '',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Who likes or reports a post while it is deleted gets no answer that says so',
    edits: [
      {
        file: `${community}/posts/model.ts`,
        find: `    .where(and(eq(p.id, id), isSeenBy(actor, p)))
    .for('key share')`,
        put: '    .where(and(eq(p.id, id), isSeenBy(actor, p)))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Two who decide at once about a post both decide, and an appeal comes behind what is shown again',
    edits: [
      {
        file: `${community}/moderation/model.ts`,
        find: "await tx.select().from(p).where(eq(p.id, postId)).for('update')",
        put: 'await tx.select().from(p).where(eq(p.id, postId))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Two who decide at once about what its author has deleted both decide',
    edits: [
      {
        file: `${community}/moderation/model.ts`,
        find: `    .orderBy(desc(e.createdAt), desc(e.id))
    .for('update')`,
        put: '    .orderBy(desc(e.createdAt), desc(e.id))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Of two who change, pin or delete a post at once one does not learn of the other',
    edits: [
      {
        file: `${community}/posts/model.ts`,
        find: "await tx.select().from(p).where(eq(p.id, id)).for('update')",
        put: 'await tx.select().from(p).where(eq(p.id, id))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'The author of a post writes over what the house changed of it',
    edits: [
      {
        file: `${community}/posts/model.ts`,
        find: '  demand(whyNot.overwrite(change, post))\n',
        put: '',
      },
    ],
    noticedBy: ['src/features/community/posts/posts.test.ts', communityRaces],
  },
  {
    breaks: 'The picture of a hidden post is read by whoever knows its address',
    edits: [
      {
        file: `${community}/posts/model.ts`,
        find: 'where ${and(eq(p.image, key), isSeenBy(actor, p))})`',
        put: 'where ${eq(p.image, key)})`',
      },
    ],
    noticedBy: ['src/features/community/posts/posts.test.ts'],
  },
  {
    breaks: 'The picture of a post that its author deletes is gone before the house has decided about it',
    edits: [
      {
        file: `${community}/evidence/model.ts`,
        find: 'dropPicture(tx, image, isEvidence(image))',
        put: 'dropPicture(tx, image)',
      },
    ],
    noticedBy: [`${community}/moderation/moderation.test.ts`],
  },
  {
    breaks: 'Whoever reported a comment never hears that the house deleted the post with it',
    edits: [
      {
        file: `${community}/moderation/model.ts`,
        find: 'isAll ? eq(communityReports.postId, postId) : about(communityReports, thing)',
        put: 'isAll ? about(communityReports, thing) : about(communityReports, thing)',
      },
    ],
    noticedBy: [`${community}/moderation/moderation.test.ts`],
  },
  {
    breaks: 'Whoever reported something is led to a page that is hidden from them',
    edits: [
      {
        file: `${community}/moderation/model.ts`,
        find: "status === 'published' && post.status === 'published'",
        put: "status === 'published'",
      },
    ],
    noticedBy: [`${community}/moderation/moderation.test.ts`],
  },
  {
    breaks: 'Of two reports of one post by one person at once the second fails',
    edits: [
      {
        file: `${community}/moderation/api.ts`,
        find: '          .onConflictDoNothing()\n',
        put: '',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Whoever deletes their comment while the house hides it is told that it was hidden',
    edits: [
      {
        file: `${community}/moderation/model.ts`,
        find: `          .where(and(eq(c.id, commentId), eq(c.postId, postId)))
          .for('update')`,
        put: '          .where(and(eq(c.id, commentId), eq(c.postId, postId)))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Of two who delete a comment at once both do, and its author is told of what they did themselves',
    edits: [
      {
        file: `${community}/comments/model.ts`,
        find: "await tx.select().from(c).where(eq(c.id, id)).for('update')",
        put: 'await tx.select().from(c).where(eq(c.id, id))',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'Whoever is erased while somebody mentions them is spoken to by their name for ever',
    edits: [
      {
        file: `${community}/posts/model.ts`,
        find: ".for('key share', { of: user })",
        put: '',
      },
    ],
    noticedBy: [communityRaces],
  },
  {
    breaks: 'What somebody posts while the page of a reader opens is told to that reader never',
    edits: [{ file: 'src/platform/live/stream.ts', find: '          yield* changedJustNow(userId)\n', put: '' }],
    noticedBy: [`${community}/posts/reading.test.ts`],
  },
  {
    breaks: 'On a slow connection a page stays as it was before its live stream opened',
    edits: [{ file: 'src/web/live.ts', find: 'else if (isFirst) readAgainWhatIsOld()', put: '' }],
    noticedBy: ['src/web/live.test.ts'],
  },
  {
    breaks: 'Of two admins who save a section of the pages in the same moment, one is not told by whom',
    edits: [
      {
        file: 'src/features/home/sections/model.ts',
        find: 'select pg_advisory_xact_lock(hashtextextended(${`section ${section}`}, 0))',
        put: 'select 1',
      },
    ],
    noticedBy: ['src/features/home/sections/sections.test.ts'],
  },
  {
    breaks: 'What an admin holds back in the moment in which it is due is published all the same',
    edits: [{ file: 'src/features/home/sections/model.ts', find: '    await lockSection(tx, sectionKey)\n', put: '' }],
    noticedBy: ['src/features/home/sections/versions.test.ts'],
  },
  {
    breaks: 'A picture that is to be published is told to be in use nowhere, and may be removed',
    edits: [
      {
        file: 'src/features/home/sections/model.ts',
        find: "in ('draft', 'scheduled') and",
        put: "in ('draft') and",
      },
    ],
    noticedBy: ['src/features/home/sections/versions.test.ts'],
  },
  {
    breaks: 'What is held back takes the place of a newer draft',
    edits: [
      {
        file: 'src/features/home/sections/api.ts',
        find: "const isDraft = !open.some(({ state }) => state === 'draft')",
        put: 'const isDraft = true',
      },
    ],
    noticedBy: ['src/features/home/sections/sections.test.ts'],
  },
  {
    breaks: 'A section is saved over what somebody else saved since it was opened',
    edits: [
      {
        file: 'src/features/home/sections/rules.ts',
        find: '(newest?.version ?? 0) === basedOn',
        put: 'basedOn >= 0',
      },
    ],
    noticedBy: ['src/features/home/sections/sections.test.ts'],
  },
  // Who may what.
  {
    breaks: 'Anybody who is signed in reads the page of somebody else’s booking',
    edits: [{ file: `${spaces}/bookings/api.ts`, find: 'if (!row || whyNot.read(actor, row))', put: 'if (!row)' }],
    noticedBy: [`${spaces}/bookings/page.test.ts`, 'test/ownership.test.ts'],
  },
  {
    breaks: 'Anybody who is signed in reads somebody else’s receipt',
    edits: [
      { file: `${money}/receipts/model.ts`, find: 'if (!row || whyNot.read(actor, row.payment))', put: 'if (!row)' },
    ],
    noticedBy: [`${money}/receipts/receipt.test.ts`, `${money}/receipts/papers.test.ts`, 'test/ownership.test.ts'],
  },
  {
    breaks: 'The calendar file of a cancelled booking leaves it in the calendar',
    edits: [{ file: 'src/platform/calendar-file.ts', find: 'sequence: isCancelled ? 1 : 0', put: 'sequence: 0' }],
    noticedBy: [`${spaces}/bookings/page.test.ts`],
  },
  {
    breaks: 'Admins work in the office without the second factor that the venue demands (decision 8)',
    edits: [{ file: `${auth}/actor.ts`, find: 'if (actor.mustSetUpTwoFactor) return', put: 'if (false) return' }],
    noticedBy: ['test/policy.test.ts', 'src/access.test.ts'],
  },
  {
    breaks: 'A procedure lets anybody in who is signed in, whatever its audience',
    edits: [
      {
        file: `${rpc}/procedures.ts`,
        find: 'demand(whyNotIn(actor, audience))',
        put: "demand(whyNotIn(actor, audience === 'visitor' ? 'visitor' : 'signedIn'))",
      },
    ],
    noticedBy: ['test/policy.test.ts'],
  },
  {
    breaks: 'What door staff change leaves no trace in the audit log (rule 10)',
    edits: [
      {
        file: `${auth}/actor.ts`,
        find: "['committee', 'staff', 'door', 'admin'].includes(audience)",
        put: "['committee', 'staff', 'admin'].includes(audience)",
      },
    ],
    noticedBy: [`${door}/scans/audit.test.ts`],
  },
  {
    breaks: 'What the committee changes leaves no trace in the audit log (rule 10)',
    edits: [
      {
        file: `${auth}/actor.ts`,
        find: "['committee', 'staff', 'door', 'admin'].includes(audience)",
        put: "['door', 'staff', 'admin'].includes(audience)",
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },
  {
    breaks: 'Somebody else’s order opens to whoever knows its id',
    edits: [
      {
        file: `${money}/orders/model.ts`,
        find: '.where(and(eq(orders.id, orderId), isTheirs))\n  if (!order) throw',
        put: '.where(eq(orders.id, orderId))\n  if (!order) throw',
      },
    ],
    noticedBy: [`${money}/orders/orders.test.ts`, 'test/ownership.test.ts'],
  },
  {
    breaks: 'Anybody cancels anybody’s booking',
    edits: [
      {
        file: `${spaces}/cancelling/model.ts`,
        find: 'by.isStaff ? undefined : eq(bookings.userId, by.userId)',
        put: 'undefined',
      },
    ],
    noticedBy: [`${spaces}/bookings/cancel.test.ts`, 'test/ownership.test.ts'],
  },

  ...[
    ['booking', `${spaces}/bookings/rules.ts`, 'booking', `${spaces}/bookings/page.test.ts`],
    ['payment', `${money}/orders/rules.ts`, 'order', `${money}/receipts/receipt.test.ts`],
  ].map(([thing, file, row, test]) => ({
    breaks: `An admin without the second factor that the house demands reads anybody’s page of a ${thing}`,
    edits: [
      {
        file: file!,
        find: `${row}.userId === actor.userId || whyNotIn(actor, 'admin') === null`,
        put: `${row}.userId === actor.userId || actor.roles.includes('admin')`,
      },
    ],
    noticedBy: [test!],
  })),
  {
    breaks: 'A price that falls to a tenth is saved without a question',
    edits: [
      {
        file: 'src/ui/form/changes.tsx',
        find: 'Math.abs(to - from) > from / 2',
        put: 'to - from > from / 2',
      },
    ],
    noticedBy: ['src/ui/pure.test.ts'],
  },
  {
    breaks: 'Who left a tier is counted among those whom a change of it concerns',
    edits: [
      {
        file: `${membership}/memberships/api.ts`,
        find: 'and(eq(userMemberships.tierId, membershipTiers.id), isActiveMembership)',
        put: 'eq(userMemberships.tierId, membershipTiers.id)',
      },
    ],
    noticedBy: [`${membership}/tiers/tiers.test.ts`],
  },
  {
    breaks: 'Ctrl+K offers the committee what only admins may do',
    edits: [
      {
        file: 'src/web/layouts/page-finder.tsx',
        find: 'officeActions\n    .filter(({ to }) => mayOpen(to))',
        put: 'officeActions\n    .filter(({ to }) => mayOpen(to) || to)',
      },
    ],
    journey: { spec: 'e2e/lists.spec.ts', named: 'the committee is offered none' },
  },
  {
    breaks: 'An admin who applied once reads in a panel who voted on them and what the committee noted',
    edits: [
      {
        file: `${admissions}/committee/object.ts`,
        find: 'a.id = ${id} and a.user_id is distinct from ${readerId}',
        put: 'a.id = ${id} and ${readerId} is not null',
      },
    ],
    noticedBy: [`${house}/objects/history.test.ts`],
  },
  {
    breaks: 'Events of one instant are lost between two pages of a history',
    edits: [
      {
        file: `${house}/objects/model.ts`,
        find: 'if (part > last.part) return sql`p.at <= ${instant}`',
        put: 'if (part > last.part) return sql`p.at < ${instant}`',
      },
    ],
    noticedBy: [`${house}/objects/history.test.ts`],
  },
  {
    breaks: 'Events of one instant are told twice, on two pages of a history',
    edits: [
      {
        file: `${house}/objects/model.ts`,
        find: 'if (part < last.part) return sql`p.at < ${instant}`',
        put: 'if (part < last.part) return sql`p.at <= ${instant}`',
      },
    ],
    noticedBy: [`${house}/objects/history.test.ts`],
  },
  {
    breaks: 'Whoever votes is sent round the applications in no order: the queue leaves out those behind the open one',
    edits: [
      {
        file: `${admissions}/committee/model.ts`,
        find: 'filter (where (w.submitted_at, w.id) > ${place})',
        put: 'filter (where (w.submitted_at, w.id) < ${place})',
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },
  {
    breaks: 'The queue of a voter counts applications that do not wait for their vote',
    edits: [
      {
        file: `${admissions}/committee/model.ts`,
        find: 'and(openFor(actor), waitsForVoteOf(actor), ne(a.id, id))',
        put: 'and(openFor(actor), ne(a.id, id))',
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },

  // Signing in.
  {
    breaks: 'One address can be flooded with links by mail',
    edits: [{ file: `${auth}/guards.ts`, find: 'const mailsPerHour = 10', put: 'const mailsPerHour = 10_000' }],
    noticedBy: [`${people}/members/sign-in.test.ts`],
  },
  {
    breaks: 'The link of a forgotten password is good for a year, for whoever finds the mail',
    edits: [
      {
        file: `${auth}/auth.ts`,
        find: 'resetPasswordTokenExpiresIn: hour',
        put: 'resetPasswordTokenExpiresIn: 365 * day',
      },
    ],
    noticedBy: [`${people}/members/links.test.ts`],
  },
  {
    breaks: 'A password is guessed without end: five failures no longer lock',
    edits: [{ file: `${auth}/lockout.ts`, find: 'export const maxFailures = 5', put: 'export const maxFailures = 6' }],
    noticedBy: [`${people}/members/sign-in.test.ts`],
  },
  {
    breaks: 'Whoever is signed in elsewhere stays so after the owner has reset the password',
    edits: [
      {
        file: `${auth}/auth.ts`,
        find: 'revokeSessionsOnPasswordReset: true',
        put: 'revokeSessionsOnPasswordReset: false',
      },
      {
        file: `${auth}/auth.ts`,
        find: "await parts.write(tx => endCredentials(tx, user.id, 'passwordReset'))",
        put: '',
      },
    ],
    noticedBy: [`${auth}/ways-in.test.ts`, `${people}/members/links.test.ts`],
  },
  {
    breaks: 'The owner of an account does not learn that its password was changed',
    edits: [
      { file: `${auth}/follow-up.ts`, find: 'await parts.mails.passwordChanged(personOf(session.user))', put: '' },
    ],
    noticedBy: ['test/mail-events.test.ts'],
  },
  {
    breaks: 'The owner of an account does not learn that its password was reset',
    edits: [
      {
        file: `${auth}/auth.ts`,
        find: 'await mails.passwordChanged(personOf({ ...user, emailVerified: true }))',
        put: '',
      },
    ],
    noticedBy: ['test/mail-events.test.ts', `${people}/members/links.test.ts`],
  },
  {
    breaks: 'A temporary password opens the house without being changed first',
    edits: [{ file: `${auth}/actor.ts`, find: 'if (actor.mustChangePassword) return', put: 'if (false) return' }],
    noticedBy: ['test/policy.test.ts', 'src/access.test.ts'],
  },

  // Admissions.
  {
    breaks: 'The committee is asked on for votes after it has declined (APPL-11); the database alone refuses them',
    edits: [
      {
        file: `${admissions}/committee/rules.ts`,
        find: "application.status === 'pending' && application.declinedAt === null",
        put: "application.status === 'pending'",
      },
    ],
    noticedBy: [`${admissions}/committee/rules.test.ts`],
  },
  {
    breaks: 'The database takes votes after the committee has declined (APPL-11); the procedure alone refuses them',
    edits: [
      {
        file: 'drizzle/0007_applications.sql',
        find: "application.status <> 'pending' or application.declined_at is not null",
        put: "application.status <> 'pending'",
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },
  {
    breaks: 'Members of the committee vote on themselves and on whom they referred (APPL-13)',
    edits: [
      {
        file: `${admissions}/committee/rules.ts`,
        find: 'if (ballot.recusedBy || recusalCause(voter.userId, application))',
        put: 'if (ballot.recusedBy && !application)',
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`, `${admissions}/committee/rules.test.ts`],
  },
  {
    breaks: 'Admins do not learn that an applicant waits for their decision (decision 14)',
    edits: [
      {
        file: `${admissions}/committee/model.ts`,
        find: 'await askAdmins(tx, counted, judges, { isReminder: false })',
        put: '',
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },
  {
    breaks: 'A vote waits for members of the committee who are on hold',
    edits: [
      {
        file: `${people}/members/model.ts`,
        find: "and(holds(user.id, roles), eq(profiles.accountStatus, 'active'))",
        put: 'holds(user.id, roles)',
      },
    ],
    noticedBy: [`${admissions}/committee/voting.test.ts`],
  },
  {
    breaks: 'Somebody who was archived while they waited gets a membership from the waiting list (decision 17)',
    edits: [
      { file: `${admissions}/waitlist/jobs.ts`, find: 'if (await isArchived(runtime.db, email)) continue', put: '' },
    ],
    noticedBy: [`${admissions}/waitlist/waitlist.test.ts`],
  },
  {
    breaks: 'When an applicant wants to begin is forgotten (JOIN-26)',
    edits: [{ file: `${admissions}/applications/model.ts`, find: 'startOn: startDate ?? null', put: 'startOn: null' }],
    noticedBy: [`${admissions}/applications/start-date.test.ts`],
  },
  {
    breaks: 'A proof of residence as PNG is refused (JOIN-24)',
    edits: [
      {
        file: `${admissions}/committee/model.ts`,
        find: "accepts: ['pdf', 'jpeg', 'png']",
        put: "accepts: ['pdf', 'jpeg']",
      },
    ],
    noticedBy: ['test/files.test.ts'],
  },
  {
    breaks: 'An applicant gets no mail that the application arrived',
    edits: [
      {
        file: `${admissions}/applications/model.ts`,
        find: 'await tx.mail(mail.receivedMail, applicantOf(application), namesOf(application.fullName))',
        put: '',
      },
    ],
    noticedBy: [`${admissions}/applications/applying.test.ts`],
  },

  // What the house knows of people.
  {
    breaks: 'Erasure leaves the name in the applications (decision 47)',
    edits: [
      {
        file: `${admissions}/applications/table.ts`,
        find: 'full_name: "\'Erased person\'",\n      email: noAddress,',
        put: 'email: noAddress,',
      },
    ],
    noticedBy: [`${house}/privacy/nothing-left.test.ts`],
  },
  {
    breaks: 'Applicants’ names and addresses stand in the clear in the audit log, for ever',
    edits: [
      {
        file: 'drizzle/0023_people_and_enquiries.sql',
        find: "array['full_name', 'email', 'email_key', 'phone_number', 'address', 'city', 'postcode',",
        put: "array['phone_number',",
      },
    ],
    noticedBy: [`${house}/privacy/nothing-left.test.ts`],
  },
  {
    breaks: 'Somebody with bookings ahead is erased, and the house waits for nobody',
    edits: [
      {
        file: `${spaces}/bookings/table.ts`,
        find: 'when: "status <> \'cancelled\' and ends_at > :now"',
        put: "when: 'false'",
      },
    ],
    noticedBy: [`${house}/privacy/nothing-left.test.ts`],
  },
  {
    breaks: 'Somebody with a running membership is erased and goes on paying',
    edits: [
      {
        file: `${membership}/memberships/table.ts`,
        find: 'blocksErasure: {\n      when: ',
        put: 'blocksErasure: {\n      when: "false and " + ',
      },
    ],
    noticedBy: [`${house}/privacy/nothing-left.test.ts`],
  },
  {
    breaks: 'A person who was erased is not told that it is done',
    edits: [
      {
        file: `${house}/privacy/api.ts`,
        find: 'await tx.mail(erasureDoneMail, { address: person!.email }, {})',
        put: '',
      },
    ],
    noticedBy: ['test/mail-events.test.ts'],
  },

  // Money.
  {
    breaks: 'While the provider’s secret is being changed, what it signed with the former one is refused and lost',
    edits: [
      {
        file: `${money}/provider/webhook.ts`,
        find: '[env.STRIPE_WEBHOOK_SECRET, env.STRIPE_WEBHOOK_SECRET_PREVIOUS]',
        put: '[env.STRIPE_WEBHOOK_SECRET]',
      },
    ],
    noticedBy: [`${money}/provider/rotation.test.ts`],
  },
  {
    breaks: 'A subscription that was replaced by another goes on charging the member',
    edits: [
      {
        file: `${membership}/memberships/model.ts`,
        find: 'await tx.enqueue(endSubscription, { subscriptionId: carried })',
        put: '{}',
      },
    ],
    noticedBy: [`${membership}/memberships/replaced.test.ts`],
  },
  {
    breaks: 'A membership that was wished for a later day is charged and begins at once (decision 58)',
    edits: [
      {
        file: `${membership}/sales/model.ts`,
        find: 'const later = startOn && {',
        put: 'const later = startOn === "" && {',
      },
    ],
    noticedBy: [`${membership}/subscriptions/later-start.test.ts`],
  },
  {
    breaks: 'A membership for a later day opens everything before anything is paid',
    edits: [
      {
        file: `${membership}/sales/model.ts`,
        find: 'if (waiting && canBecomePaid(waiting.status))',
        put: 'if (waiting && waiting.status === "refunded")',
      },
    ],
    noticedBy: [`${membership}/subscriptions/later-start.test.ts`],
  },
  {
    breaks: 'A payment that was refused is kept',
    edits: [
      {
        file: `${money}/refunds/model.ts`,
        find: 'await tx.enqueue(sendRefund, { refundId })\n  await tellGone',
        put: 'await tellGone',
      },
    ],
    noticedBy: [`${money}/refunds/refused.test.ts`],
  },
  {
    breaks: 'A payment that was refused and given back buys something when it is handled again',
    edits: [
      {
        file: `${money}/provider/model.ts`,
        find: 'arrived !== null && (await wasRefused(tx, arrived.intentId))',
        put: 'arrived === null && (await wasRefused(tx, ""))',
      },
    ],
    noticedBy: [`${money}/refunds/refused.test.ts`],
  },
  {
    breaks: 'Whoever is erased stays with name and address at the payment provider',
    edits: [
      {
        file: `${money}/customers/table.ts`,
        find: "    outside: { job: removeCustomer, id: 'stripe_customer_id' },\n",
        put: '',
      },
    ],
    noticedBy: [`${money}/customers/erased.test.ts`],
  },
  {
    breaks: 'What staff write about a person when they cancel stays in the books after an erasure',
    edits: [
      {
        file: `${spaces}/cancelling/model.ts`,
        find: "by.isStaff ? 'Booking cancelled by the house' : isOne ?",
        put: 'by.reason ? by.reason : isOne ?',
      },
    ],
    noticedBy: [`${money}/customers/erased.test.ts`],
  },
  {
    breaks: 'Loyalty counts months before a break, which members are told it does not (MEM-09)',
    edits: [
      {
        file: `${membership}/memberships/model.ts`,
        find: 'entry.isPaid ? (current?.paidSinceOn ?? today) : null',
        put: 'current?.paidSinceOn ?? (entry.isPaid ? today : null)',
      },
    ],
    noticedBy: [`${membership}/memberships/replaced.test.ts`],
  },
  {
    breaks: 'A member whose place was gone when the money came is not told that it comes back',
    edits: [
      {
        file: `${money}/refunds/model.ts`,
        find: 'return tx.mail(orderGoneMail,',
        put: 'return (async (..._: unknown[]) => {})(orderGoneMail,',
      },
    ],
    noticedBy: [`${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'The text of a tier cannot be changed by the office (TIER-09)',
    edits: [
      {
        file: `${membership}/tiers/api.ts`,
        find: 'const change = {\n          ...rest,',
        put: 'const change = {\n          ...{ ...rest, description: undefined },',
      },
    ],
    noticedBy: [`${membership}/tiers/words.test.ts`],
  },
  {
    breaks: 'Tokens of a cancelled booking do not come back',
    edits: [
      {
        file: `${spaces}/cancelling/model.ts`,
        find: 'each.back.tokens > 0)',
        put: 'each.back.tokens < 0)',
      },
    ],
    noticedBy: [`${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'A repetition with the same key does it again',
    edits: [
      {
        file: `${rpc}/procedures.ts`,
        find: 'mine ? once(tx, mine, () => work(tx)) : work(tx),',
        put: 'work(tx),',
      },
    ],
    noticedBy: ['test/idempotency.test.ts', `${rpc}/procedures.test.ts`],
  },
  {
    breaks: 'The repetition of a call whose answer was lost is told that its upload is gone',
    edits: [{ file: `${rpc}/procedures.ts`, find: 'if (done) return', put: 'if (done && !call) return' }],
    noticedBy: ['test/repeated-uploads.test.ts'],
  },
  {
    breaks: 'Of one picture that is sent twice at once, what the second drew stays in the storage for nobody',
    edits: [{ file: `${house}/images/model.ts`, find: 'let isNeeded = false', put: 'let isNeeded = true' }],
    noticedBy: ['test/repeated-uploads.test.ts'],
  },

  // Places.
  {
    breaks: 'Two people hold one place: the constraint sees confirmed bookings only (BOOK-24)',
    edits: [
      {
        file: 'drizzle/0006_bookings.sql',
        find: "where (status in ('pending', 'confirmed'));",
        put: "where (status = 'confirmed');",
      },
    ],
    noticedBy: [`${spaces}/calendar/overlap.test.ts`],
  },
  {
    breaks: 'A booking is given back up to the very start, whatever the venue’s rule says (BOOK-34)',
    edits: [
      {
        file: `${spaces}/bookings/rules.ts`,
        find: ' && now <= refundableUntil(booking.startsAt, cancellationHours)',
        put: '',
      },
    ],
    noticedBy: [`${spaces}/bookings/rules.test.ts`, `${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'The ice bath is priced by the hour instead of by the session (BOOK-27)',
    edits: [
      {
        file: `${spaces}/facilities/inputs.ts`,
        find: 'cashPricePence: 1_500,\n    isPricedPerSession: true,',
        put: 'cashPricePence: 1_500,',
      },
    ],
    noticedBy: [`${spaces}/facilities/standard.test.ts`],
  },
  {
    breaks: 'Whoever is signed out or not subscribed is on no plan (MEM-15)',
    edits: [
      {
        file: 'src/features/membership/tiers/api.ts',
        find: 'isOwn: ownId ? tier.id === ownId : isFree(tier),',
        put: 'isOwn: tier.id === ownId,',
      },
    ],
    noticedBy: ['src/features/membership/tiers/tiers.test.ts'],
  },
  {
    breaks: 'A desk costs 12 tokens instead of 10 (TOK-14)',
    edits: [
      {
        file: `${spaces}/facilities/inputs.ts`,
        find: 'tokenCost: 10,\n    cashPricePence: 3_000,\n    isPricedPerSession: true,\n    durationMinutes: 480,',
        put: 'tokenCost: 12,\n    cashPricePence: 3_000,\n    isPricedPerSession: true,\n    durationMinutes: 480,',
      },
    ],
    noticedBy: [`${spaces}/facilities/standard.test.ts`],
  },
  {
    breaks: 'Who booked gets no mail',
    edits: [
      {
        file: `${spaces}/bookings/model.ts`,
        find: 'await tx.mail(confirmedMail, recipientOf(booking!), {',
        put: 'void (confirmedMail, recipientOf(booking!), {',
      },
    ],
    noticedBy: [`${spaces}/bookings/place.test.ts`, `${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'Hours used in a week are not counted (BOOK-29)',
    edits: [{ file: `${spaces}/bookings/model.ts`, find: 'await moveUsage(tx, confirmed, 1)', put: '' }],
    noticedBy: [`${spaces}/bookings/place.test.ts`, `${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'A series is charged at whatever it costs by now, not at the price that was shown',
    edits: [
      {
        file: `${spaces}/bookings/model.ts`,
        find: 'demand(whyNot.bookAsSeen(sumOf(offers.map(({ payment }) => payment)), seen))',
        put: '',
      },
    ],
    noticedBy: [`${spaces}/repeats/repeats.test.ts`],
  },
  {
    breaks: 'Of bookings that are cancelled together more comes back than is left of their order',
    edits: [
      {
        file: `${spaces}/bookings/rules.ts`,
        find: 'left.set(row.orderId, leftPence - back.pence)',
        put: 'left.set(row.orderId, leftPence)',
      },
    ],
    noticedBy: [`${spaces}/repeats/repeats.test.ts`],
  },
  {
    breaks: 'Cancelling a booking and the later ones of its series cancels those before it as well',
    edits: [
      {
        file: `${spaces}/cancelling/model.ts`,
        find: ' and here.starts_at <= bookings.starts_at)',
        put: ')',
      },
    ],
    noticedBy: [`${spaces}/repeats/repeats.test.ts`],
  },
  {
    breaks: 'Times that nobody asked for are booked as if they were of the series',
    edits: [{ file: `${spaces}/repeats/api.ts`, find: 'demand(whyNot.choose(input, occurrences))', put: '' }],
    noticedBy: [`${spaces}/repeats/repeats.test.ts`],
  },

  // Market and door.
  {
    breaks: 'The hours of a market are always 10:00 to 17:00, whatever the office planned (MKT-03)',
    edits: [
      {
        file: `${market}/tickets/rules.ts`,
        find: 'opensAt: day.opensAt,\n    closesAt: day.closesAt,\n    note: day.note',
        put: "opensAt: '10:00',\n    closesAt: '17:00',\n    note: day.note",
      },
    ],
    noticedBy: [`${market}/days/limits.test.ts`],
  },
  {
    breaks: 'A guest can be taken back after the day has closed',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: "isOnTheDay || isAdmin(actor) ? null : { code: 'DAY_CLOSED', message: messages.dayOver }",
        put: 'isOnTheDay || isAdmin(actor) ? null : null',
      },
    ],
    noticedBy: [`${market}/tickets/market.test.ts`],
  },
  {
    breaks: 'A device that claims to have taken a guest back on the day is believed for ever',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: 'takenBackOn <= entry.on && today <= addDays(entry.arrivedOn, lateDays)',
        put: 'takenBackOn <= entry.on',
      },
    ],
    noticedBy: [`${market}/tickets/market.test.ts`],
  },
  {
    breaks: 'A code of another scanner is written down as a refusal',
    edits: [
      {
        file: `${door}/scans/model.ts`,
        find: 'if (elsewhere) return ofAnother(',
        put: 'if (elsewhere && !kind.name) return ofAnother(',
      },
    ],
    noticedBy: [`${door}/scans/admit.test.ts`],
  },
  {
    breaks: 'A scanner without a list calls real codes invalid',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: 'if (read && (known.list === null || !known.knowsKey(read.keyId)))',
        put: 'if (read && known.list === null && now < 0)',
      },
    ],
    noticedBy: [`${door}/scans/rules.test.ts`],
  },
  {
    breaks: 'Members whose ticket was made after a device’s list pay nothing at it, whatever entry costs',
    edits: [
      {
        file: `${market}/tickets/model.ts`,
        find: 'unlistedPence: memberPricePence(on, settings),',
        put: 'unlistedPence: 0 * memberPricePence(on, settings),',
      },
    ],
    noticedBy: [`${market}/tickets/market.test.ts`],
  },
  {
    breaks: 'Whom somebody brought to the market is called their guest after they were erased',
    edits: [
      {
        file: `${market}/tickets/table.ts`,
        find: "rows: `user_id is null and purchase_id is null and ${isGuestOf('guest_name', 'used_at')}`",
        put: "rows: `false and ${isGuestOf('guest_name', 'used_at')}`",
      },
    ],
    noticedBy: [`${house}/privacy/brought.test.ts`],
  },
  {
    breaks: 'Without a connection a guest pays on a day without a market',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: "return list === null ? refuse(houseRefusals, 'NOT_KNOWN_HERE') : listProblem(list, now)",
        put: "return list === null && now < 0 ? refuse(houseRefusals, 'NOT_KNOWN_HERE') : null",
      },
    ],
    noticedBy: [`${door}/scans/rules.test.ts`],
  },
  {
    breaks: 'A code lets in a second person at once (MKA-17)',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: 'if (now - lastEntryAt < waitMinutes * 60_000)',
        put: 'if (now - lastEntryAt < 0)',
      },
    ],
    noticedBy: [`${door}/scans/rules.test.ts`, `${door}/scans/admit.test.ts`],
  },
  {
    breaks: 'Whoever comes back is held up one millisecond too long (MKT-22)',
    edits: [
      {
        file: `${door}/scans/rules.ts`,
        find: 'if (now - lastEntryAt < waitMinutes * 60_000)',
        put: 'if (now - lastEntryAt <= waitMinutes * 60_000)',
      },
    ],
    noticedBy: [`${door}/scans/rules.test.ts`],
  },
  {
    breaks: 'Archived people are let in (MKA-08)',
    edits: [
      {
        file: `${door}/refusals/rules.ts`,
        find: 'if (isArchived) return',
        put: 'if (isArchived && !isApproved) return',
      },
    ],
    noticedBy: [`${door}/scans/rules.test.ts`, `${door}/scans/admit.test.ts`],
  },
  {
    breaks: 'A market code ends a millisecond before it says (MKT-18)',
    edits: [{ file: `${door}/passes/rules.ts`, find: 'return now > validUntil', put: 'return now >= validUntil' }],
    noticedBy: [`${door}/passes/rules.test.ts`],
  },
  {
    breaks: 'A market is planned on a Friday (MKT-08)',
    edits: [
      {
        file: `${market}/days/inputs.ts`,
        find: "return weekday === 'saturday'",
        put: "return weekday === 'friday' || weekday === 'saturday'",
      },
    ],
    noticedBy: [`${market}/days/rules.test.ts`, `${market}/days/days.test.ts`],
  },
  {
    breaks: 'A market has at most 500 pitches',
    edits: [{ file: `${market}/days/inputs.ts`, find: '.max(1_000,', put: '.max(500,' }],
    noticedBy: [`${market}/days/limits.test.ts`],
  },
  {
    breaks: 'A market code is made before its day',
    edits: [{ file: `${market}/tickets/rules.ts`, find: 'on > today ? { code', put: 'on < today ? { code' }],
    noticedBy: [`${market}/tickets/market.test.ts`],
  },
  {
    breaks: 'Members pay on the last day on which they enter free (MKT-23)',
    edits: [{ file: `${market}/tickets/rules.ts`, find: 'on <= until ? 0', put: 'on < until ? 0' }],
    noticedBy: [`${market}/tickets/rules.test.ts`],
  },

  // Races: each is the control of one, which must fail once what keeps its callers apart is gone.
  {
    breaks: 'A link that is opened in many places at once lets several in (AUTH-29)',
    edits: [
      {
        file: `${auth}/once.ts`,
        find: "import { lt } from 'drizzle-orm'",
        put: "import { eq, lt } from 'drizzle-orm'",
      },
      {
        file: `${auth}/once.ts`,
        find: 'const mark = storedAs(secret)',
        put: `const mark = storedAs(secret)
  if ((await db.select().from(verification).where(eq(verification.id, mark))).length > 0) return false`,
      },
      { file: `${auth}/once.ts`, find: 'return first !== undefined', put: 'return true' },
    ],
    noticedBy: [`${people}/members/links.test.ts`],
  },
  {
    breaks: 'Of many guesses at once more than five are looked at (AUTH-10)',
    edits: [
      {
        file: `${auth}/lockout.ts`,
        find: '  const isOver = sql`',
        put: `  const [before] = await db.select().from(signInFailures).where(eq(signInFailures.emailKey, emailKey(email)))
  const isOver = sql\``,
      },
      {
        file: `${auth}/lockout.ts`,
        find: 'if (row!.failures > maxFailures)',
        put: 'if ((before?.failures ?? 0) >= maxFailures)',
      },
    ],
    noticedBy: [`${people}/members/sign-in.test.ts`],
  },
  {
    breaks: 'Sign-ups at once with one address make several accounts',
    edits: [{ file: 'drizzle/0000_tables.sql', find: 'UNIQUE INDEX "user_email_key"', put: 'INDEX "user_email_key"' }],
    noticedBy: ['test/same-address.test.ts'],
  },
  {
    breaks: 'Two admins who remove each other at once leave the house without one (decision 1)',
    edits: [
      {
        file: 'drizzle/0002_members.sql',
        find: "keep_one_admin() returns trigger language plpgsql as $$\nbegin\n  perform pg_advisory_xact_lock(hashtext('exchange.last_admin'));",
        put: 'keep_one_admin() returns trigger language plpgsql as $$\nbegin',
      },
    ],
    noticedBy: [`${people}/members/members.test.ts`],
  },
  {
    breaks: 'Two admins who block each other at once leave the house without one (decision 1)',
    edits: [
      {
        file: 'drizzle/0002_members.sql',
        find: "role = 'admin') then return null; end if;\n  perform pg_advisory_xact_lock(hashtext('exchange.last_admin'));",
        put: "role = 'admin') then return null; end if;",
      },
    ],
    noticedBy: [`${people}/members/members.test.ts`],
  },
  {
    breaks: 'Keys that are asked for at once are more than ten',
    edits: [
      { file: `${people}/keys/api.ts`, find: "spends: ['keys']", put: 'spends: undefined as never' },
      {
        file: `${people}/keys/api.ts`,
        find: "eq(profiles.userId, userId)).for('update')",
        put: 'eq(profiles.userId, userId))',
      },
    ],
    noticedBy: [`${people}/members/members.test.ts`],
  },
  {
    breaks: 'Versions of the code of conduct that are published at once are all in force',
    edits: [
      {
        file: 'drizzle/0000_tables.sql',
        find: 'UNIQUE INDEX "code_of_conduct_one_active"',
        put: 'INDEX "code_of_conduct_one_active"',
      },
      {
        file: 'drizzle/0000_tables.sql',
        find: 'UNIQUE INDEX "code_of_conduct_version"',
        put: 'INDEX "code_of_conduct_version"',
      },
    ],
    noticedBy: [`${people}/conduct/conduct.test.ts`],
  },
  {
    breaks: 'An application that is approved many times at once is approved more than once (APPL-39)',
    edits: [
      {
        file: `${admissions}/applications/model.ts`,
        find: "await tx.select().from(a).where(eq(a.id, id)).for('update')",
        put: 'await tx.select().from(a).where(eq(a.id, id))',
      },
    ],
    noticedBy: [`${admissions}/applications/deciding.test.ts`],
  },
  {
    breaks: 'An application is corrected behind a vote that is just being given (decision 53)',
    edits: [
      {
        file: `${admissions}/applications/model.ts`,
        find: "await tx.select().from(a).where(eq(a.id, id)).for('update')",
        put: 'await tx.select().from(a).where(eq(a.id, id))',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'An application is corrected after the first vote (decision 53)',
    edits: [
      {
        file: `${admissions}/applications/rules.ts`,
        find: 'application.currentVotes + application.rejectVotes > 0',
        put: 'application.currentVotes > 0',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'The documents of a withdrawn application are kept (decision 53)',
    edits: [
      {
        file: `${admissions}/applications/api.ts`,
        find: 'await deleteDocuments(tx, [idDocumentFileId, proofOfResidenceFileId])',
        put: '',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'An application is opened beside the membership that a place in line has just become (decision 16)',
    edits: [
      {
        file: `${admissions}/applications/model.ts`,
        find: '  await holdInLine(tx, actor.email)\n',
        put: '',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'The end of a paid membership greets a person for ever (decision 54)',
    edits: [
      {
        file: 'src/features/home/standing/rules.ts',
        find: 'if (ended && now.getTime() - ended.at.getTime() < endedDays * dayMs)',
        put: 'if (ended)',
      },
    ],
    noticedBy: ['src/features/home/standing/standing.test.ts'],
  },
  {
    breaks: 'The tokens of a week are granted by each of two servers that do it at once (MEM-11)',
    edits: [
      { file: 'drizzle/0000_tables.sql', find: 'UNIQUE INDEX "tokens_ref"', put: 'INDEX "tokens_ref"' },
      {
        file: 'drizzle/0000_tables.sql',
        find: 'UNIQUE INDEX "token_transactions_ref"',
        put: 'INDEX "token_transactions_ref"',
      },
      { file: 'drizzle/0014_token_moves.sql', find: ' on conflict (ref) do nothing;', put: ';' },
    ],
    noticedBy: [`${membership}/tokens/grants.test.ts`],
  },
  {
    breaks: 'An event of the provider that arrives many times at once is handled as often',
    edits: [{ file: `${money}/provider/model.ts`, find: 'if (kept && isFollowed)', put: 'if (isFollowed)' }],
    noticedBy: [`${money}/orders/orders.test.ts`],
  },
  {
    breaks: 'One press on “Pay” that is sent many times at once opens many orders',
    edits: [
      {
        file: `${rpc}/procedures.ts`,
        find: 'mine ? once(tx, mine, () => work(tx)) : work(tx),',
        put: 'work(tx),',
      },
    ],
    noticedBy: [`${money}/orders/orders.test.ts`],
  },
  {
    breaks: 'One code at many scanners at once lets several in (MKT-22)',
    edits: [
      {
        file: `${market}/tickets/model.ts`,
        find: "where(ofDay).for('update')",
        put: 'where(ofDay)',
      },
      {
        file: 'drizzle/0000_tables.sql',
        find: 'UNIQUE INDEX "market_scans_first_entry"',
        put: 'INDEX "market_scans_first_entry"',
      },
    ],
    noticedBy: [`${door}/scans/race.test.ts`],
  },
  {
    breaks: 'One scan that is sent many times at once is several entries',
    edits: [
      {
        file: `${door}/scans/model.ts`,
        find: '.values({ ...(given as { [Name in keyof ScanRow]: Placeholder }), isFirstEntry })\n    .onConflictDoNothing({ target: scans.id })',
        put: '.values({ ...(given as { [Name in keyof ScanRow]: Placeholder }), id: sql`gen_random_uuid()`, isFirstEntry })',
      },
    ],
    noticedBy: [`${door}/scans/admit.test.ts`],
  },

  // The process.
  {
    breaks: 'Nothing happens by itself: no weekly tokens, no reminder, no expiry, no retention',
    edits: [
      {
        file: 'src/platform/jobs/runner.ts',
        find: 'if (job.cron) await runtime.jobs.schedule(',
        put: 'if (false) await runtime.jobs.schedule(',
      },
    ],
    noticedBy: ['test/schedule.test.ts'],
  },
  {
    breaks: 'What happens by itself happens an hour late all summer',
    edits: [{ file: 'src/platform/jobs/runner.ts', find: "{ tz: 'Europe/London' }", put: "{ tz: 'UTC' }" }],
    noticedBy: ['test/schedule.test.ts'],
  },
  {
    breaks: 'A server that is stopped drops what it was asked a moment before',
    edits: [
      {
        file: 'src/main.ts',
        find: "process.on('SIGTERM', () => void stop(0))",
        put: "process.on('SIGTERM', () => process.exit(0))",
      },
    ],
    noticedBy: ['test/stop.test.ts'],
  },
  {
    breaks: 'The database takes texts of sections that no page of the house has (HOME-11)',
    edits: [
      {
        file: 'drizzle/0000_tables.sql',
        find: `CHECK ("homepage_content"."section_key" in ('hero',`,
        put: `CHECK ("homepage_content"."section_key" <> '' or "homepage_content"."section_key" in ('hero',`,
      },
    ],
    noticedBy: ['src/features/home/landing/landing.test.ts'],
  },

  // Screens, each with the journey that must fail; tried with --journeys.
  {
    breaks: 'The way into the office is offered to everybody who may open a page of it (NAV-17)',
    edits: [
      {
        file: 'src/web/layouts/menus.ts',
        find: "if (needs === 'openAdminOnly') return can.openAdminOnly",
        put: "if (needs === 'openAdminOnly') return can.openAdmin",
      },
    ],
    journey: { spec: 'e2e/shell.spec.ts', named: 'NAV-17' },
  },
  {
    breaks: 'Who comes back from a payment is told nothing (MEM-24)',
    edits: [
      {
        file: 'src/features/membership/subscriptions/screens/members.tsx',
        find: 'if (!success && !canceled) return',
        put: 'if (success || canceled || !order) return',
      },
    ],
    journey: { spec: 'e2e/money.spec.ts', named: 'MEM-24' },
  },
  {
    breaks: 'Plans that do not load say something else on the membership information (MEM-30)',
    edits: [
      {
        file: 'src/features/membership/tiers/screens/membership-info.tsx',
        find: 'failed="Failed to load membership tiers"\n          loading',
        put: 'failed="Failed to load"\n          loading',
      },
    ],
    journey: { spec: 'e2e/money.spec.ts', named: 'MEM-30' },
  },
  {
    breaks: 'An admin does not learn that an account was made for an applicant (APPL-48)',
    edits: [
      {
        file: 'src/features/admissions/applications/parts/decide.ts',
        find: "'The account was created and a welcome email was sent.'",
        put: "'A welcome email was sent.'",
      },
    ],
    journey: { spec: 'e2e/committee.spec.ts', named: 'APPL-48' },
  },
  {
    breaks: 'Whoever has given no name is welcomed back without one (HOME-15)',
    edits: [
      {
        file: 'src/features/home/home/screens/home.tsx',
        find: 'me?.firstName ? ',
        put: 'me ? ',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'HOME-15' },
  },
  {
    breaks: 'The audit log shows whole ids, and nobody for the house’s own deeds (OPS-17)',
    edits: [
      {
        file: 'src/features/house/privacy/parts/audit-table.tsx',
        find: "if (actorId === null) return 'System'\n  const short = <small className={classes.id}>{shortId(actorId)}</small>",
        put: 'const short = <small className={classes.id}>{actorId}</small>',
      },
    ],
    journey: { spec: 'e2e/security.spec.ts', named: 'OPS-17' },
  },
  {
    breaks: 'The audit log has an empty cell where there is no address (OPS-17)',
    edits: [
      {
        file: 'src/features/house/privacy/parts/audit-table.tsx',
        find: "of: ({ ipAddress }) => ipAddress ?? 'N/A'",
        put: 'of: ({ ipAddress }) => ipAddress',
      },
    ],
    journey: { spec: 'e2e/security.spec.ts', named: 'OPS-17' },
  },
  {
    breaks: 'An export of a person that fails is told in other words (OPS-28)',
    edits: [
      {
        file: 'src/features/house/privacy/parts/person-export.tsx',
        find: "'Failed to export user data'",
        put: "'It did not work'",
      },
    ],
    journey: { spec: 'e2e/security.spec.ts', named: 'OPS-28' },
  },
  {
    breaks: 'An export without a session says something else (OPS-28)',
    edits: [
      {
        file: 'src/features/house/privacy/parts/person-export.tsx',
        find: "'Not authenticated'",
        put: "'Please sign in'",
      },
    ],
    journey: { spec: 'e2e/security.spec.ts', named: 'OPS-28' },
  },
  {
    breaks: 'A step of a form opens before those in front of it are right',
    edits: [
      { file: 'src/ui/form/step-form.ts', find: 'Math.min(Math.max(asked, 0), furthest)', put: 'Math.max(asked, 0)' },
    ],
    journey: { spec: 'e2e/join.spec.ts', named: 'what was typed is there again' },
  },
  {
    breaks: 'Whose field the server refuses stays in the step in which they cannot see it',
    edits: [
      {
        file: 'src/ui/form/step-form.ts',
        find: 'if (place !== at) address.forward(addressOf(place))',
        put: '',
      },
    ],
    journey: { spec: 'e2e/join.spec.ts', named: 'what the server refuses opens the step' },
  },
  {
    breaks: 'Nobody gets on from a step, since what later steps ask for is missing',
    edits: [
      {
        file: 'src/ui/form/schema-form.ts',
        find: 'filter(([path]) => names.includes(path))',
        put: 'filter(() => true)',
      },
    ],
    journey: { spec: 'e2e/join.spec.ts', named: 'JOIN-07' },
  },
  {
    breaks: 'A plan that an applicant changed is the one of the address again after a reload',
    edits: [
      {
        file: 'src/features/admissions/applications/parts/application-form.tsx',
        find: 'if (props.tier === undefined) return',
        put: 'return',
      },
    ],
    journey: { spec: 'e2e/join.spec.ts', named: 'a plan that is changed stays changed' },
  },
  {
    breaks: 'An applicant has no time to read that the application went in (JOIN-33)',
    edits: [
      {
        file: 'src/features/admissions/applications/screens/join.tsx',
        find: 'const redirectMs = 2_000',
        put: 'const redirectMs = 1_000',
      },
    ],
    journey: { spec: 'e2e/join.spec.ts', named: 'JOIN-33' },
  },
  {
    breaks: 'Reasons that were switched off are offered (APPL-35)',
    edits: [
      {
        file: 'src/features/admissions/applications/parts/reject-form.tsx',
        find: 'list.filter(({ isActive }) => isActive).map(',
        put: 'list.map(',
      },
    ],
    journey: { spec: 'e2e/committee.spec.ts', named: 'APPL-35' },
  },
  {
    breaks: 'Several hours are booked over what begins within them',
    edits: [{ file: `${spaces}/calendar/model.ts`, find: 'lengths}::int', put: '1}::int' }],
    noticedBy: [`${spaces}/availability/days.test.ts`],
  },
  {
    breaks: 'A hold of an hour is gone on with as if it were two',
    edits: [{ file: `${spaces}/calendar/model.ts`, find: ' && new Date(held.endsAt).getTime() === until', put: '' }],
    noticedBy: [`${spaces}/availability/days.test.ts`],
  },
  {
    breaks: 'Whoever has one half of the hall has it for themselves, and the market comes in',
    edits: [
      { file: 'drizzle/0044_calendar.sql', find: 'if is_whole or cardinality(leaves) > 1 then', put: 'if false then' },
    ],
    noticedBy: [`${spaces}/calendar/house.test.ts`],
  },
  {
    breaks: 'Nothing keeps features out of a room that another one has',
    edits: [
      {
        file: 'drizzle/0044_calendar.sql',
        find: "exclude using gist (space_id with =, unit with =, tstzrange(starts_at, ends_at, '[)') with &&);",
        put: "exclude using gist (ref with =, unit with =, space_id with =, tstzrange(starts_at, ends_at, '[)') with &&);",
      },
    ],
    noticedBy: [`${spaces}/calendar/together.test.ts`, `${spaces}/calendar/house-model.test.ts`],
  },
  {
    breaks:
      'Of those who come for the last free units of a room at once some are refused, since nobody waits for the lock',
    edits: [
      {
        file: 'drizzle/0044_calendar.sql',
        find: '  perform from spaces s where s.id = any(leaves) order by s.id for no key update;\n',
        put: '',
      },
    ],
    noticedBy: [`${spaces}/bookings/races.test.ts`],
  },
  {
    breaks: 'Tokens of a hold that nobody paid are lost',
    edits: [
      {
        file: `${spaces}/bookings/model.ts`,
        find: "await returnTokens(tx, spent, 'Booking not completed')",
        put: '0',
      },
    ],
    noticedBy: [`${spaces}/calendar/house-model.test.ts`, `${spaces}/cart/cart.test.ts`],
  },
  {
    breaks: 'A booking that was let go of stands again when its payment arrives',
    edits: [
      {
        file: `${spaces}/bookings/model.ts`,
        find: "if (rows.length === 0 || rows.some(({ status }) => status !== 'pending')) {",
        put: 'if (rows.length === 0) {',
      },
    ],
    noticedBy: [`${spaces}/calendar/house-model.test.ts`, `${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'What staff move is moved into what others have, since the preview counts it as free',
    edits: [
      {
        file: `${spaces}/shifts/api.ts`,
        find: 'freeUnit(room, to, held) === null ? there : []',
        put: 'false ? there : []',
      },
    ],
    noticedBy: [`${spaces}/shifts/shifts.test.ts`],
  },
  {
    breaks: 'What staff keep when they cancel goes back all the same',
    edits: [
      { file: `${spaces}/cancelling/model.ts`, find: "if (giveBack === 'all')", put: "if (giveBack !== 'rule')" },
    ],
    noticedBy: [`${spaces}/shifts/shifts.test.ts`],
  },
  {
    breaks: 'The next booking begins while the room is made ready',
    edits: [
      { file: 'drizzle/0044_calendar.sql', find: 'make_interval(mins => s.turnaround_minutes)', put: "interval '0'" },
    ],
    noticedBy: [`${spaces}/calendar/house.test.ts`],
  },
  {
    breaks: 'A market that is cancelled keeps the hall',
    edits: [
      {
        file: 'drizzle/0044_calendar.sql',
        find: "keep_space('market', 'is_cancelled', 'false', 'whole')",
        put: "keep_space('market', 'is_cancelled', 'false true', 'whole')",
      },
    ],
    noticedBy: [`${spaces}/calendar/house.test.ts`],
  },
  {
    breaks: 'Any procedure can write into the calendar of the house',
    edits: [
      {
        file: 'drizzle/0044_calendar.sql',
        find: 'revoke insert, update, delete on reservations from exchange_app;',
        put: 'select 1;',
      },
    ],
    noticedBy: [`${spaces}/calendar/house.test.ts`],
  },
  {
    breaks: 'What others hold is shown as one’s own (API-15)',
    edits: [
      {
        file: `${spaces}/availability/model.ts`,
        find: "held.filter(row => isOwn(row) && row.kind !== 'offer')",
        put: 'held',
      },
    ],
    noticedBy: [`${spaces}/availability/days.test.ts`],
  },
  {
    breaks: 'The page of facilities has another title (BOOK-01)',
    edits: [
      { file: 'src/features/spaces/own-bookings/screens/bookings.tsx', find: "'Book Your Space'", put: "'Facilities'" },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'BOOK-01' },
  },
  {
    breaks: 'Facilities stand in groups of other names (BOOK-01)',
    edits: [
      {
        file: 'src/features/spaces/bookings/parts/facility-groups.tsx',
        find: "['wellness', 'Wellness']",
        put: "['wellness', 'Baths']",
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'BOOK-01' },
  },
  {
    breaks: 'The cart’s button does not count what is in it (BOOK-14)',
    edits: [
      {
        file: 'src/features/spaces/bookings/screens/facility-booking.tsx',
        find: 'Cart ({me.cartCount})',
        put: 'Cart (0)',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'BOOK-14' },
  },
  {
    breaks: 'The page of a facility does not tell what one has used (BOOK-13)',
    edits: [
      {
        file: 'src/features/spaces/bookings/screens/facility-booking.tsx',
        find: "label: 'Your week'",
        put: "label: 'Week'",
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'BOOK-13' },
  },
  {
    breaks: 'The page of a facility does not tell one’s tokens (BOOK-13)',
    edits: [
      {
        file: 'src/features/spaces/bookings/screens/facility-booking.tsx',
        find: '{facility.tokenBalance === null ? null : <TokenLine balance={facility.tokenBalance} />}',
        put: '{facility.tokenBalance === -1 ? <TokenLine balance={0} /> : null}',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'BOOK-13' },
  },
  {
    breaks: 'The numbers of tokens stand without their names (TOK-02)',
    edits: [
      {
        file: 'src/features/membership/tokens/screens/token-purchase.tsx',
        find: '<span>{preset.label}</span>',
        put: '<span />',
      },
    ],
    journey: { spec: 'e2e/money.spec.ts', named: 'TOK-02' },
  },
  {
    breaks: 'The bill of tokens shows another sum than is charged (TOK-06)',
    edits: [
      {
        file: 'src/features/membership/tokens/screens/token-purchase.tsx',
        find: 'total={quantity * price.unitPence}',
        put: 'total={quantity * price.basePence}',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'TOK-05' },
  },
  {
    breaks: 'Nobody is warned of admins who sign in with a password alone (OPS-21)',
    edits: [
      {
        file: 'src/features/house/privacy/parts/security-facts.tsx',
        find: '{twoFactor.without > 0 ? (',
        put: '{twoFactor.without < 0 ? (',
      },
    ],
    journey: { spec: 'e2e/security.spec.ts', named: 'OPS-21' },
  },
  {
    breaks: 'A vote counts for a text that the applicant has corrected since it was read',
    edits: [
      {
        file: `${admissions}/committee/api.ts`,
        find: '        demand(whyNot.judge(application, version))\n',
        put: '',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'Whoever withdraws in time wipes a vote away and applies again at once',
    edits: [
      {
        file: `${admissions}/applications/rules.ts`,
        find: 'currentVotes + rejectVotes > 0 ? withdrawnAt : null',
        put: 'currentVotes + rejectVotes > 9 ? withdrawnAt : null',
      },
    ],
    noticedBy: [`${admissions}/applications/own.test.ts`],
  },
  {
    breaks: 'Tokens cannot be taken on Sundays (CNT-60)',
    edits: [
      {
        file: 'src/features/spaces/facilities/parts/facility-editor.tsx',
        find: '{weekdays.map(day => (',
        put: '{weekdays.slice(0, 6).map(day => (',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'CNT-60' },
  },
  {
    breaks: 'A plan names its tokens without saying for how long (MEM-11)',
    edits: [
      {
        file: 'src/features/membership/tiers/parts/tier-drawing.tsx',
        find: ' a week` : null',
        put: '` : null',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'TOK-05' },
  },
  {
    breaks: 'A plan is changed at another price than the one that was shown',
    edits: [
      {
        file: `${membership}/plans/rules.ts`,
        find: 'if (found.isFresh && agreed.nowPence === found.nowPence) return null',
        put: 'if (found.isFresh) return null',
      },
    ],
    noticedBy: [`${membership}/subscriptions/subscription.test.ts`],
  },
  {
    breaks: 'Whoever is blocked goes on being charged',
    edits: [
      {
        file: `${membership}/restrictions/jobs.ts`,
        find: 'await stripe.subscriptions.cancel(subscriptionId)',
        put: '',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'Money that goes back has the VAT of its own day, not that of its payment',
    edits: [{ file: `${money}/ledger/model.ts`, find: 'return paid ?? vatOf(', put: 'return vatOf(' }],
    noticedBy: [`${money}/takings/takings.test.ts`],
  },
  {
    breaks: 'VAT is kept for a house that is not registered',
    edits: [
      {
        file: `${house}/vat/rules.ts`,
        find: "settings.vatNumber === '' ? null : {",
        put: 'settings.vatNumber === null ? null : {',
      },
    ],
    noticedBy: [`${money}/takings/takings.test.ts`, `${money}/receipts/papers.test.ts`],
  },
  {
    breaks: 'Takings of a summer night stand under the day of Greenwich',
    edits: [{ file: `${money}/takings/api.ts`, find: 'at time zone ${venueZone})', put: "at time zone 'UTC')" }],
    noticedBy: [`${money}/takings/takings.test.ts`],
  },
  {
    breaks: 'What a bank returns is taken a second time in the takings',
    edits: [{ file: `${money}/ledger/table.ts`, find: ' or ${refs.disputeReturned.isIn(standsFor)}', put: '' }],
    noticedBy: [`${money}/takings/takings.test.ts`],
  },
  {
    breaks: 'A file of the takings names VAT where there is none',
    edits: [{ file: `${rpc}/export.ts`, find: '!of.isLeftOutEmpty ||', put: 'true ||' }],
    noticedBy: [`${money}/takings/takings.test.ts`],
  },
  {
    breaks: 'There is a receipt of what was never paid',
    edits: [{ file: `${money}/receipts/api.ts`, find: 'demand(whyNotPrint(payment))', put: '' }],
    noticedBy: [`${money}/receipts/papers.test.ts`],
  },
  {
    breaks: 'The refund of a refused payment stands on the receipt of what was paid',
    edits: [
      {
        file: `${money}/receipts/model.ts`,
        find: 'filter(({ isOfRefused }) => !isOfRefused)',
        put: 'filter(() => true)',
      },
    ],
    noticedBy: [`${money}/receipts/papers.test.ts`],
  },
  {
    breaks: 'Own payments are everybody’s',
    edits: [{ file: `${money}/receipts/api.ts`, find: 'eq(payments.userId, actor.userId),', put: '' }],
    noticedBy: [`${money}/receipts/receipt.test.ts`, `${money}/receipts/papers.test.ts`],
  },
  {
    breaks: 'A block gives back what a bank has taken back, and the membership never ends',
    edits: [
      {
        file: `${money}/ledger/model.ts`,
        find: 'paidPence - givenBackPence - disputedPence',
        put: 'paidPence - givenBackPence',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'Unused time of a month that a bank has taken back is given back from an older month',
    edits: [
      {
        file: `${membership}/restrictions/rules.ts`,
        find: 'Math.min(unusedPence(invoices, now), Math.max(0, backed), heldPence)',
        put: 'Math.min(unusedPence(invoices, now), heldPence)',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'The credit that a block pays out stays credit as well',
    edits: [
      {
        file: `${membership}/restrictions/model.ts`,
        find: 'if (creditPence > 0) await tx.enqueue(payOutCredit',
        put: 'if (creditPence < 0) await tx.enqueue(payOutCredit',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'A month that nobody paid is credited when the plan changes after a suspension',
    edits: [
      {
        file: `${membership}/plans/rules.ts`,
        find: "    if (current.paymentStatus === 'waived') return monthWaived\n",
        put: '',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'A month that was let go of counts as paid after the lift',
    edits: [
      {
        file: `${membership}/sales/rules.ts`,
        find: "subscription.pause_collection || isMonthWaived(subscription) ? 'waived' : 'paid'",
        put: "subscription.pause_collection ? 'waived' : 'paid'",
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'A first payment at the moment of a block is kept and begins a membership',
    edits: [
      {
        file: `${membership}/subscriptions/model.ts`,
        find: 'if (hold) await tx.enqueue',
        put: 'if (!userId) await tx.enqueue',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'A month that is charged while a block is under way is kept',
    edits: [
      {
        file: `${membership}/subscriptions/model.ts`,
        find: 'if (closedAt && paidAt >=',
        put: 'if (closedAt && -paidAt >=',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'The draft of a renewal is charged to somebody who was suspended within its hour',
    edits: [
      {
        file: 'src/features/money/customers/model.ts',
        find: 'await stripe.invoices.finalizeInvoice(id!, { auto_advance: false })',
        put: 'void id',
      },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'Tax that was added to a price stays with the house when a block gives the time back',
    edits: [
      { file: `${membership}/restrictions/rules.ts`, find: "tax_behavior === 'exclusive'", put: "tax_behavior === ''" },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'An overdue invoice can be paid after a suspension or a block',
    edits: [
      { file: 'src/features/money/customers/model.ts', find: 'await stripe.invoices.voidInvoice(id!)', put: 'void id' },
    ],
    noticedBy: [`${membership}/restrictions/restrictions.test.ts`],
  },
  {
    breaks: 'A gift is charged all the same: the provider does not hear of it (PAY-06)',
    edits: [
      {
        file: `${membership}/gifts/jobs.ts`,
        find: "...(until && { trial_end: until, metadata: { startOn: '', [pausedFromKey]: '' } }),",
        put: '',
      },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'A gift that reaches the provider after a renewal gives nothing (PAY-06)',
    edits: [{ file: `${membership}/gifts/rules.ts`, find: 'if (!isRenewed) return', put: 'if (at) return' }],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'What ran out of tries is lost',
    edits: [{ file: 'src/platform/jobs/again.ts', find: 'await jobs.retry(name, ids)', put: '' }],
    noticedBy: [`${membership}/gifts/gifts.test.ts`, `${money}/customers/erased.test.ts`],
  },
  {
    breaks: 'Who is given a membership gets no tokens of the week',
    edits: [
      { file: `${membership}/memberships/jobs.ts`, find: 'gt(userMemberships.freeUntil, now),', put: 'sql`false`,' },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'A plan that was given brings tokens after its time is over',
    edits: [
      {
        file: `${membership}/memberships/jobs.ts`,
        find: 'or(isNull(userMemberships.currentPeriodEnd), gt(userMemberships.currentPeriodEnd, now)),',
        put: '',
      },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'Every look grants the tokens of the same week once more: seen by the model of money and tokens',
    edits: [
      {
        file: `${membership}/tokens/rules.ts`,
        find: '`weekly:${userId}:${monday}`',
        put: '`weekly:${userId}:${Math.random()}:${monday}`',
      },
    ],
    noticedBy: [`${money}/reconciliation/year.test.ts`],
  },
  {
    breaks: 'An agreed price is told and not charged: seen by the model of money and tokens',
    edits: [
      {
        file: `${membership}/gifts/jobs.ts`,
        find: '...(price && { items: [{ id: subscription.items.data[0]!.id, price }] }),',
        put: '',
      },
    ],
    noticedBy: [`${money}/reconciliation/year.test.ts`],
  },
  {
    breaks: 'A new price is charged within its notice',
    edits: [{ file: `${membership}/repricing/rules.ts`, find: '>= noticeDays * dayMs', put: '>= 0' }],
    noticedBy: [`${membership}/repricing/repricing.test.ts`],
  },
  {
    breaks: 'A new price takes away what was agreed with somebody',
    edits: [{ file: `${membership}/repricing/model.ts`, find: 'eq(userMemberships.hasCustomPrice, false),', put: '' }],
    noticedBy: [`${membership}/repricing/repricing.test.ts`],
  },
  {
    breaks: 'An admin reads who decided on their own application',
    edits: [
      {
        file: `${admissions}/applications/object.ts`,
        find: 'case when a.user_id is distinct from ${readerId} then w.name end',
        put: 'case when ${readerId}::text is not null then w.name end',
      },
    ],
    noticedBy: [`${house}/objects/history.test.ts`],
  },
  {
    breaks: 'A gift that is taken up again is told twice',
    edits: [{ file: `${membership}/gifts/jobs.ts`, find: 'if (!applied || !(price || until)) return', put: '' }],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'A payment page that was left open ends a gift',
    edits: [{ file: `${membership}/gifts/api.ts`, find: 'await beUpToDate(context, userId)', put: '' }],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'Two admins who give at once give twice',
    edits: [
      {
        file: `${membership}/gifts/rules.ts`,
        find: '(now.periodEnd?.toISOString() ?? null) !== wish.seenUntil',
        put: 'false',
      },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'Three presses send three payment reminders (PAY-11)',
    edits: [{ file: `${membership}/dues/api.ts`, find: 'await lockMembership(tx, seen.userId)', put: '' }],
    noticedBy: [`${membership}/dues/dues.test.ts`],
  },
  {
    breaks: 'Bookings go on resting after an overdue payment was made',
    edits: [
      {
        file: `${membership}/memberships/model.ts`,
        find: ': isOverdue ? (current?.limitedAt ?? null) : null,',
        put: ': (current?.limitedAt ?? null),',
      },
    ],
    noticedBy: [`${membership}/dues/dues.test.ts`],
  },
  {
    breaks: 'A plan stays open though the bank has taken its month back for good',
    edits: [{ file: `${membership}/sales/model.ts`, find: 'isTakenBack: isGone && isLost', put: 'isTakenBack: false' }],
    noticedBy: [`${membership}/subscriptions/gone-month.test.ts`],
  },
  {
    breaks: 'Tokens that were spent before their payment went back are had for nothing once they come back',
    edits: [
      {
        file: 'drizzle/0073_owed-tokens.sql',
        find: 'update tokens set owed = owed + lacking - taken where id = lot.id;',
        put: '',
      },
    ],
    noticedBy: [`${money}/reconciliation/outside.test.ts`],
  },
  {
    breaks: 'The studio is booked for weeks and never paid',
    edits: [
      {
        file: `${spaces}/studio/rules.ts`,
        find: 'if (unpaid < house.unpaidHolds) return null',
        put: 'if (unpaid >= 0) return null',
      },
    ],
    noticedBy: [`${spaces}/studio/studio.test.ts`],
  },
  {
    breaks: 'Somebody whose payment is overdue for long goes on booking with tokens',
    edits: [
      {
        file: 'src/platform/auth/actor.ts',
        find: '(membership?.isPaid ?? false) && !membership?.isLimited',
        put: 'membership?.isPaid ?? false',
      },
      { file: 'src/features/spaces/calendar/rules.ts', find: 'if (limited) return limited', put: '' },
    ],
    noticedBy: [`${membership}/dues/dues.test.ts`],
  },
  {
    breaks: 'Two invitations at once give out one guest pass more than the plan has (GST-04)',
    edits: [{ file: `${guests}/api.ts`, find: 'await lockMembership(tx, actor.userId)', put: '' }],
    noticedBy: [`${guests}/passes.test.ts`],
  },
  {
    breaks: 'Somebody cancels another member’s guest pass',
    edits: [
      {
        file: `${guests}/api.ts`,
        find: '.where(and(eq(guestPasses.id, passId), eq(guestPasses.inviterUserId, userId)))',
        put: '.where(and(eq(guestPasses.id, passId), userId ? undefined : undefined))',
      },
    ],
    noticedBy: [`${guests}/passes.test.ts`],
  },
  {
    breaks: 'Two scanners pass one guest twice (GPS-05)',
    edits: [{ file: `${guests}/model.ts`, find: ".for('update', { of: guestPasses })", put: '' }],
    noticedBy: [`${guests}/passes.test.ts`],
  },
  {
    breaks: 'The guest of a member on hold is let in (GPS-04)',
    edits: [
      {
        file: `${guests}/model.ts`,
        find: "(ofHolder.letIn(host) ? refuse(guestRefusals, 'HOST_HELD') : null)",
        put: "(!host ? refuse(guestRefusals, 'HOST_HELD') : null)",
      },
    ],
    noticedBy: [`${guests}/passes.test.ts`],
  },
  {
    breaks: 'Whom the house keeps out comes back in as somebody’s guest',
    edits: [
      { file: `${guests}/model.ts`, find: "isGuestOnHold ? refuse(guestRefusals, 'GUEST_HELD') : null", put: 'null' },
    ],
    noticedBy: [`${guests}/passes.test.ts`],
  },
  {
    breaks: 'Somebody without a membership, or on hold, is given bonus tokens (MBR-31)',
    edits: [{ file: `${membership}/bonuses/api.ts`, find: 'demand(whyNotGive(person))', put: 'void whyNotGive' }],
    noticedBy: [`${membership}/bonuses/bonuses.test.ts`],
  },
  {
    breaks: 'The report of what is out forgets tokens that were given back',
    edits: [
      { file: `${membership}/tokens/model.ts`, find: "returned: sql`t.type = 'refund'`", put: 'returned: sql`false`' },
    ],
    noticedBy: [`${membership}/bonuses/bonuses.test.ts`],
  },
  {
    breaks: 'What a friend brings is not told (MEM-38)',
    edits: [
      {
        file: 'src/features/home/me/parts/referrals-tab.tsx',
        find: "{ label: 'You get', value: '10% off next month and 5 bonus tokens, once your friend has paid' },",
        put: '',
      },
    ],
    journey: { spec: 'e2e/content.spec.ts', named: 'MEM-38' },
  },
  {
    breaks: 'A membership that rests brings its tokens of the week',
    edits: [
      { file: `${membership}/memberships/jobs.ts`, find: 'lte(userMemberships.freeUntil, now),', put: 'sql`true`,' },
    ],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },
  {
    breaks: 'Who has paused goes on booking',
    edits: [
      {
        file: 'src/features/home/me/model.ts',
        find: 'const pausedUntil = pause?.isResting ? pause.until : null',
        put: 'const pausedUntil = pause?.isResting ? null : null',
      },
    ],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },
  {
    breaks: 'A membership is paused as often as one likes',
    edits: [{ file: `${membership}/pauses/rules.ts`, find: 'begun.at(-pausesPerYear)', put: 'begun.at(1_000)' }],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },
  {
    breaks: 'A pause begins in a month that the provider has charged already, and takes it away',
    edits: [
      {
        file: `${membership}/pauses/api.ts`,
        find: 'if (end * 1000 !== from.getTime()) return',
        put: 'if (!end) return',
      },
    ],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },
  {
    breaks: 'The months of a pause count for loyalty',
    edits: [
      {
        file: `${membership}/memberships/jobs.ts`,
        find: 'addDays(today, -restedDays)',
        put: 'addDays(today, -0 * restedDays)',
      },
    ],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },
  {
    breaks: 'A pause that was taken back is told as a gift that ends',
    edits: [{ file: `${membership}/gifts/jobs.ts`, find: 'if (current.pausedFrom && !pause) return', put: '' }],
    noticedBy: [`${membership}/pauses/pauses.test.ts`],
  },

  // Events.
  {
    breaks: 'Of many who register at once more get in than fit',
    edits: [
      {
        file: `${events}/registrations/model.ts`,
        find: 'eq(events.isActive, true), isFree))',
        put: 'eq(events.isActive, true)))',
      },
      {
        file: 'drizzle/0056_events.sql',
        find: '"events"."registered_count" + "events"."offered_count" <= "events"."capacity"',
        put: 'true',
      },
    ],
    noticedBy: [`${events}/registrations/races.test.ts`],
  },
  {
    breaks: 'Who cancels an event keeps their places in it',
    edits: [
      {
        file: `${events}/registrations/model.ts`,
        find: '.set({ registeredCount: sql`${events.registeredCount} - ${people}` })',
        put: '.set({ registeredCount: sql`${events.registeredCount}` })',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Tokens of an event come back however late it is cancelled',
    edits: [
      {
        file: `${events}/registrations/rules.ts`,
        find: ') => (untilOrNull(startsAt, cancellationHours, now) ? tokensUsed : 0)',
        put: ') => (untilOrNull(startsAt, cancellationHours, now) ? tokensUsed : tokensUsed)',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Somebody who comes along takes the place that those who wait are offered in a moment',
    edits: [
      {
        file: `${events}/registrations/rules.ts`,
        find: 'if (!event.isDue || people <= event.offered)',
        put: 'if (people > 0)',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Whoever is offered one place brings along as many as are free, ahead of those who wait',
    edits: [
      {
        file: `${events}/registrations/rules.ts`,
        find: 'if (!event.isDue || people <= event.offered)',
        put: 'if (!event.isDue || event.offered > 0)',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Two who are offered a place each take the one that is free beside them at once',
    edits: [
      {
        file: `${events}/registrations/model.ts`,
        find: 'await lockEvent(tx, id)\n    event = await look()',
        put: 'await lockEvent(tx, id)',
      },
      {
        file: `${events}/registrations/model.ts`,
        find: 'eq(events.isActive, true), isFree))',
        put: 'eq(events.isActive, true)))',
      },
      {
        file: 'drizzle/0056_events.sql',
        find: '"events"."registered_count" + "events"."offered_count" <= "events"."capacity"',
        put: 'true',
      },
    ],
    noticedBy: [`${events}/registrations/races.test.ts`],
  },
  {
    breaks: 'A place that is offered to somebody who waits can be had by others',
    edits: [
      {
        file: 'drizzle/0056_events.sql',
        find: 'set offered_count = e.offered_count + is_now - was',
        put: 'set offered_count = e.offered_count',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Attendance gives its points at each press',
    edits: [
      {
        file: `${events}/registrations/rules.ts`,
        find: "if (status === 'attended') return { code: 'CANNOT_MARK'",
        put: "if (false) return { code: 'CANNOT_MARK'",
      },
      {
        file: `${membership}/points/model.ts`,
        find: '(times === 0 ? ref : `${ref}:${times}`)',
        put: '(times < 0 ? ref : `${ref}:${crypto.randomUUID()}`)',
      },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },
  {
    breaks: 'Attendance is marked days ahead (EVA-16)',
    edits: [
      { file: `${events}/registrations/rules.ts`, find: 'return now < from\n', put: 'return now < new Date(0)\n' },
    ],
    noticedBy: [`${events}/registrations/registrations.test.ts`, `${events}/attendance/attendance.test.ts`],
  },
  {
    breaks: 'Points stay where an attendance was taken back',
    edits: [
      {
        file: `${events}/attendance/model.ts`,
        find: 'if (points <= 0) return',
        put: 'if (points !== Number.NaN) return',
      },
    ],
    noticedBy: [`${events}/attendance/attendance.test.ts`, `${events}/tickets/tickets.test.ts`],
  },
  {
    breaks: 'An event is cancelled, and whoever came early stays there with their points',
    edits: [{ file: `${events}/guests/model.ts`, find: 'await nobodyWasThere(tx, id)', put: '' }],
    noticedBy: [`${events}/attendance/attendance.test.ts`],
  },
  {
    breaks: 'One ticket of an event lets in at several doors at once',
    edits: [{ file: `${events}/tickets/model.ts`, find: "    .for('no key update')", put: '' }],
    noticedBy: [`${events}/tickets/tickets.test.ts`],
  },
  {
    breaks: 'Whose entry at an event is taken back was there all the same',
    edits: [
      {
        file: `${events}/tickets/model.ts`,
        find: 'await unattendByScan(tx, passId,',
        put: 'if (!passId) await unattendByScan(tx, passId,',
      },
    ],
    noticedBy: [`${events}/tickets/tickets.test.ts`],
  },
  {
    breaks: 'A host has points of their own event by their own ticket',
    edits: [
      {
        file: `${events}/attendance/model.ts`,
        find: 'points: isOwn ? 0 : row.pointsReward',
        put: 'points: isOwn ? row.pointsReward : row.pointsReward',
      },
    ],
    noticedBy: [`${events}/tickets/tickets.test.ts`],
  },
  {
    breaks: 'A device alone lets in to an event at any hour of its day',
    edits: [
      {
        file: 'src/features/door/scans/rules.ts',
        find: 'outOfTime(listed, now) ?? ',
        put: '(outOfTime(undefined, now)) ?? ',
      },
    ],
    noticedBy: [`${events}/tickets/tickets.test.ts`],
  },
  {
    breaks: 'Members read who goes to an event, whether or not they said so',
    edits: [{ file: `${events}/programme/api.ts`, find: ' and r.is_shown and', put: ' and' }],
    noticedBy: [`${events}/registrations/registrations.test.ts`],
  },

  // Tours.
  {
    breaks: 'Two who take the last place of a tour at once both read that there is room',
    edits: [
      {
        file: `${spaces}/tours/model.ts`,
        find: "    .orderBy(asc(tourSlots.id))\n    .for('update')",
        put: '    .orderBy(asc(tourSlots.id))',
      },
    ],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'A stranger books all places of the tours',
    edits: [{ file: `${spaces}/tours/model.ts`, find: 'if (places <= 0 ||', put: 'if (places > 0 ||' }],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'An address that books several tours at once gets more than it may',
    edits: [
      {
        file: `${spaces}/tours/model.ts`,
        find: 'await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tours ${key}`}, 0))`)',
        put: '',
      },
    ],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'A tour is offered to a party that does not fit into it',
    edits: [{ file: `${spaces}/tours/api.ts`, find: 'input.partySize)', put: '1)' }],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'Who calls a tour off keeps its places',
    edits: [{ file: `${spaces}/tours/model.ts`, find: '  await takePlaces(tx, slot.id, -party.partySize)\n', put: '' }],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'A deleted tour calls off somebody who booked while the question was open',
    edits: [{ file: `${spaces}/tours/api.ts`, find: 'if (parties.length !== seenParties)', put: 'if (false)' }],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'The reminder of a tour comes every hour of its eve',
    edits: [
      { file: `${spaces}/tours/jobs.ts`, find: '.set({ remindedAt: tx.now })', put: '.set({ remindedAt: null })' },
    ],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },

  // Guests’ market tickets.
  {
    breaks: 'Somebody who buys twice at once has two payments open',
    edits: [
      {
        file: 'drizzle/0068_market_changes.sql',
        find: 'UNIQUE INDEX "guest_ticket_purchases_open" ON "guest_ticket_purchases" USING btree ("user_id")',
        put: 'INDEX "guest_ticket_purchases_open" ON "guest_ticket_purchases" USING btree ("user_id")',
      },
    ],
    noticedBy: [`${market}/guest-tickets/guest-tickets.test.ts`],
  },
  {
    breaks: 'Tickets are paid back at the moment at which somebody comes in with one',
    edits: [
      {
        file: `${market}/guest-tickets/model.ts`,
        find: "if (status === 'cancelled' && ended !== purchase.quantity)",
        put: 'if (ended > purchase.quantity)',
      },
    ],
    noticedBy: [`${market}/guest-tickets/guest-tickets.test.ts`],
  },
  {
    breaks: 'Guests who had come in to a market that is broken off are not paid back, and nobody behind them',
    edits: [
      {
        file: `${market}/guest-tickets/model.ts`,
        find: "if (status === 'cancelled' && ended !== purchase.quantity)",
        put: 'if (ended !== purchase.quantity)',
      },
    ],
    noticedBy: [`${market}/guest-tickets/guest-tickets.test.ts`],
  },
  {
    breaks: 'A guest’s ticket lets in on any day',
    edits: [{ file: `${market}/tickets/rules.ts`, find: '  on === today ? null :', put: "  on !== '' ? null :" }],
    noticedBy: [`${market}/guest-tickets/guest-tickets.test.ts`],
  },
  {
    breaks: 'The mail of bought tickets has no code to be scanned (decision 36)',
    edits: [
      {
        file: `${market}/guest-tickets/mail.tsx`,
        find: "until Fri 11 Dec, 10:00, and nothing after that.',\n  },\n  pictures: picturesOf,\n",
        put: "until Fri 11 Dec, 10:00, and nothing after that.',\n  },\n",
      },
    ],
    noticedBy: [`${market}/guest-tickets/mails.test.ts`],
  },
  {
    breaks: 'Who buys tickets for the fourth time in a day gets no mail of them',
    edits: [
      {
        file: 'src/platform/mail/mail.ts',
        find: 'isPaidFor ? paidMailsPerDay : strangerMailsPerDay',
        put: 'isPaidFor ? strangerMailsPerDay : strangerMailsPerDay',
      },
    ],
    noticedBy: [`${market}/guest-tickets/mails.test.ts`],
  },
  {
    breaks: 'The house knows for ever who bought tickets without an account',
    edits: [{ file: `${house}/privacy/model.ts`, find: '  await overwriteOutdated(tx, map)\n', put: '' }],
    noticedBy: [`${market}/guest-tickets/mails.test.ts`],
  },
  {
    breaks: 'Tickets are cancelled for another sum than the guest saw',
    edits: [{ file: `${market}/guest-tickets/api.ts`, find: 'if (leftOf(order) !== seenPence)', put: 'if (false)' }],
    noticedBy: [`${market}/guest-tickets/guest-tickets.test.ts`],
  },

  // Market stalls.
  {
    breaks: 'A double stall takes one pitch of its day',
    edits: [
      {
        file: 'drizzle/0057_stalls.sql',
        find: "if new.status <> 'cancelled' then becomes := pitches_of(new.stall_size)",
        put: "if new.status <> 'cancelled' then becomes := 1",
      },
    ],
    noticedBy: [`${market}/stalls/booking.test.ts`],
  },
  {
    breaks: 'Of many who want the last pitch at once more than one gets it',
    edits: [
      {
        file: `${market}/stalls/model.ts`,
        find: "from(marketDays).where(eq(marketDays.on, on)).for('update')",
        put: 'from(marketDays).where(eq(marketDays.on, on))',
      },
      {
        file: 'drizzle/0057_stalls.sql',
        find: 'CHECK ("market_days"."taken" between 0 and "market_days"."pitches")',
        put: 'CHECK ("market_days"."taken" >= 0)',
      },
    ],
    noticedBy: [`${market}/stall-waiting/line.test.ts`],
  },
  {
    breaks: 'Nobody who waits for a stall is told that the market was cancelled',
    edits: [
      {
        file: `${market}/stall-admin/jobs.ts`,
        find: 'await write(tx => endLine(tx, dayId, new Date(cancelledAt)))',
        put: 'await write(tx => endLine(tx, dayId, new Date(0 * Date.parse(cancelledAt))))',
      },
    ],
    noticedBy: [`${market}/stall-waiting/line.test.ts`],
  },
  {
    breaks: 'Two stalls stand on one pitch',
    edits: [
      {
        file: 'drizzle/0057_stalls.sql',
        find: 'CREATE UNIQUE INDEX "market_bookings_pitch"',
        put: 'CREATE INDEX "market_bookings_pitch"',
      },
    ],
    noticedBy: [`${market}/stall-waiting/line.test.ts`, `${market}/stall-changes/changes.test.ts`],
  },
  {
    breaks: 'A stall stands on a pitch of another size',
    edits: [
      {
        file: 'drizzle/0057_stalls.sql',
        find: 'if found_size is distinct from new.stall_size then',
        put: 'if false then',
      },
    ],
    noticedBy: [`${market}/stall-changes/changes.test.ts`, `${market}/stall-admin/office.test.ts`],
  },
  {
    breaks: 'Whoever comes by takes the pitch that others wait for',
    edits: [
      {
        file: `${market}/stalls/rules.ts`,
        find: "return refuse('WAITED_FOR', messages.waitedFor)",
        put: 'return null',
      },
    ],
    noticedBy: [`${market}/stall-waiting/line.test.ts`, `${market}/stalls/rules.test.ts`],
  },
  {
    breaks: 'A pitch that is offered to somebody who waits can be booked by others',
    edits: [
      {
        file: 'drizzle/0057_stalls.sql',
        find: "if tg_op <> 'DELETE' and new.status = 'offered' then becomes",
        put: 'if false then becomes',
      },
    ],
    noticedBy: [`${market}/stall-waiting/line.test.ts`],
  },
  {
    breaks: 'A resident has the discount before anybody has seen the proof (MKT-11)',
    edits: [{ file: `${market}/stalls/model.ts`, find: 'proof?.isAccepted === true', put: 'true' }],
    noticedBy: [`${market}/stalls/booking.test.ts`],
  },
  {
    breaks: 'A market that is put to another day counts its stalls twice there',
    edits: [
      {
        file: 'drizzle/0068_market_changes.sql',
        find: 'if old_day <> new_day and not exists (select from market_days where "on" = old_day) then',
        put: 'if false then',
      },
    ],
    noticedBy: [`${market}/day-changes/changes.test.ts`],
  },
  {
    breaks: 'Whom the house gave another time cannot cancel with everything given back',
    edits: [
      {
        file: `${market}/stalls/rules.ts`,
        find: 'rescheduledAt ? startsAt : refundableUntil(startsAt, cancellationHours)',
        put: 'refundableUntil(startsAt, cancellationHours)',
      },
    ],
    noticedBy: [`${market}/day-changes/changes.test.ts`],
  },
  {
    breaks: 'Stalls are sold for which the plan has no pitch',
    edits: [
      {
        file: `${market}/stalls/rules.ts`,
        find: ' || (day.places?.[stallSize] ?? 1) < 1',
        put: '',
      },
    ],
    noticedBy: [`${market}/stalls/rules.test.ts`, `${market}/stall-admin/office.test.ts`],
  },
  {
    breaks: 'Whose proof is accepted after paying gets nothing back',
    edits: [
      {
        file: `${market}/stall-admin/model.ts`,
        find: "if (isAccepted && paper.kind === 'residence') await tx.enqueue",
        put: 'if (false) await tx.enqueue',
      },
    ],
    noticedBy: [`${market}/stalls/booking.test.ts`],
  },
  {
    breaks: 'A stall that is cancelled too late is paid back (decision 23)',
    edits: [
      {
        file: `${market}/stalls/rules.ts`,
        find: "stall.status === 'confirmed' && now <= cancelUntil(stall, cancellationHours)",
        put: "stall.status === 'confirmed'",
      },
    ],
    noticedBy: [`${market}/stall-changes/changes.test.ts`],
  },
  {
    breaks: 'A market is cancelled, and its stalls are neither told nor paid back',
    edits: [
      {
        file: `${market}/days/api.ts`,
        find: '        await tx.enqueue(payStallsBack, { dayId: day.id, cancelledAt: tx.now.toISOString() })\n',
        put: '',
      },
    ],
    noticedBy: [`${market}/stall-changes/changes.test.ts`],
  },
  {
    breaks: 'A payment that waits while its market is put to another day finds no stall, which stays unpaid for ever',
    edits: [
      {
        file: `${market}/stalls/model.ts`,
        find: '(await ask())[0] ?? (await ask())[0]',
        put: '(await ask())[0]',
      },
    ],
    noticedBy: [`${market}/day-changes/changes.test.ts`],
  },
  {
    breaks: 'Anybody who is signed in reads the page of somebody else’s stall',
    edits: [
      {
        file: `${market}/stalls/api.ts`,
        find: "hasRole(actor, 'admin') ? undefined : eq(stalls.userId, actor.userId)",
        put: 'undefined',
      },
    ],
    noticedBy: [`${market}/stall-changes/changes.test.ts`, 'test/ownership.test.ts'],
  },

  // Studio rentals.
  {
    breaks: 'A room that a member rents can be booked by others',
    edits: [
      {
        file: 'drizzle/0047_rentals.sql',
        find: "for each row when (new.space_id is not null)\n  execute function keep_space('rental', 'migration_status', 'pending link_sent activated', 'whole')",
        put: "for each row when (new.space_id is not null)\n  execute function keep_space('rental', 'migration_status', 'activated', 'whole')",
      },
    ],
    noticedBy: [`${spaces}/rentals/rentals.test.ts`],
  },
  {
    breaks: 'A studio that is paid for twice keeps both payments',
    edits: [
      {
        file: `${spaces}/rentals/rules.ts`,
        find: 'rental.stripeSubscriptionId !== null && rental.stripeSubscriptionId !== paid.subscriptionId',
        put: 'rental.stripeSubscriptionId === paid.subscriptionId && paid.currency === rental.stripeSubscriptionId',
      },
    ],
    noticedBy: [`${spaces}/rentals/rentals.test.ts`],
  },
  {
    breaks: 'A rental that ended goes on charging its member',
    edits: [
      {
        file: `${spaces}/rentals/model.ts`,
        find: '  if (subscriptionId) await tx.enqueue(endPaying, { subscriptionId })\n',
        put: '',
      },
    ],
    noticedBy: [`${spaces}/rentals/rentals.test.ts`],
  },

  // Waiting for a slot.
  {
    breaks: 'Whoever is quick books a freed time before those who wait for it',
    edits: [{ file: `${spaces}/calendar/rules.ts`, find: 'return isWaited && !given.isOffered', put: 'return false' }],
    noticedBy: [`${spaces}/waiting-slots/line.test.ts`],
  },
  {
    breaks: 'Two servers that offer at once offer the same time twice to the same person',
    edits: [
      { file: `${spaces}/waiting/model.ts`, find: 'if (first?.id !== head.id) return', put: '' },
      {
        file: `${spaces}/waiting/model.ts`,
        find: "const isThis = and(eq(waitingEntries.id, head.id), eq(waitingEntries.status, 'waiting'))",
        put: 'const isThis = eq(waitingEntries.id, head.id)',
      },
    ],
    noticedBy: [`${spaces}/waiting-slots/races.test.ts`],
  },
  {
    breaks: 'A long wait keeps everybody from times that are free anyway',
    edits: [
      {
        file: `${spaces}/waiting/model.ts`,
        find: '  and is_room_free(w.space_id, w.starts_at, w.ends_at, ${now.toISOString()}))`',
        put: ')`',
      },
    ],
    noticedBy: [`${spaces}/waiting-slots/line.test.ts`],
  },
  {
    breaks: 'Somebody who may no longer book is offered a time, and the next waits an hour for nothing',
    edits: [
      {
        file: `${spaces}/waiting/model.ts`,
        find: "if (!actor || !(await kind.mayTake(tx, actor, head))) return void (await close('lapsed'))",
        put: 'if (!actor) return',
      },
    ],
    noticedBy: [`${spaces}/waiting-slots/line.test.ts`],
  },

  // Hosting.
  {
    breaks: 'A room that a host has asked for can be had by others until it is decided',
    edits: [
      {
        file: 'drizzle/0056_events.sql',
        find: "create trigger keep_space_insert after insert on events\n  for each row when (new.space_id is not null)\n  execute function keep_space('event', 'is_standing', 'true', 'whole')",
        put: "create trigger keep_space_insert after insert on events\n  for each row when (new.space_id is not null)\n  execute function keep_space('event', 'is_standing', 'never', 'whole')",
      },
    ],
    noticedBy: ['src/features/events/hosting/hosting.test.ts'],
  },
  {
    breaks: 'Whoever is on the committee approves their own event',
    edits: [
      {
        file: 'src/features/events/reviews/rules.ts',
        find: '  decide(actor: Reviewer, event: Hosted): Problem | null {\n    if (event.hostUserId === actor.userId)',
        put: "  decide(actor: Reviewer, event: Hosted): Problem | null {\n    if (event.hostUserId === '' && actor.userId === '')",
      },
    ],
    noticedBy: ['src/features/events/reviews/reviews.test.ts'],
  },
  {
    breaks: 'A decision falls on a text that the host has changed since it was read',
    edits: [
      {
        file: 'src/features/events/reviews/rules.ts',
        find: 'versionOf(event) === version ? null',
        put: 'versionOf(event) !== "" || version ? null',
      },
    ],
    noticedBy: ['src/features/events/reviews/reviews.test.ts'],
  },
  {
    breaks: 'Somebody whose event is cancelled does not get their tokens back',
    edits: [
      {
        file: 'src/features/events/guests/model.ts',
        find: 'givesBack: true',
        put: 'givesBack: false',
      },
    ],
    noticedBy: ['src/features/events/guests/guests.test.ts'],
  },
  {
    breaks: 'Somebody books a place for another price than the one that was on screen',
    edits: [
      {
        file: `${spaces}/bookings/api.ts`,
        find: 'bookPlaces(tx, context.actor, [wish], open, { seen })',
        put: 'bookPlaces(tx, context.actor, [wish], open, { ...(false && { seen }) })',
      },
    ],
    noticedBy: [`${spaces}/bookings/place.test.ts`],
  },
  {
    breaks: 'The house keeps the money of what was cancelled while the bank had it, also when the bank returns it',
    edits: [
      {
        file: `${money}/disputes/model.ts`,
        find: 'all.isOver && order.owedPence > 0',
        put: 'all.isOver && order.owedPence > order.amountPence',
      },
    ],
    noticedBy: [`${spaces}/bookings/cancel.test.ts`, `${spaces}/studio/studio.test.ts`],
  },
  {
    breaks: 'A second dispute of a payment takes the place of the first',
    edits: [{ file: `${money}/disputes/model.ts`, find: 'ofOrder(all.takenPence)', put: 'ofOrder(takenPence)' }],
    noticedBy: [`${spaces}/bookings/cancel.test.ts`],
  },
  {
    breaks: 'The provider is asked for a refund that the office has settled another way',
    edits: [
      { file: `${money}/refunds/jobs.ts`, find: 'if (claimed.length === 0) return', put: 'if (!claimed) return' },
    ],
    noticedBy: [`${money}/refunds/refused.test.ts`],
  },
  {
    breaks: 'Whoever waits for a time of the studio is passed over by somebody who books a session',
    edits: [
      {
        file: `${spaces}/studio-times/model.ts`,
        find: 'if (row!.waiting.some(({ isDue }) => isDue))',
        put: 'if (row!.waiting.some(({ isDue }) => isDue && false))',
      },
    ],
    noticedBy: [`${spaces}/studio/studio.test.ts`],
  },
  {
    breaks: 'A lost dispute that is told twice takes tokens back a second time',
    edits: [
      {
        file: `${money}/disputes/model.ts`,
        find: "status === 'lost' && before?.status !== 'lost' && takenPence > 0",
        put: "status === 'lost' && takenPence > 0",
      },
    ],
    noticedBy: [`${money}/reconciliation/outside.test.ts`],
  },
  {
    breaks: 'Whoever is suspended, and cannot cancel, reads that free time ends',
    edits: [
      { file: `${membership}/gifts/jobs.ts`, find: "eq(profiles.accountStatus, 'active'),\n          gt", put: 'gt' },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'A gift voids the invoice of a month that counts as paid',
    edits: [
      {
        file: `${membership}/gifts/jobs.ts`,
        find: 'freeUntil !== null && letsGo({ paidUntil })',
        put: 'freeUntil !== null',
      },
    ],
    noticedBy: [`${membership}/gifts/gifts.test.ts`],
  },
  {
    breaks: 'Whoever is on hold is moved to another price',
    edits: [
      {
        file: `${membership}/repricing/api.ts`,
        find: "isAtOtherPrice, eq(profiles.accountStatus, 'active'))",
        put: 'isAtOtherPrice)',
      },
    ],
    noticedBy: [`${membership}/repricing/repricing.test.ts`],
  },
  {
    breaks: 'Who cancelled their stall reads that its market moved',
    edits: [
      {
        file: `${market}/day-changes/model.ts`,
        find: "eq(stalls.marketDate, is.on), ne(stalls.status, 'cancelled'), eq(user.id",
        put: 'eq(stalls.marketDate, is.on), eq(user.id',
      },
    ],
    noticedBy: [`${market}/day-changes/changes.test.ts`],
  },
  {
    breaks: 'Who waits for a market that takes place again is put off its line',
    edits: [
      {
        file: `${market}/stall-waiting/model.ts`,
        find: 'and(isInLine(on), lte(w.createdAt, cancelledAt))',
        put: 'isInLine(on)',
      },
    ],
    noticedBy: [`${market}/day-changes/changes.test.ts`],
  },
  {
    breaks: 'A party that moves after its reminder is reminded of nothing more',
    edits: [
      { file: `${spaces}/tours/api.ts`, find: 'changedAt: tx.now, remindedAt: null }', put: 'changedAt: tx.now }' },
    ],
    noticedBy: [`${spaces}/tours/tours.test.ts`],
  },
  {
    breaks: 'Somebody on hold rents a studio',
    edits: [{ file: `${spaces}/rentals/api.ts`, find: "  eq(profiles.accountStatus, 'active'),\n  sql", put: '  sql' }],
    noticedBy: [`${spaces}/rentals/rentals.test.ts`],
  },
  {
    breaks: 'What one device took back counts on the others',
    edits: [
      {
        file: `${door}/scans/api.ts`,
        find: 'isTakenBack: sql<boolean>`not ${stands}`',
        put: 'isTakenBack: sql<boolean>`false`',
      },
    ],
    noticedBy: [`${door}/scans/recent.test.ts`],
  },

  // Public pages.
  {
    breaks: 'Events stay with search engines after the house has closed them to visitors',
    edits: [{ file: 'src/heads.ts', find: 'route.opensWith && !(await', put: 'false && !(await' }],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'What a host writes of an event runs as a script of the page',
    edits: [{ file: 'src/platform/http/head-tags.ts', find: ".replaceAll('<', '\\\\u003c')", put: '' }],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'A shared link goes on showing the picture of before',
    edits: [
      {
        file: `${house}/previews/model.ts`,
        find: 'JSON.stringify([design, preview])',
        put: 'JSON.stringify([design, preview.title])',
      },
    ],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'A demonstration is found by search engines',
    edits: [{ file: 'src/platform/http/crawlers.ts', find: 'isSearchable\n', put: '!isSearchable\n' }],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'Pages behind a session are search results',
    edits: [
      {
        file: 'src/platform/http/head-tags.ts',
        find: 'if (!head) return `<meta name="${noIndex[0]}" content="${noIndex[1]}">`',
        put: "if (!head) return ''",
      },
    ],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'What is kept for a page without a connection is a drawn page instead of the application',
    edits: [{ file: 'src/app.ts', find: "c.req.query('frame') === 'on'", put: 'false' }],
    noticedBy: ['test/public-pages.test.ts'],
  },
  {
    breaks: 'Whoever goes through a public page by keyboard loses their place when the application comes',
    edits: [{ file: 'src/web/take-over.ts', find: 'if (focused) counterpart', put: 'if (!focused) counterpart' }],
    journey: { spec: 'e2e/public-pages.spec.ts', named: 'the focus stays where it is' },
  },
  {
    breaks: 'What somebody typed before the form had come is thrown away when it comes',
    edits: [
      {
        file: 'src/web/take-over.ts',
        find: 'typeInto(placeOf(drawn, stage), drawn.value)',
        put: 'placeOf(drawn, stage)',
      },
    ],
    journey: { spec: 'e2e/public-pages.spec.ts', named: 'what is typed before the form is there' },
  },
  {
    breaks: 'A member is one since the latest plan, not since they came in',
    edits: [
      {
        file: 'src/features/membership/memberships/model.ts',
        find: 'p.ended_at::date >= m.started_on - 1',
        put: 'false',
      },
    ],
    noticedBy: ['src/features/membership/memberships/replaced.test.ts'],
  },
  {
    breaks: 'Who is not a member yet reads the names of members in the search',
    edits: [
      {
        file: `${searching}/model.ts`,
        find: "if (whyNotIn(actor, 'member') !== null) return null",
        put: "if (whyNotIn(actor, 'signedIn') !== null) return null",
      },
    ],
    noticedBy: [`${searching}/search.test.ts`],
  },
  {
    breaks: 'The search finds archived people',
    edits: [{ file: `${searching}/model.ts`, find: 'and not ${isArchivedAccount})', put: 'and true)' }],
    noticedBy: [`${searching}/search.test.ts`],
  },
  {
    breaks: 'The search finds events that are hidden or not decided',
    edits: [
      {
        file: `${searching}/model.ts`,
        find: 'and ${isSeenBy(actor)} and ${events.cancelledAt} is null',
        put: 'and ${events.cancelledAt} is null',
      },
    ],
    noticedBy: [`${searching}/search.test.ts`],
  },
  {
    breaks: 'Words of an erased person stay in the list of words',
    edits: [{ file: `${searching}/jobs.ts`, find: "not ${isIn('event')} and not ${isIn('post')}", put: 'false' }],
    noticedBy: [`${searching}/search.test.ts`],
  },
  {
    breaks: 'The debug page is there in production',
    edits: [{ file: 'src/app.ts', find: '/^\\/(dev|debug)(\\/|$)/', put: '/^\\/dev(\\/|$)/' }],
    noticedBy: ['src/features/home/debug/debug.test.ts'],
  },
  {
    breaks: 'A new version leaves what is outdated on the device',
    edits: [
      {
        file: 'src/web/offline/sw.ts',
        find: 'nextFrameCache].includes(name)) await caches.delete(name)',
        put: 'nextFrameCache].includes(name)) await caches.has(name)',
      },
    ],
    journey: { spec: 'e2e/app.spec.ts', named: 'NAV-35' },
  },
  {
    breaks: 'The search asks the server for one letter',
    edits: [
      {
        file: 'src/web/layouts/use-found.tsx',
        find: 'const isAsked = q.length >= leastTyped && now.length >= leastTyped',
        put: 'const isAsked = q.length > 0 && now.length > 0',
      },
    ],
    journey: { spec: 'e2e/search.spec.ts', named: 'NAV-21' },
  },
  {
    breaks: 'Of two digests at the same time both mail what is new',
    edits: [
      { file: `${house}/notifications/jobs.ts`, find: "\n    .for('update', { of: d, skipLocked: true })", put: '' },
      { file: `${house}/notifications/jobs.ts`, find: '    isNull(n.digestedAt),\n', put: '' },
    ],
    noticedBy: [`${house}/notifications/choices.test.ts`],
  },
  {
    breaks: 'What is told under a key is told twice by two notifications at the same time',
    edits: [
      {
        file: `${house}/notifications/model.ts`,
        find: 'and (${key}::text is null or id in (select user_id from fresh))',
        put: 'and (${key}::text is null or true)',
      },
    ],
    noticedBy: [`${house}/notifications/notifications.test.ts`],
  },
  {
    breaks: 'Of many who do the same at once a notification counts only the last',
    edits: [
      {
        file: `${house}/notifications/model.ts`,
        find: 'people = excluded.people || array_remove(n.people, excluded.people[1])',
        put: 'people = excluded.people',
      },
    ],
    noticedBy: [`${house}/notifications/notifications.test.ts`],
  },
  {
    breaks: 'Who joins others in a notification that nobody has read makes it read unseen',
    edits: [
      {
        file: `${house}/notifications/model.ts`,
        find: 'who = excluded.who, text = excluded.text, told_at = excluded.told_at,',
        put: 'who = excluded.who, text = excluded.text, told_at = excluded.told_at, read_at = ${at}::timestamptz, is_open = false,',
      },
    ],
    noticedBy: [`${house}/notifications/notifications.test.ts`],
  },
  {
    breaks: 'One member causes as many mails as they like by mentions at once',
    edits: [
      {
        file: 'src/platform/rpc/limits.ts',
        find: 'else c.points + excluded.points end',
        put: 'else c.points end',
      },
    ],
    noticedBy: ['test/limits.test.ts'],
  },
  {
    breaks: 'A digest keeps the words of whoever was erased from notifications',
    edits: [
      { file: `${house}/privacy/model.ts`, find: 'mailedIn ?? null].filter', put: 'null as string | null].filter' },
    ],
    noticedBy: [`${house}/notifications/choices.test.ts`],
  },
  {
    breaks: 'The link that ends notifications by mail never ends itself',
    edits: [{ file: `${house}/notifications/rules.ts`, find: 'now < until', put: 'until !== now' }],
    noticedBy: [`${house}/notifications/choices.test.ts`],
  },
  {
    breaks: 'Whoever wants no notification of mentions hears of no comment that names them',
    edits: [
      {
        file: 'src/features/community/comments/api.ts',
        find: '!told.includes(post.userId)',
        put: '!named.includes(post.userId) && told.length >= 0',
      },
    ],
    noticedBy: ['src/features/community/comments/comments.test.ts'],
  },
  {
    breaks: 'Notifications to a device whose key is no key are tried for ever',
    edits: [{ file: `${house}/push/model.ts`, find: "  if (!isKey(webPush, to)) return 'gone'\n", put: '' }],
    noticedBy: [`${house}/push/push.test.ts`],
  },
  {
    breaks: 'Ann King is spoken to where Ann Kingsley is, and gets a notification',
    edits: [{ file: 'src/features/community/posts/rules.ts', find: '(?![\\\\p{L}\\\\p{N}])', put: '' }],
    noticedBy: ['src/features/community/comments/comments.test.ts'],
  },
  {
    breaks: 'Emails and receipts say another address than the page of the house',
    edits: [{ file: `${house}/settings/model.ts`, find: " || coalesce(${storedReach}, '{}'))", put: ')' }],
    noticedBy: ['src/features/home/pages/pages.test.ts'],
  },
  {
    breaks: 'Of many who tell at once that a purchase was paid all but one fail (SHOP-25)',
    edits: [
      {
        file: `${store}/orders/model.ts`,
        find: "where(eq(o.id, orderId)).for('update')",
        put: 'where(eq(o.id, orderId))',
      },
    ],
    noticedBy: [`${store}/orders/orders.test.ts`],
  },
  {
    breaks: 'Points that wait for an open purchase are spent a second time (SHOP-14)',
    edits: [{ file: `${store}/cart/rules.ts`, find: 'needed <= points - heldPoints', put: 'needed <= points' }],
    noticedBy: [`${store}/orders/orders.test.ts`],
  },
  {
    breaks: 'A purchase whose message never came is never paid',
    edits: [
      {
        file: `${store}/orders/jobs.ts`,
        find: 'write(tx => settle(tx, order.id, found))',
        put: 'write(async () => found)',
      },
    ],
    noticedBy: [`${store}/orders/orders.test.ts`],
  },
  {
    breaks: 'Of two who make the first rule of a product one is written over in silence (PRD-17)',
    edits: [
      {
        file: `${store}/products/api.ts`,
        find: 'demand(whyNotEdit({ ...wanted, was }, before ?? noRequirement))',
        put: 'demand(before && !was ? whyNotEdit({ ...wanted, was }, before) : null)',
      },
    ],
    noticedBy: [`${store}/products/products.test.ts`],
  },
  {
    breaks: 'Everybody who looks at a store that is away waits for it by themselves',
    edits: [{ file: `${store}/products/model.ts`, find: 'mine.failedAt = now', put: 'mine.failedAt = null' }],
    noticedBy: [`${store}/products/products.test.ts`],
  },
]
