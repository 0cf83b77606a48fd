import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, day, id, instant, isOneOf, personId, word } from '#platform/db/columns.ts'
import { type DataMap, retention } from '#platform/db/data-map.ts'
import { files, user } from '#platform/db/tables.ts'
import { type ConstraintRefusals, refusal } from '#platform/rpc/errors.ts'
import { messages, paperKinds, paperStatuses } from './inputs.ts'

/** Documents of stallholders (MKT-09): of each kind a person has one that waits and one that is accepted at most. */
export const marketPapers = pgTable(
  'market_papers',
  {
    id: id(),
    userId: personId()
      .notNull()
      .references(() => user.id),
    kind: word(paperKinds).notNull(),
    /** Absent once its file was deleted: what was refused, replaced or ran out is told of without it. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    /** The last day on which it is good; of a proof of residence from when it is accepted. */
    expiresOn: day(),
    status: word(paperStatuses).notNull().default('waiting'),
    /** Why it was refused; its owner reads it. */
    reason: text(),
    decidedAt: instant(),
    decidedBy: personId().references(() => user.id, { onDelete: 'set null' }),
    /** When its owner was told that it runs out. */
    remindedAt: instant(),
    createdAt: createdAt(),
  },
  t => [
    uniqueIndex('market_papers_waiting').on(t.userId, t.kind).where(sql`${t.status} = 'waiting'`),
    uniqueIndex('market_papers_accepted').on(t.userId, t.kind).where(sql`${t.status} = 'accepted'`),
    uniqueIndex('market_papers_file').on(t.fileId),
    index().on(t.createdAt, t.id),
    index().on(t.expiresOn),
    isOneOf('market_papers_kind', t.kind, paperKinds),
    isOneOf('market_papers_status', t.status, paperStatuses),
    check(
      'market_papers_expiry',
      sql`${t.expiresOn} is not null or ${t.kind} = 'residence' and ${t.status} <> 'accepted'`,
    ),
    check(
      'market_papers_decided',
      sql`(${t.status} in ('accepted', 'refused')) <= (${t.decidedAt} is not null) and (${t.status} = 'refused') <= (${t.reason} is not null)`,
    ),
  ],
)

export const data: DataMap = {
  market_papers: {
    purpose: 'Documents for your market stall',
    retention: retention.account,
    owner: 'user_id',
    given: 'id kind file_id expires_on status reason decided_at reminded_at created_at',
    held: 'user_id decided_by',
    erasure: { reason: "case when reason is not null then '' end" },
  },
}

export const refusals: ConstraintRefusals = {
  market_papers_waiting: () => refusal('PAPER_WAITING', messages.atOnce, { field: 'fileId' }),
}
