import { sql } from 'drizzle-orm'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { containing, telephoneIs } from '#platform/db/pool.ts'
import { stateWords } from '#platform/words.ts'
import { membershipApplications } from './table.ts'

interface ApplicationLine {
  name: string
  tier: string
  status: string
  votes: string
}

const line = sql`jsonb_build_object('name', a.full_name, 'tier', coalesce(t.name, a.tier_slug), 'status', a.status,
  'votes', a.current_votes || ' of ' || a.required_votes)`
const from = sql`${membershipApplications} a left join ${membershipTiers} t on t.slug = a.tier_slug`

/** Applications by name, address or telephone, in any spelling of its spaces, the latest first; and those of a person. */
export const applicationPart: ObjectPart<ApplicationLine> = {
  noun: 'application',
  find: q => sql`select a.id::text, a.submitted_at, ${line} from ${from}
    where a.full_name ilike ${containing(q)} or a.email ilike ${containing(q)} or ${telephoneIs(sql`a.phone_number`, q)}
    order by a.submitted_at desc, a.id`,
  history: userId => sql`select a.id::text, a.submitted_at, ${line} from ${from} where a.user_id = ${userId}
    order by a.submitted_at desc`,
  say: ({ name, tier, status, votes }) => ({
    title: `Application of ${name} for ${tier}`,
    detail: `${stateWords(status)}, ${votes} votes`,
  }),
}
