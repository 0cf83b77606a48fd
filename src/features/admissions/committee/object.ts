import { type SQL, sql } from 'drizzle-orm'
import { applicationQuestions, membershipApplications, recusals } from '#features/admissions/applications/table.ts'
import type { ObjectPart } from '#features/house/objects/model.ts'
import { user } from '#platform/db/tables.ts'
import { committeeNotes, committeeVotes } from './table.ts'

interface CommitteeLine {
  deed: keyof typeof deeds
  who: string | null
  words: string | null
}

const deeds = {
  approve: 'Vote to approve',
  reject: 'Vote to reject',
  recused: 'Stepped back from the vote',
  note: 'Note to the committee',
  question: 'Question to the applicant',
  answer: 'Answer of the applicant',
} as const

/**
 * What the committee did about an application: votes, notes and questions, with whose they are. Nobody reads it of an application
 * of their own, admin or not: applicants learn neither who voted nor who asked.
 */
export const committeePart: ObjectPart<CommitteeLine> = {
  noun: 'application',
  history: {
    person: (userId, readerId) =>
      deedsOf(sql`d.application_id::text`, sql`a.user_id = ${userId} and a.user_id <> ${readerId}`),
    application: (id, readerId) => deedsOf(sql`null`, sql`a.id = ${id} and a.user_id is distinct from ${readerId}`),
  },
  say: ({ deed, who, words }) => ({ title: who ? `${deeds[deed]}, by ${who}` : deeds[deed], detail: words }),
  facts: {
    isLast: true,
    of: (userId, _, readerId) => sql`select jsonb_agg(n.line) from (
      select concat_ws(': ', w.name, n.body) as line
      from ${committeeNotes} n join ${membershipApplications} a on a.id = n.application_id left join ${user} w on w.id = n.author_id
      where a.user_id = ${userId} and a.user_id <> ${readerId} order by n.created_at desc limit 3) n`,
    say: (notes: string[] | null) => [{ label: 'Notes of the committee', value: notes?.join('; ') ?? null }],
  },
}

function deedsOf(opens: SQL, where: SQL): SQL {
  return sql`select d.key, ${opens}, d.at, jsonb_build_object('deed', d.deed, 'words', d.words,
      'who', (select w.name from ${user} w where w.id = d.who))
    from ${membershipApplications} a cross join lateral (
      select v.application_id, concat('vote ', v.application_id, v.voter_id), v.created_at, v.vote, v.reason, v.voter_id
        from ${committeeVotes} v where v.application_id = a.id
      union all select r.application_id, concat('recused ', r.application_id, r.user_id), r.created_at, 'recused', null, r.user_id
        from ${recusals} r where r.application_id = a.id and r.cause = 'declared'
      union all select n.application_id, concat('note ', n.id), n.created_at, 'note', n.body, n.author_id
        from ${committeeNotes} n where n.application_id = a.id
      union all select q.application_id, concat('question ', q.id, e.place), e.at, e.deed, e.words, e.who
        from ${applicationQuestions} q cross join lateral (values (1, 'question', q.asked_at, q.question, q.asked_by),
          (2, 'answer', q.answered_at, q.answer, null)) e(place, deed, at, words, who)
        where q.application_id = a.id and e.at is not null) d(application_id, key, at, deed, words, who)
    where ${where}`
}
