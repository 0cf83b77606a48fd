import { type SQL, sql } from 'drizzle-orm'
import { communityPosts } from '#features/community/posts/table.ts'
import { events } from '#features/events/events/table.ts'
import { isSeenBy } from '#features/events/registrations/model.ts'
import { isSeenBy as isProfileSeenBy, viewerOf } from '#features/home/creatives/model.ts'
import { creativeProfiles } from '#features/home/creatives/table.ts'
import { isArchivedAccount } from '#features/people/archive/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { bookingTypes } from '#features/spaces/facilities/table.ts'
import { spaces } from '#features/spaces/rooms/table.ts'
import { type Actor, whyNotIn } from '#platform/auth/actor.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import { mostOfKind } from './inputs.ts'
import { searchTexts, searchWords } from './table.ts'

/** What somebody typed, as the database reads it: small letters without accents, and no signs. */
export interface Typed {
  /** Its words. */
  words: string[]
  /** Those, and the words of texts that are meant where one of them begins none: it stands within these, or was mistyped. */
  meant: string[]
  /** The query on words that finds a text with every word. */
  query: string
}

/** Reads what was typed: what of it texts may have. One statement. */
export async function readTyped(db: Reader, q: string): Promise<Typed> {
  const { rows } = await db.execute<{ word: string; more: string[] }>(typedWords(q))
  return {
    words: rows.map(({ word }) => word),
    meant: rows.flatMap(({ word, more }) => [word, ...more]),
    query: rows
      .map(({ word, more }) => `(${[`'${word}':*`, ...more.map(each => `'${each}'`)].join(' | ')})`)
      .join(' & '),
  }
}

/** So many events ahead and over are looked through before the index is asked. */
const mostNear = 300

/** More words than these narrow nothing down. */
const mostWords = 8

const w = searchWords
const typedWords = (q: string): SQL => sql`
  with typed as (select each.word, each.at from unnest(string_to_array(search_text(${q}), ' ')) with ordinality as each(word, at)
    where each.word <> '' order by each.at limit ${mostWords})
  select typed.word, case when length(typed.word) < 4 or is_begin then within.words
    else coalesce(nullif(within.words, '{}'), near.words) end as more
  from typed
  cross join lateral (select exists (select from ${w}
    where ${w.word} ~>=~ typed.word and ${w.word} ~<~ (typed.word || chr(1114111))) as is_begin) begins
  cross join lateral (select array(select ${w.word} from ${w} where length(typed.word) >= 4
    and ${w.word} like '%' || typed.word || '%' and ${w.word} not like typed.word || '%'
    order by length(${w.word}), ${w.word} limit 10) as words) within
  cross join lateral (select array(select ${w.word} from ${w} where not is_begin and within.words = '{}'
    and search_spellings(${w.word}) && search_spellings(typed.word)
    order by similarity(${w.word}, typed.word) desc, ${w.word} limit 6) as words) near
  order by typed.at`

export interface Found {
  kind: Kind
  id: string
  title: string
  /** Of a member the address of their creative profile, where they show one. */
  text: string
  at: string | null
  /** Of an event. */
  isOver: boolean
  /** Of a creative the address of their profile. */
  ref: string | null
}

/** What is searched, each of it for what this person may see; in this order. */
export const kinds = {
  /**
   * By name and description (NAV-22): the next to come first, then the last that were. What is near in time is looked through;
   * where that has few, the others are found by their index. What the person may not see is left out before anything is counted.
   */
  event: ({ query }: Typed, actor: Actor, now: Date): SQL => {
    const isMeant = sql`words @@ ${query}::tsquery and ${isSeenBy(actor)} and ${events.cancelledAt} is null`
    const isAhead = sql`${events.endsAt} > ${now.toISOString()}`
    const inOrder = sql`${isAhead} desc, abs(extract(epoch from ${events.startsAt} - ${now.toISOString()}::timestamptz)), ${events.id}`
    return sql`
    with next as materialized (select ref, words from ${searchTexts}
      where kind = 'event' and at >= ${dayBefore(now)} order by at limit ${mostNear}),
    ahead as materialized (select ref from next join ${events} on ${events.id} = ref where ${isMeant} and ${isAhead}
      order by ${inOrder} limit ${mostOfKind}),
    over as materialized (
      (select ref from next join ${events} on ${events.id} = ref where ${isMeant} and not ${isAhead}
        order by ${inOrder} limit ${mostOfKind}) union all
      (select ref from (select ref, words from ${searchTexts} where kind = 'event' and at < ${dayBefore(now)}
          order by at desc limit ${mostNear}) last join ${events} on ${events.id} = ref where ${isMeant}
        order by ${inOrder} limit ${mostOfKind})),
    far as materialized (select ref from ${searchTexts} join ${events} on ${events.id} = ref
      where kind = 'event' and (select count(*) from ahead) < ${mostOfKind}
        and ((select count(*) from next) = ${mostNear}
          or (select count(*) from ahead) + (select count(*) from over) < ${mostOfKind})
        and ${isMeant} order by ${inOrder} limit ${mostOfKind})
    select 'event' as kind, ${events.id}::text as id, ${events.name} as title, ${events.description} as text, ${events.startsAt} as at,
      not ${isAhead} as "isOver", null::text as ref
    from (select ref from ahead union select ref from over union select ref from far) hits join ${events} on ${events.id} = hits.ref
    order by ${inOrder} limit ${mostOfKind}`
  },

  /**
   * By title and text (NAV-23), the latest first. Of words that many have, five are among the latest posts, and nothing else is
   * read; words that few have are found by their index.
   */
  post: ({ query }: Typed): SQL => sql`
    with recent as materialized (select ref, at from (
        select ref, at, words from ${searchTexts} where kind = 'post' order by at desc limit 1000) latest
      where words @@ ${query}::tsquery order by at desc limit ${mostOfKind}),
    older as materialized (select ref, at from ${searchTexts}
      where kind = 'post' and (select count(*) from recent) < ${mostOfKind} and words @@ ${query}::tsquery limit 6000)
    select 'post' as kind, ${communityPosts.id}::text as id, ${communityPosts.title} as title, ${communityPosts.content} as text,
      ${communityPosts.createdAt} as at, false as "isOver", null::text as ref
    from (select * from recent union select * from older order by at desc limit ${mostOfKind}) hits
    join ${communityPosts} on ${communityPosts.id} = hits.ref
    where ${communityPosts.status} = 'published'
    order by ${communityPosts.createdAt} desc, ${communityPosts.id}`,

  /** By first and last name (NAV-24): who begins so, then who has it within, then whose name is nearly that. Members are told of members. */
  member: ({ words }: Typed, actor: Actor): SQL | null => {
    if (whyNotIn(actor, 'member') !== null) return null
    const first = words.join(' ')
    const long = words.filter(({ length }) => length >= 3)
    // One or two letters begin a name: within one they say nothing.
    const has = (word: string) =>
      word.length < 3 ? sql`' ' || ${plainName} like ${`% ${word}%`}` : sql`${plainName} like ${`%${word}%`}`
    const isNear = (word: string) =>
      word.length < 4 ? has(word) : sql`search_spellings(${plainName}) && search_spellings(${word}::text)`
    return sql`
    with begins as materialized (
      (select user_id from ${profiles} where ${isFindable} and ${beginsWith(plainName, first)} order by ${plainName} using ~<~ limit 12)
      union
      (select user_id from ${profiles} where ${isFindable} and ${beginsWith(plainLastName, first)}
        order by ${plainLastName} using ~<~ limit 12)),
    within as materialized (select user_id from ${profiles} where (select count(*) from begins) < ${mostOfKind}
      and ${long.length > 0} and ${isFindable} and ${all(words.map(has))} limit 12),
    near as materialized (select user_id from ${profiles} where not exists (select from begins) and not exists (select from within)
      and ${words.some(({ length }) => length >= 4)} and ${isFindable} and ${all(words.map(isNear))} limit 50)
    select 'member' as kind, ${profiles.userId} as id, ${user.name} as title, coalesce((select ${creativeProfiles.slug}
        from ${creativeProfiles} where ${creativeProfiles.userId} = ${user.id} and ${isProfileSeenBy('member')}), '') as text,
      null::timestamptz as at, false as "isOver", null::text as ref
    from (select user_id, min(rank) as rank from (select user_id, 1 as rank from begins union all select user_id, 2 from within
      union all select user_id, 3 from near) ranked group by user_id) hits
    join ${profiles} on ${profiles.userId} = hits.user_id join ${user} on ${user.id} = hits.user_id
    order by hits.rank, similarity(${plainName}, ${first}) desc, ${user.name}, ${user.id} limit ${mostOfKind}`
  },

  /** By what they say they do, those whose profile this person sees; some hundreds of rows. */
  creative: ({ words }: Typed, actor: Actor): SQL => {
    const p = creativeProfiles
    const does = sql`search_text(${p.role} || ' ' || ${p.specialty})`
    const isMeant = (word: string) => sql`(${does} ~ ${`\\m${word}`}
      or ${word.length >= 4} and search_spellings(search_text(${p.role})) && search_spellings(${word}::text))`
    return sql`
    select 'creative' as kind, ${user.id} as id, ${user.name} as title, concat_ws(' · ', ${p.role}, nullif(${p.specialty}, '')) as text,
      null::timestamptz as at, false as "isOver", ${p.slug} as ref
    from ${p} join ${user} on ${user.id} = ${p.userId} join ${profiles} on ${profiles.userId} = ${p.userId}
    where ${isProfileSeenBy(viewerOf(actor))} and ${all(words.map(isMeant))}
    order by search_text(${p.role}) ~ ${`\\m${words[0]}`} desc, ${user.name}, ${user.id} limit ${mostOfKind}`
  },

  /** By name and description, those on offer; a few dozen rows. */
  space: ({ words }: Typed): SQL => {
    const t = bookingTypes
    const plain = sql`search_text(${t.name})`
    const isMeant = (
      word: string,
    ) => sql`(search_text(${t.name} || ' ' || ${spaces.name} || ' ' || ${t.description}) ~ ${`\\m${word}`}
      or search_spellings(${plain}) && search_spellings(${word}::text))`
    return sql`
    select 'space' as kind, ${t.id}::text as id, ${t.name} as title, ${t.description} as text, null::timestamptz as at, false as "isOver", null::text as ref
    from ${t} join ${spaces} on ${spaces.id} = ${t.spaceId}
    where ${t.isActive} and ${all(words.map(isMeant))}
    order by ${plain} ~ ${`\\m${words[0]}`} desc, ${t.sortOrder}, ${t.name} limit ${mostOfKind}`
  },
} as const

export type Kind = keyof typeof kinds

/** What of each kind fits what was typed, one statement. */
export async function findAll(db: Reader, typed: Typed, actor: Actor, now: Date): Promise<Found[]> {
  if (typed.words.length === 0) return []
  const selects = Object.values(kinds).flatMap(find => find(typed, actor, now) ?? [])
  const { rows } = await db.execute<Found & Record<string, unknown>>(
    sql.join(
      selects.map(select => sql`(${select})`),
      sql` union all `,
    ),
  )
  return rows
}

/** An event that is on began a day ago at most. */
const dayBefore = (now: Date) => sql`${now.toISOString()}::timestamptz - interval '1 day'`
const plainName = sql`search_text(${profiles.firstName} || ' ' || ${profiles.lastName})`
const plainLastName = sql`search_text(${profiles.lastName})`
/** Approved and not on hold, of whom the indexes on names are; and not archived. */
const isFindable = sql`${profiles.approvalStatus} = 'approved' and ${profiles.accountStatus} = 'active'
  and exists (select from ${user} where ${user.id} = ${profiles.userId} and not ${isArchivedAccount})`
/** A range, so that the index serves whatever the words are. */
const beginsWith = (text: SQL, words: string) => sql`${text} ~>=~ ${words} and ${text} ~<~ ${`${words}\u{10FFFF}`}`
const all = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` and `)})`
