import { type AnyColumn, and, eq, type SQL } from 'drizzle-orm'
import { isArchived } from '#features/people/archive/model.ts'
import { whyNot as ofArchive } from '#features/people/archive/rules.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { CameBy } from '#platform/auth/authenticate.ts'
import { endCredentials } from '#platform/auth/ways-in.ts'
import { listPage, matchingName } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { whyNotEdit } from '#platform/edit.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { demand } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin, forSignedIn } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { nameOf } from '#platform/words.ts'
import { holdInput, memberList, memberRef, type PlanState, profileInput, roleInput } from './inputs.ts'
import * as mail from './mail.tsx'
import { hasPassword, holds, lockAccount, rolesOf, sendInvitation } from './model.ts'
import { securityNotice, whyNot } from './rules.ts'
import { profiles, userRoles } from './table.ts'

/** What rooms above know of a person's membership, and do about it; handed down to here. */
interface OfMembership {
  /** How they stand with what their plan costs; null without one. */
  planStateOf: (person: AnyColumn, now: Date) => SQL<PlanState | null>
  /** A condition: the person stands so with it. */
  isInPlanState: (person: AnyColumn, state: PlanState, now: Date) => SQL
  /** The name of the plan that a person is on. */
  planNameOf: (person: AnyColumn) => SQL<string | null>
  /** Whether something is charged, or is to be. */
  isSubscribed: (tx: Tx, userId: string) => Promise<boolean>
  /** Makes the membership follow the account, as it stands when it runs. */
  followRestriction: QueuedJob<{ userId: string }>
}

/** Accounts. */
export const memberCalls = ({
  planStateOf,
  isInPlanState,
  planNameOf,
  isSubscribed,
  followRestriction,
}: OfMembership) => ({
  /** One's own profile (MEM-20), with the standing that only others change. */
  profile: forSignedIn.route({ method: 'GET', summary: 'Own profile' }).handler(async ({ context: { actor, db } }) => {
    const [row] = await db.select(ownProfile).from(profiles).where(eq(profiles.userId, actor.userId))
    return row!
  }),

  /** Changes one's own name, telephone and address; nothing else is writable (MEM-20). */
  changeProfile: forSignedIn
    .route({ summary: 'Change own profile' })
    .input(profileInput)
    .handler(({ input: { was, ...change }, context }) =>
      context.write(async tx => {
        const { userId } = context.actor
        const [before] = await tx.select(ownProfile).from(profiles).where(eq(profiles.userId, userId)).for('update')
        demand(whyNotEdit({ ...change, was }, before!))
        const row = { ...before!, ...change }
        if (Object.keys(change).length > 0) await tx.update(profiles).set(change).where(eq(profiles.userId, userId))
        const { firstName, lastName, phone } = row
        const name = nameOf(row)
        await tx.update(user).set({ name, firstName, lastName, phone, updatedAt: tx.now }).where(eq(user.id, userId))
        return row
      }),
    ),

  /** Accounts by name or address, role, approval, hold and how they stand with what their plan costs, a page at a time. */
  find: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Accounts' })
      .input(memberList)
      .handler(async ({ input, context: { actor, db, now } }) => {
        const { q, role, approval, status, payment, id } = input
        const select = db
          .select({ ...listed, plan: planNameOf(user.id), planState: planStateOf(user.id, now) })
          .from(user)
          .innerJoin(profiles, eq(profiles.userId, user.id))
          .where(
            and(
              matchingName(q, user.name, user.email),
              role && holds(user.id, [role]),
              approval && eq(profiles.approvalStatus, approval),
              status && eq(profiles.accountStatus, status),
              payment && isInPlanState(user.id, payment, now),
              id ? eq(user.id, id) : undefined,
            ),
          )
          .$dynamic()
        const by = { sort: { name: user.name, email: user.email, createdAt: user.createdAt }, tie: user.id }
        const page = await listPage(db, select, input, by)
        const rows = page.rows.map(row => ({
          ...row,
          can: {
            changeAdminRole: whyNot.takeRole(actor, row, 'admin') === null,
            block: whyNot.hold(actor, row, 'blocked') === null,
            suspend: whyNot.hold(actor, row, 'suspended') === null,
            release: whyNot.release(row) === null,
            endSessions: whyNot.endSessions(actor, row) === null,
            inviteAgain: whyNot.inviteAgain(row) === null,
          },
        }))
        return { ...page, rows }
      }),
    {
      'First name': row => row.firstName,
      'Last name': row => row.lastName,
      Email: row => row.email,
      Phone: row => row.phone,
      Roles: row => row.roles.join(', '),
      Account: row => row.accountStatus,
      Approval: row => row.approvalStatus,
      Plan: row => row.plan,
      Payment: row => row.planState,
      Since: row => row.createdAt,
    },
  ),

  /** Gives a role (decision 1). The person signs in anew: nobody grows more powerful by a session that was open before. */
  grantRole: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Give a role' })
    .input(roleInput)
    .handler(({ input: { userId, role }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        const [given] = await tx
          .insert(userRoles)
          .values({ userId, role, grantedBy: context.actor.userId, grantedAt: tx.now })
          .onConflictDoNothing()
          .returning({ role: userRoles.role })
        // Given already: nothing changed, so nobody is signed out.
        if (!given) return { userId, role }
        await signInAnew(tx, context, account)
        await tx.announce({ to: { userId }, kind: 'members.roles' })
        return { userId, role }
      }),
    ),

  /** Takes a role away. Refusals: OWN_ADMIN_ROLE, LAST_ADMIN (decision 1; the database refuses as well). */
  revokeRole: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Take a role away' })
    .input(roleInput)
    .handler(({ input: { userId, role }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        demand(whyNot.takeRole(context.actor, account, role))
        const [taken] = await tx
          .delete(userRoles)
          .where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
          .returning({ role: userRoles.role })
        if (!taken) return { userId, role }
        await signInAnew(tx, context, account)
        await tx.announce({ to: { userId }, kind: 'members.roles' })
        return { userId, role }
      }),
    ),

  /**
   * Blocks or suspends an account: every session, key and link of it ends at once; who signs in again reads why
   * (decision 3). A suspension stops the payments for a membership, a block ends it; `isGivenBack`: what is unused goes back.
   * Never one's own.
   */
  block: forAdmin
    .route({ summary: 'Block or suspend an account' })
    .input(holdInput)
    .handler(({ input: { userId, status, reason, isGivenBack }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        demand(whyNot.hold(context.actor, account, status))
        await tx
          .update(profiles)
          .set({
            accountStatus: status,
            blockedReason: reason,
            blockedAt: tx.now,
            blockedBy: context.actor.userId,
            isUnusedGivenBack: isGivenBack,
          })
          .where(eq(profiles.userId, userId))
        await endCredentials(tx, userId, 'blocked')
        // What becomes of a membership is told by what ends or pauses it: here nobody knows a sum yet.
        await tx.enqueue(followRestriction, { userId })
        await tx.mail(
          mail.onHoldMail,
          { address: account.email, userId },
          { firstName: account.firstName, status, reason },
        )
        await tx.announce({ to: { userId }, kind: 'members.hold' })
        return { userId, status }
      }),
    ),

  /** Lifts a block or suspension; payments that a suspension stopped go on. */
  unblock: forAdmin
    .route({ summary: 'Lift a block' })
    .input(memberRef)
    .handler(({ input: { userId }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        demand(whyNot.release(account))
        await tx
          .update(profiles)
          .set({ accountStatus: 'active', blockedReason: null, blockedAt: null, blockedBy: null })
          .where(eq(profiles.userId, userId))
        const isPaying = await isSubscribed(tx, userId)
        await tx.enqueue(followRestriction, { userId })
        await tx.mail(
          mail.holdLiftedMail,
          { address: account.email, userId },
          { firstName: account.firstName, isPaying, url: context.runtime.env.publicUrl },
        )
        await tx.announce({ to: { userId }, kind: 'members.hold' })
        return { userId, status: 'active' as const }
      }),
    ),

  /** Signs somebody out on every device and ends their keys and links; they are told by mail. Audited by `signed_out_at`. */
  endSessions: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Sign a person out everywhere' })
    .input(memberRef)
    .handler(({ input: { userId }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        demand(whyNot.endSessions(context.actor, account))
        await tx.update(profiles).set({ signedOutAt: tx.now }).where(eq(profiles.userId, userId))
        const ended = await endCredentials(tx, userId, 'signedOutEverywhere')
        await tx.mail(
          mail.securityNoticeMail,
          { address: account.email, userId },
          securityNotice('signedOut', account.firstName, `${context.runtime.env.publicUrl}/auth`),
        )
        return { userId, ended }
      }),
    ),

  /** Mails a new invitation to somebody who has not chosen a password yet. Refusals: ALREADY_ACCEPTED, REGISTRATION_NOT_ALLOWED. */
  inviteAgain: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Invite again' })
    .input(memberRef)
    .handler(({ input: { userId }, context }) =>
      context.write(async tx => {
        const account = await lockAccount(tx, userId)
        demand(await whyNotInvite(tx, account))
        await sendInvitation(tx, context.runtime.env, { ...account, id: userId })
        return { userId }
      }),
    ),
})

type Account = Awaited<ReturnType<typeof lockAccount>>

/** Who has a password is not invited again, and an archived address is not at all (decision 59). */
const whyNotInvite = async (tx: Tx, account: Account) =>
  whyNot.inviteAgain(account) ?? ofArchive.register({ isArchived: await isArchived(tx, account.email) })

interface Asking {
  actor: Actor
  by: CameBy | null
  runtime: Runtime
}

/**
 * Ends the ways in of somebody whose rights have changed; the session that changes its own person's stays. Who has not
 * accepted their invitation yet gets another, or they could not come in at all.
 */
async function signInAnew(tx: Tx, { actor, by, runtime }: Asking, account: Account) {
  const own = actor.userId === account.userId ? by?.id : null
  await endCredentials(tx, account.userId, 'roleChanged', { except: { ids: [own] } })
  if ((await whyNotInvite(tx, account)) === null)
    await sendInvitation(tx, runtime.env, { ...account, id: account.userId })
}

const listed = {
  userId: user.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: user.email,
  phone: profiles.phone,
  roles: rolesOf(user.id),
  approvalStatus: profiles.approvalStatus,
  accountStatus: profiles.accountStatus,
  blockedReason: profiles.blockedReason,
  isConfirmed: user.emailVerified,
  hasPassword,
  twoFactorEnabled: user.twoFactorEnabled,
  mustChangePassword: profiles.mustChangePassword,
  createdAt: user.createdAt,
}
const ownProfile = {
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  phone: profiles.phone,
  addressLine1: profiles.addressLine1,
  addressLine2: profiles.addressLine2,
  city: profiles.city,
  postalCode: profiles.postalCode,
  country: profiles.country,
  approvalStatus: profiles.approvalStatus,
  referralCode: profiles.referralCode,
  createdAt: profiles.createdAt,
}
