import { sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { user } from '#platform/db/tables.ts'
import { formatDay, formatMoney } from '#platform/words.ts'
import type { ReminderType } from './inputs.ts'
import { paymentReminders } from './table.ts'

interface ReminderLine {
  type: ReminderType
  pence: number
  dueOn: string
  by: string | null
  isByHouse: boolean
}

/** Reminders of payments that somebody got. */
export const reminderPart: ObjectPart<ReminderLine> = {
  noun: null,
  history: {
    person: userId => sql`select r.id::text, null, r.created_at, jsonb_build_object('type', r.reminder_type,
        'pence', r.amount_due, 'dueOn', r.due_date, 'by', w.name, 'isByHouse', r.ladder_day is not null)
      from ${paymentReminders} r left join ${user} w on w.id = r.sent_by where r.user_id = ${userId}`,
  },
  say: ({ type, pence, dueOn, by, isByHouse }) => ({
    title: isByHouse ? 'Payment reminder by the house' : doneBy('Payment reminder sent', by),
    detail: `${formatMoney(pence)}, ${type === 'overdue' ? 'due since' : 'due on'} ${formatDay(dueOn)}`,
  }),
}
