import { sql } from 'drizzle-orm'
import { doneBy, type ObjectPart } from '#features/house/objects/model.ts'
import { containing, telephoneIs } from '#platform/db/pool.ts'
import { auditLog, user } from '#platform/db/tables.ts'
import { stateWords } from '#platform/words.ts'

interface PersonLine {
  name: string
  email: string
  phone: string | null
  /** What was done about the account; none where the person is mentioned. */
  event?: 'made' | Entry
}

/** What the audit log has of an account and its roles. */
interface Entry {
  table: 'profiles' | 'user_roles'
  action: 'insert' | 'update' | 'delete'
  before: Values | null
  after: Values | null
  by: string | null
}
type Values = Partial<Record<'role' | 'account_status' | 'approval_status' | 'signed_out_at', string | null>>

/** People by name, address or telephone, in any spelling of its spaces; and what the office did about an account. */
export const personPart: ObjectPart<PersonLine> = {
  noun: 'person',
  find: q => sql`select u.id, u.created_at, jsonb_build_object('name', u.name, 'email', u.email, 'phone', u.phone)
    from ${user} u
    where u.name ilike ${containing(q)} or u.email ilike ${containing(q)} or ${telephoneIs(sql`u.phone`, q)}
    order by u.name, u.id`,
  history: {
    person:
      userId => sql`select '', null, u.created_at, jsonb_build_object('event', 'made') from ${user} u where u.id = ${userId}
      union all select lpad(l.id::text, 20, '0'), null, l.created_at, jsonb_build_object('event', jsonb_build_object(
        'table', l.table_name, 'action', l.action, 'before', l.before, 'after', l.after, 'by', w.name))
      from ${auditLog} l left join ${user} w on w.id = l.actor_id
      where l.row_id = ${userId} and (l.table_name = 'user_roles' and l.action in ('insert', 'delete')
        or l.table_name = 'profiles' and l.action = 'update'
          and l.after ?| array['account_status', 'approval_status', 'signed_out_at'])`,
  },
  say: ({ name, email, phone, event }) => {
    if (event === 'made') return { title: 'Account made', detail: null }
    if (event) return { title: doneBy(deedOf(event), event.by), detail: null }
    return { title: name || email, detail: [email, phone].filter(Boolean).join(', ') }
  },
}

function deedOf({ table, action, before, after }: Entry): string {
  if (table === 'user_roles')
    return action === 'insert'
      ? `Role ${stateWords(after?.role ?? '')} given`
      : `Role ${stateWords(before?.role ?? '')} taken away`
  const { account_status: account, approval_status: approval } = after ?? {}
  if (account === 'active') return before?.account_status === 'suspended' ? 'Suspension lifted' : 'Unblocked'
  if (account) return stateWords(account)
  return approval ? `Membership ${stateWords(approval).toLowerCase()}` : 'Signed out everywhere'
}
