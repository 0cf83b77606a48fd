import { sql } from 'drizzle-orm'
import { check, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { messages as facilityMessages } from '#features/spaces/facilities/inputs.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { createdAt, id, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, notFound, refusal } from '#platform/rpc/errors.ts'
import { fairUseKinds, messages, mostOf } from './inputs.ts'

/**
 * Limits of what a person may book. Of several of one kind the one applies that says most about facility and tier
 * (`ruleFor` in rules.ts). What is booked already stays as it is, whatever a rule says later.
 */
export const fairUseRules = pgTable(
  'fair_use_rules',
  {
    id: id(),
    kind: word(fairUseKinds).notNull(),
    /** In the unit that the kind names: minutes, days, hours or bookings. */
    value: integer().notNull(),
    /** Absent: every facility. */
    facilityId: uuid().references(() => bookingTypes.id, { onDelete: 'cascade' }),
    /** Absent: every tier. */
    tierId: uuid().references(() => membershipTiers.id, { onDelete: 'cascade' }),
    createdBy: personId().references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    unique('fair_use_rules_one').on(t.kind, t.facilityId, t.tierId).nullsNotDistinct(),
    isOneOf('fair_use_rules_kind', t.kind, fairUseKinds),
    check(
      'fair_use_rules_value',
      sql`${t.value} between 1 and case ${t.kind} ${sql.raw(
        Object.entries(mostOf)
          .map(([kind, most]) => `when '${kind}' then ${most}`)
          .join(' '),
      )} end`,
    ),
  ],
)

export const refusals: ConstraintRefusals = {
  fair_use_rules_facility_id_booking_types_id_fk: () => notFound(facilityMessages.notFound),
  fair_use_rules_tier_id_membership_tiers_id_fk: () => notFound(messages.noTier),
  fair_use_rules_one: () => refusal('RULE_EXISTS', messages.exists, { field: 'kind' }),
}

export const data: DataMap = {
  fair_use_rules: ofTheHouse(
    'Limits of what people may book',
    'id kind value facility_id tier_id created_by created_at',
  ),
}
