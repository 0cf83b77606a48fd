import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { pointsOf } from '#features/membership/points/model.ts'
import { formatCount, formatMoney } from '#platform/words.ts'
import type { ShopOrderItem } from './inputs.ts'
import { titleOf } from './rules.ts'
import { shopifyOrders } from './table.ts'

interface Line {
  items: ShopOrderItem[]
  pence: number
  points: number
  event: 'opened' | 'paid' | 'refunded'
}

/** What a person bought in the store, and the points they have. */
export const storePart: ObjectPart<Line> = {
  noun: null,
  history: {
    person: userId => sql`select concat(o.id, s.place), null, s.at, jsonb_build_object('items', o.order_items,
        'pence', coalesce(o.paid_pence, o.total_pence), 'points', o.points_deducted, 'event', s.event)
      from ${shopifyOrders} o cross join lateral (values (1, 'opened', o.created_at), (2, 'paid', o.paid_at),
        (3, 'refunded', o.refunded_at)) s(place, event, at)
      where o.user_id = ${userId} and s.at is not null`,
  },
  say: ({ items, pence, points, event }) => ({
    title: `${said[event]}: ${titleOf(items)}`,
    detail: [
      formatMoney(pence),
      event !== 'opened' && points > 0 ? `${event === 'paid' ? '−' : '+'}${formatCount(points, 'point')}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  }),
  facts: {
    of: userId => sql`select to_jsonb(${pointsOf(userId)})`,
    say: points => [{ label: 'Points', value: formatCount(points as number, 'point') }],
  },
}

const said = { opened: 'Went to pay in the store', paid: 'Bought in the store', refunded: 'Refunded by the store' }
