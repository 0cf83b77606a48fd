import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { settingsFact } from '#features/house/settings/model.ts'
import { lockMembership, mailMember } from '#features/membership/memberships/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { profiles } from '#features/people/members/table.ts'
import { type AnyJob, defineJob, type JobContext } from '#platform/jobs/define.ts'
import { accessRestsMail } from './mail.tsx'
import { type DueRow, dueOf, dues, type Open, openAtProvider, reminderOf, sendReminder } from './model.ts'
import { daysOverdue, reminderDays } from './rules.ts'
import { paymentReminders } from './table.ts'

/**
 * The ladder of a failing payment: reminders on its days, each once and only the latest where the server slept through some;
 * after the days of grace what the plan brings rests. That it opens again once paid is done where the payment is followed.
 */
export const climb = defineJob({
  name: 'memberships.dues',
  payload: z.object({}),
  cron: '25 8-19 * * *',
  cronPayload: {},
  async run(_, context) {
    const { runtime, now } = context
    const { graceDays } = await runtime.facts.get(settingsFact)
    const failing = await dues(runtime.db).where(
      and(
        isActiveMembership,
        eq(userMemberships.paymentStatus, 'overdue'),
        isNotNull(userMemberships.overdueSince),
        eq(profiles.accountStatus, 'active'),
      ),
    )
    if (failing.length === 0) return
    const open = await openAtProvider(runtime)
    for (const due of failing) {
      const days = daysOverdue(due.overdueSince!, now)
      const step = reminderDays(graceDays).findLast(day => day <= days)
      const found = open.get(due.subscriptionId ?? '')
      // Paid or let go of there; the message about it is under way.
      if (!found) continue
      if (days >= graceDays && !due.limitedAt && !due.isWaiting) await rest(context, due, found)
      else if (step !== undefined && days < graceDays) await remind(context, due, found, { step, graceDays })
    }
  },
})

/** What the plan brings rests from now on; its owner is told, once. */
const rest = ({ write }: JobContext, { id, userId, overdueSince, tier }: DueRow, open: Open) =>
  write(async tx => {
    await lockMembership(tx, userId)
    const [limited] = await tx
      .update(userMemberships)
      .set({ limitedAt: tx.now })
      .where(
        and(
          eq(userMemberships.id, id),
          eq(userMemberships.overdueSince, overdueSince!),
          isNull(userMemberships.limitedAt),
          isActiveMembership,
        ),
      )
      .returning({ id: userMemberships.id })
    if (!limited) return
    await mailMember(tx, userId, accessRestsMail, {
      itemName: `${tier} membership`,
      amountPence: open.pence,
    })
    await tx.announce({ to: { userId }, kind: 'membership.changed' })
  })

const remind = (
  { write, now }: JobContext,
  seen: DueRow,
  open: Open,
  { step, graceDays }: { step: number; graceDays: number },
) =>
  write(async tx => {
    await lockMembership(tx, seen.userId)
    const due = await dueOf(tx, seen.id)
    if (!due?.overdueSince || due.paymentStatus !== 'overdue') return
    // What the office wrote a short while ago counts: nobody is written to twice in a day.
    if (due.lastReminderAt && now.getTime() - due.lastReminderAt.getTime() < 20 * 3_600_000) return
    const later = sql`${paymentReminders.ladderDay} >= ${step}`
    const isTold = and(
      eq(paymentReminders.membershipId, due.id),
      eq(paymentReminders.overdueSince, due.overdueSince),
      later,
    )
    if ((await tx.$count(paymentReminders, isTold)) > 0) return
    const reminder = reminderOf(due, open, { graceDays, now })
    if (reminder) await sendReminder(tx, due, reminder, { ladderDay: step })
  })

export const jobs: AnyJob[] = [climb]
