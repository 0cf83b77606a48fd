import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { type Event, reviewersBut } from '#features/events/hosting/model.ts'
import { closeMs, decideBy } from '#features/events/hosting/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { formatDateTime } from '#platform/words.ts'
import type { views } from './inputs.ts'
import { reminderMail } from './mail.tsx'

/** Which applications each view of the list holds. */
export const ofView: Record<(typeof views)[number], SQL> = {
  pending: eq(events.applicationStatus, 'pending'),
  drafts: eq(events.applicationStatus, 'draft'),
  decided: sql`${events.applicationStatus} in ('approved', 'rejected') and ${events.hostUserId} is not null`,
}

/** What the house knows of a host: events of theirs that took place, and how many came. */
export const recordOf = (now: Date) => sql<{ events: number; people: number; cancelled: number }>`(
  select json_build_object(
    'events', count(*) filter (where h.cancelled_at is null and h.ends_at <= ${now.toISOString()}::timestamptz),
    'people', coalesce(sum(h.registered_count) filter (where h.ends_at <= ${now.toISOString()}::timestamptz), 0),
    'cancelled', count(*) filter (where h.cancelled_at is not null))
  from ${events} h where h.host_user_id = events.host_user_id and h.application_status = 'approved' and h.id <> events.id)`

/** How long after a reminder the next one follows, while there is still no decision. */
const againMs = 86_400_000

/**
 * Mails everybody who decides about the applications for which the promised time is nearly over, or is: once, and again each day.
 * Nobody is asked to decide on their own.
 */
export async function remindReviewers(tx: Tx, hours: number): Promise<void> {
  const { applicationStatus, appliedAt, decisionRemindedAt } = events
  const late = await tx
    .update(events)
    .set({ decisionRemindedAt: tx.now })
    .where(
      and(
        eq(applicationStatus, 'pending'),
        lte(appliedAt, new Date(tx.now.getTime() + closeMs(hours) - hours * 3_600_000)),
        or(isNull(decisionRemindedAt), lte(decisionRemindedAt, new Date(tx.now.getTime() - againMs))),
      ),
    )
    .returning()
  if (late.length === 0) return
  for (const { userId, email, firstName } of await reviewersBut(tx, [])) {
    const theirs = late.filter(event => event.hostUserId !== userId)
    if (theirs.length === 0) continue
    const first = Math.min(...theirs.map(event => decideBy(appliedOf(event), hours).getTime()))
    await tx.mail(
      reminderMail,
      { address: email, userId },
      { firstName, count: theirs.length, hours, decideBy: formatDateTime(new Date(first)) },
    )
  }
}

/** What waits has been submitted; a draft says when it was begun. */
export const appliedOf = ({ appliedAt, createdAt }: Event) => appliedAt ?? createdAt
