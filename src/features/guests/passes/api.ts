import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { currentSigner, holderFacts } from '#features/door/passes/model.ts'
import { whyNot as ofHolder } from '#features/door/refusals/rules.ts'
import { lockMembership } from '#features/membership/memberships/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import { fullName } from '#platform/db/columns.ts'
import type { Reader } from '#platform/db/pool.ts'
import { mails, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { strangerMailsPerDay } from '#platform/mail/mail.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forMember, forSignedIn, forVisitor } from '#platform/rpc/procedures.ts'
import { calendarDate } from '#platform/time.ts'
import { invitation, longestDays, passInput } from './inputs.ts'
import { guestCancelledMail, guestInviteMail } from './mail.tsx'
import { claimsOf, newPass, passesOfMonth } from './model.ts'
import { hostNameOf, statusOn, whyNot } from './rules.ts'
import { guestPasses } from './table.ts'

const shownAtMost = 200

export const guestCalls = {
  /**
   * The guests whom one invited, newest first (the latest 200; `hasEarlier` says that there are more), and how many more this
   * month (GST-01).
   */
  mine: forSignedIn
    .route({ method: 'GET', summary: 'Own guest passes' })
    .handler(async ({ context: { db, actor, now, runtime } }) => {
      const today = calendarDate(now)
      const { limit, left } = await passesOfMonth(db, actor.userId, now)
      const rows = await db
        .select({ ...shown, invitation: sql<MailStatus | null>`(${invitationState(db)})` })
        .from(guestPasses)
        .where(eq(guestPasses.inviterUserId, actor.userId))
        .orderBy(desc(guestPasses.createdAt), desc(guestPasses.id))
        .limit(shownAtMost + 1)
      return {
        limit,
        left,
        /** The address of a pass is this with its id behind. */
        passUrl: `${runtime.env.publicUrl}/guest-pass/`,
        today,
        longestDays,
        problem: whyNotIn(actor, 'member') ?? whyNot.invite({ validUntil: today, left, limit }, today),
        hasEarlier: rows.length > shownAtMost,
        rows: rows.slice(0, shownAtMost).map(row => ({
          ...row,
          status: statusOn(row, today),
          can: { change: whyNot.change(row, today) === null },
        })),
      }
    }),

  /**
   * Invites a guest: writes the pass and mails it to them (GST-03, GST-04). Throws PAST, TOO_FAR, NO_PASSES_LEFT: a plan has
   * so many a month.
   */
  invite: forMember
    .meta({ limit: { as: 'Guest invitations', points: 30, seconds: 86_400 } })
    .route({ summary: 'Invite a guest' })
    .input(invitation)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        // Of two invitations at once, the second counts the first.
        await lockMembership(tx, actor.userId)
        const month = await passesOfMonth(tx, actor.userId, tx.now)
        demand(whyNot.invite({ ...month, validUntil: input.validUntil }, calendarDate(tx.now)))
        const pass = await newPass(tx, { ...input, inviterUserId: actor.userId })
        await sendPass(tx, pass)
        return { id: pass.id, left: month.left - 1 }
      }),
    ),

  /** Mails the pass to the guest once more. Throws NOT_FOUND, PASS_OVER. */
  sendAgain: forMember
    .meta({ limit: { as: 'Guest invitations sent again', points: 20, seconds: 86_400 } })
    .route({ summary: 'Send a guest pass again' })
    .input(passInput)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        const pass = await lockOwn(tx, input.id, actor.userId)
        demand(whyNot.change(pass, calendarDate(tx.now)))
        const dayAgo = new Date(tx.now.getTime() - strangerMailsPerDay.seconds * 1000)
        const isOfToday = and(gt(mails.createdAt, dayAgo), eq(mails.toAddress, pass.guestEmail))
        const isOut = sql`${mails.status} <> 'suppressed'`
        demand(whyNot.sendAgain(await tx.$count(mails, and(isOfToday, isOut)), strangerMailsPerDay.points))
        await sendPass(tx, pass)
      }),
    ),

  /** Withdraws a pass that is not used up, and tells the guest. Throws NOT_FOUND, PASS_OVER. */
  cancel: forMember
    .meta({ limit: { as: 'Guest passes cancelled', points: 30, seconds: 86_400 } })
    .route({ summary: 'Cancel a guest pass' })
    .input(passInput)
    .handler(({ input, context: { write, actor } }) =>
      write(async tx => {
        const pass = await lockOwn(tx, input.id, actor.userId)
        demand(whyNot.change(pass, calendarDate(tx.now)))
        await tx.update(guestPasses).set({ status: 'cancelled' }).where(eq(guestPasses.id, pass.id))
        await tx.mail(guestCancelledMail, { address: pass.guestEmail }, { hostName: await hostName(tx, actor.userId) })
      }),
    ),

  /**
   * A pass as its guest sees it, with the code for the door: whoever has its address, which is in the invitation alone
   * (GST-06). Throws NOT_FOUND.
   */
  show: forVisitor
    .route({ method: 'GET', summary: 'A guest pass' })
    .input(passInput)
    .handler(async ({ input, context: { db, now, runtime } }) => {
      const [row] = await db
        .select({ ...shown, hostName: fullName(profiles), host: holderFacts })
        .from(guestPasses)
        .innerJoin(user, eq(user.id, guestPasses.inviterUserId))
        .innerJoin(profiles, eq(profiles.userId, guestPasses.inviterUserId))
        .where(eq(guestPasses.id, input.id))
      if (!row) throw notFound('There is no such guest pass.')
      const { guestName, validUntil, passCode } = row
      const hostName = hostNameOf(row.hostName)
      const status = statusOn(row, calendarDate(now))
      const isGood = status === 'active' && ofHolder.letIn(row.host) === null
      const signer = await currentSigner(db, runtime.env, now)
      return {
        ...{ guestName, hostName, validUntil, status },
        code: isGood ? signer.pass(claimsOf(row)) : null,
        passCode: isGood ? passCode : null,
      }
    }),
}

const { id, guestName, guestEmail, validUntil, notes, passCode, status, timesUsed, usageLimit, lastUsedAt, createdAt } =
  guestPasses
const shown = {
  ...{ id, guestName, guestEmail, validUntil, notes, passCode, status, timesUsed, usageLimit, lastUsedAt, createdAt },
}

/** What became of the invitation: sent once is sent, whatever became of a second; else that of the last. */
const invitationState = (db: Reader) =>
  db
    .select({ status: mails.status })
    .from(mails)
    .where(
      and(eq(mails.relatesTo, sql`'guest_passes/' || ${guestPasses.id}`), eq(mails.template, guestInviteMail.name)),
    )
    .orderBy(desc(eq(mails.status, 'sent')), desc(mails.createdAt), desc(mails.id))
    .limit(1)
type MailStatus = (typeof mails.$inferSelect)['status']

async function lockOwn(tx: Tx, passId: string, userId: string) {
  const [pass] = await tx
    .select()
    .from(guestPasses)
    .where(and(eq(guestPasses.id, passId), eq(guestPasses.inviterUserId, userId)))
    .for('update')
  if (!pass) throw notFound()
  return pass
}

async function sendPass(tx: Tx, pass: typeof guestPasses.$inferSelect): Promise<void> {
  const { id, guestEmail, passCode, validUntil, inviterUserId } = pass
  const to = { address: guestEmail, relatesTo: `guest_passes/${id}` }
  await tx.mail(guestInviteMail, to, { passId: id, passCode, validUntil, hostName: await hostName(tx, inviterUserId) })
}

async function hostName(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx
    .select({ name: fullName(profiles) })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return hostNameOf(row?.name ?? '')
}
