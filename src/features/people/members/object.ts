import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { containing, telephoneIs } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'

interface PersonLine {
  name: string
  email: string
  phone: string | null
}

/** People by name, address or telephone, in any spelling of its spaces. */
export const personPart: ObjectPart<PersonLine> = {
  noun: 'person',
  find: q => sql`select u.id, u.created_at, jsonb_build_object('name', u.name, 'email', u.email, 'phone', u.phone)
    from ${user} u
    where u.name ilike ${containing(q)} or u.email ilike ${containing(q)} or ${telephoneIs(sql`u.phone`, q)}
    order by u.name, u.id`,
  say: ({ name, email, phone }) => ({ title: name || email, detail: [email, phone].filter(Boolean).join(', ') }),
}
