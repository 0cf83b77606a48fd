import { type SQL, sql } from 'drizzle-orm'
import type { FactThing } from '#features/house/objects/inputs.ts'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatDay, formatMoney, stateWords } from '#platform/words.ts'
import type { DisputeStatus } from './inputs.ts'
import { wantsAnswer } from './rules.ts'
import { disputes } from './table.ts'

interface DisputeLine {
  pence: number
  description: string
  status: string
  isEnd: boolean
}

/** What a person disputed at their bank, and its end; a line opens the order that it is about. */
export const disputePart: ObjectPart<DisputeLine> = {
  noun: 'order',
  history: {
    person: userId => eventsOf(sql`d.order_id::text`, sql`d.user_id = ${userId}`),
    order: orderId => eventsOf(sql`null`, sql`d.order_id = ${orderId}`),
  },
  say: ({ pence, description, status, isEnd }) => ({
    title: isEnd ? `Dispute of ${formatMoney(pence)} over` : `${formatMoney(pence)} disputed at the bank`,
    detail: `${description}; ${stateWords(status).toLowerCase()}`,
  }),
  facts: {
    of: userId => sql`select jsonb_agg(jsonb_build_object('id', d.id, 'email', u.email, 'pence', d.amount_pence,
        'description', d.description, 'status', d.status, 'dueAt', d.due_at) order by d.created_at, d.id)
      from ${disputes} d join ${user} u on u.id = d.user_id
      where d.user_id = ${userId} and d.status in ('inquiry', 'to_answer', 'under_review')`,
    say: (open: OpenDispute[] | null) => [{ label: 'Disputed at the bank', value: open && open.map(openFact) }],
  },
}

/** A payment that is disputed now, and which row of the list it is. */
interface OpenDispute {
  id: string
  email: string
  pence: number
  description: string
  status: DisputeStatus
  dueAt: string | null
}

/** Leads to the row where it is answered, or where it is seen that the bank decides. */
function openFact({ id, email, pence, description, status, dueAt }: OpenDispute): FactThing {
  const next = !wantsAnswer(status)
    ? 'the bank decides'
    : dueAt
      ? `answer by ${formatDay(new Date(dueAt))}`
      : 'answer it'
  return {
    title: `${formatMoney(pence)}, ${description}: ${next}`,
    to: '/admin/payments',
    search: { tab: 'disputes', q: email, open: id },
  }
}

function eventsOf(opens: SQL, where: SQL): SQL {
  return sql`select concat(d.id, e.place), ${opens}, e.at, jsonb_build_object('pence', d.amount_pence,
      'description', d.description, 'status', d.status, 'isEnd', e.place = 2)
    from ${disputes} d cross join lateral (values (1, d.created_at), (2, d.closed_at)) e(place, at)
    where e.at is not null and ${where}`
}
