import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { spaces } from '#features/spaces/rooms/table.ts'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import type { QueuedJob } from '#platform/jobs/define.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { applicationStatuses, eventTypes, imageFocuses, mostPlusOnes, spacePreferences } from './inputs.ts'
import { messages } from './rules.ts'

/** Removes the picture of an erased host's application, unless an event shows it; run in pictures/jobs.ts. */
export const dropErasedPicture: QueuedJob<{ id: string }> = {
  name: 'events.drop-erased-picture',
  payload: z.object({ id: z.string().max(100) }),
}

/**
 * An event of the house or of a member who hosts it (EVT-08, EVA-05). Wall times `HH:MM`; a draft may lack day and times.
 * Pending and approved events hold their room from set-up until it is cleared, by a trigger (`keep_space`, hand-written
 * migration). Places are two counters: `registeredCount` are people who come, with whom they bring, kept in the
 * transaction that changes a registration; `offeredCount` are places held for those who wait, kept by a trigger on
 * `waiting_entries`. More than fit is refused here too.
 */
export const events = pgTable(
  'events',
  {
    id: id(),
    name: text().notNull().default(''),
    description: text().notNull().default(''),
    eventType: word(eventTypes).notNull().default('workshop'),
    eventDate: day(),
    startTime: text(),
    endTime: text(),
    /** When the people are there; set-up and clearing are before and after. */
    startsAt: instant(),
    endsAt: instant(),
    setUpMinutes: integer().notNull().default(30),
    clearMinutes: integer().notNull().default(30),
    /** Where in the house, or where else, in words that people read. */
    location: text().notNull().default(''),
    /** The room of the house that it holds; absent for what is outside of them. */
    spaceId: uuid().references(() => spaces.id),
    spacePreference: word(spacePreferences),
    capacity: integer().notNull(),
    registeredCount: integer().notNull().default(0),
    offeredCount: integer().notNull().default(0),
    expectedAttendance: integer(),
    /** From the host to whoever decides. */
    applicationNotes: text().notNull().default(''),
    /** Points for each registration that was attended, once. */
    pointsReward: integer().notNull().default(1),
    /** For each person who comes. */
    tokensCost: integer().notNull().default(0),
    /** How many each registration may bring along. */
    plusOnesAllowed: integer().notNull().default(0),
    /** Whose event it is; absent: the house's own. */
    hostUserId: personId().references(() => user.id, { onDelete: 'set null' }),
    applicationStatus: word(applicationStatuses).notNull().default('draft'),
    appliedAt: instant(),
    /** When its host last wrote something of it; whoever decides has read the text of this moment. */
    changedAt: createdAt(),
    /** When those who decide were reminded that the time for it is nearly over. */
    decisionRemindedAt: instant(),
    reviewedAt: instant(),
    reviewedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    rejectionReason: text(),
    /** Whether it is in the programme and can be registered for; who is registered sees it either way. */
    isActive: boolean().notNull().default(true),
    /** The key of its picture among those of the house (`site_images`); absent: it gets a poster of its own. */
    image: text(),
    /** What is to be seen on it, for those who do not see it. */
    imageAlt: text().notNull().default(''),
    imageFocus: word(imageFocuses).notNull().default('middle'),
    /** The same for all dates of a repeated event. */
    seriesId: uuid(),
    cancelledAt: instant(),
    cancelReason: text(),
    /** Whether it holds its room and its places. */
    isStanding: boolean()
      .notNull()
      .generatedAlwaysAs(sql`application_status in ('pending', 'approved') and cancelled_at is null`),
    createdAt: createdAt(),
  },
  t => [
    index().on(t.startsAt),
    index().on(t.hostUserId),
    index().on(t.applicationStatus, t.appliedAt),
    index().on(t.seriesId).where(sql`${t.seriesId} is not null`),
    isOneOf('events_type', t.eventType, eventTypes),
    isOneOf('events_status', t.applicationStatus, applicationStatuses),
    isOneOf('events_space_preference', t.spacePreference, spacePreferences),
    isOneOf('events_image_focus', t.imageFocus, imageFocuses),
    check('events_image_alt', sql`${t.image} is null or ${t.imageAlt} <> ''`),
    // What is before the house is whole: only a draft, or what became of one, may lack something.
    check(
      'events_whole',
      sql`${t.applicationStatus} not in ('pending', 'approved') or ${t.name} <> '' and ${t.eventDate} is not null and ${t.startTime} is not null and ${t.endTime} is not null and ${t.startsAt} is not null and ${t.endsAt} is not null`,
    ),
    check(
      'events_range',
      sql`${t.startsAt} is null and ${t.endsAt} is null or isfinite(${t.startsAt}) and isfinite(${t.endsAt}) and ${t.startsAt} < ${t.endsAt}`,
    ),
    check('events_around', sql`${t.setUpMinutes} between 0 and 720 and ${t.clearMinutes} between 0 and 720`),
    check('events_capacity', sql`${t.capacity} between 1 and 1000`),
    check(
      'events_places',
      sql`${t.registeredCount} >= 0 and ${t.offeredCount} >= 0 and ${t.registeredCount} + ${t.offeredCount} <= ${t.capacity}`,
    ),
    check('events_price', sql`${t.tokensCost} between 0 and 1000 and ${t.pointsReward} between 0 and 1000`),
    check('events_plus_ones', sql`${t.plusOnesAllowed} between 0 and ${sql.raw(String(mostPlusOnes))}`),
    check(
      'events_reviewed',
      sql`${t.applicationStatus} not in ('approved', 'rejected') or ${t.reviewedAt} is not null`,
    ),
    check('events_rejected', sql`(${t.applicationStatus} = 'rejected') = (${t.rejectionReason} is not null)`),
    check('events_cancelled', sql`(${t.cancelledAt} is null) = (${t.cancelReason} is null)`),
  ],
)

export const data: DataMap = {
  events: {
    purpose: 'Events that you host',
    retention: retention.sixYears,
    owner: 'host_user_id',
    given:
      'id name description event_type event_date start_time end_time starts_at ends_at set_up_minutes clear_minutes location space_id space_preference capacity registered_count offered_count expected_attendance application_notes points_reward tokens_cost plus_ones_allowed application_status applied_at changed_at decision_reminded_at reviewed_at rejection_reason is_active image image_alt image_focus series_id cancelled_at cancel_reason is_standing created_at',
    held: 'host_user_id reviewed_by',
    blocksErasure: {
      when: "application_status in ('pending', 'approved') and cancelled_at is null and ends_at > :now",
      words: 'This person hosts events ahead. Cancel them first.',
    },
    erasure: {
      application_notes: "''",
      rejection_reason: "case when rejection_reason is null then null else '' end",
      cancel_reason: "case when cancel_reason is null then null else '' end",
      // An event that was in the programme keeps its picture, as its name: it is the house's. Of what never was the picture goes.
      image: "case when application_status = 'approved' then image end",
      image_alt: "case when application_status = 'approved' then image_alt else '' end",
    },
    outside: { job: dropErasedPicture, id: 'image' },
  },
}

export const refusals: ConstraintRefusals = {
  events_places: () => refusal('EVENT_FULL', messages.full),
}
