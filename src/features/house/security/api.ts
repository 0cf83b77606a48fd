import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { listPage, matching } from '#platform/db/list-page.ts'
import { auditLog, user } from '#platform/db/tables.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { eventList } from './inputs.ts'
import { adminsMadeSince, detailOf, kindOf, talliesSince, timesOf, whoOf } from './model.ts'
import { dayInWords, kindNames } from './rules.ts'
import { securityAlarms } from './table.ts'

const dayMs = 86_400_000

export const security = {
  /** Security events, newest first: what was noted and what the audit log says of ways in, roles and people's data. */
  events: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Security events' })
      .input(eventList)
      .handler(async ({ input, context: { db } }) => {
        const select = db
          .select(listed)
          .from(auditLog)
          .leftJoin(user, eq(user.id, whoOf))
          .leftJoin(subject, eq(subject.id, about))
          .where(
            and(
              isNotNull(kindOf),
              input.kind && eq(kindOf, input.kind),
              matching(input.q, user.name, subject.name, auditLog.actorId, auditLog.ipAddress, detailOf),
            ),
          )
          .$dynamic()
        // Entries are numbered in the order in which they were written.
        return listPage(db, select, input, { sort: { createdAt: auditLog.id }, tie: auditLog.id })
      }),
    {
      Entry: row => row.id,
      When: row => row.createdAt,
      What: row => kindNames[row.kind],
      Times: row => row.times,
      'User ID': row => row.personId,
      Person: row => row.personName,
      About: row => row.aboutName,
      Address: row => row.ipAddress,
      Details: row => row.detail,
      Request: row => row.requestId,
    },
  ),

  /** The last 24 hours in plain words, with the warnings that admins were mailed, the latest first, and who became an admin by whom. */
  lastDay: forAdmin
    .route({ method: 'GET', summary: 'The last day in plain words' })
    .handler(async ({ context: { db, now } }) => {
      const since = new Date(now.getTime() - dayMs)
      const warnings = await db
        .select({ rule: securityAlarms.rule, sentAt: securityAlarms.sentAt })
        .from(securityAlarms)
        .where(gte(securityAlarms.sentAt, since))
        .orderBy(desc(securityAlarms.sentAt))
      return {
        ...dayInWords(await talliesSince(db, since)),
        warnings,
        newAdmins: warnings.some(({ rule }) => rule === 'adminMade') ? await adminsMadeSince(db, since) : [],
      }
    }),
}

const subject = alias(user, 'subject')
const about = sql<
  string | null
>`case when ${auditLog.tableName} in ('user', 'account', 'profiles', 'user_roles') then ${auditLog.rowId} end`

const listed = {
  id: auditLog.id,
  createdAt: auditLog.createdAt,
  kind: kindOf,
  times: timesOf,
  personId: whoOf,
  personName: user.name,
  aboutId: subject.id,
  aboutName: subject.name,
  ipAddress: auditLog.ipAddress,
  detail: detailOf,
  requestId: auditLog.requestId,
}
