import { sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatMoney } from '#platform/words.ts'
import { studioRentalMembers } from './table.ts'

interface RentalLine {
  studio: string
  rentPence: number
  event: 'added' | 'link' | 'activated' | 'ended'
  by: string | null
  reason: string | null
}

const titles: Record<RentalLine['event'], (studio: string) => string> = {
  added: studio => `Rental of ${studio} added`,
  link: studio => `Payment link sent for ${studio}`,
  activated: studio => `First rent paid for ${studio}`,
  ended: studio => `Rental of ${studio} ended`,
}

/** The studios that a person rents or rented. */
export const rentalPart: ObjectPart<RentalLine> = {
  noun: null,
  history: {
    person: userId => sql`select concat(m.id, e.place), null, e.at, jsonb_build_object('studio', m.studio_name,
        'rentPence', m.monthly_rent_amount, 'event', e.event, 'by', w.name, 'reason', case when e.event = 'ended' then m.end_reason end)
      from ${studioRentalMembers} m cross join lateral (values (1, 'added', m.created_at, m.created_by),
        (2, 'link', m.link_sent_at, null), (3, 'activated', m.activated_at, null), (4, 'ended', m.ended_at, m.ended_by)) e(place, event, at, by)
      left join ${user} w on w.id = e.by where m.user_id = ${userId} and e.at is not null`,
  },
  say: ({ studio, rentPence, event, by, reason }) => ({
    title: by ? doneBy(titles[event](studio), by) : titles[event](studio),
    detail: event === 'ended' ? reason : `${formatMoney(rentPence)} a month`,
  }),
}
