import { and, desc, eq, getTableColumns, gte, inArray, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { decide, routeAccess } from '#access.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { addDays } from '#platform/dates.ts'
import { listPage, matching, matchingName } from '#platform/db/list-page.ts'
import type { Db } from '#platform/db/pool.ts'
import { auditLog, user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAccount, forAdmin } from '#platform/rpc/procedures.ts'
import type { Runtime } from '#platform/runtime.ts'
import { instantOf } from '#platform/time.ts'
import { auditList, declineInput, erasureInput, erasureList, erasureWish, exportInput } from './inputs.ts'
import { erasureDeclinedMail, erasureDoneMail } from './mail.tsx'
import { erasePerson, erasureBlocks, exportPerson, isAboutPerson, noteExport, subjectOf } from './model.ts'
import { tablesNamed, whyNot } from './rules.ts'
import { erasureRequests } from './table.ts'

export const privacy = {
  /** The audit log, newest first, 100 at a time (OPS-15…19); searched by table, in either's words, by whoever did it and by whoever it is about. */
  auditLog: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'The audit log' })
      .input(auditList)
      .handler(async ({ input, context: { db } }) => {
        const action = input.action === 'create' ? 'insert' : input.action
        const select = db
          .select(auditColumns)
          .from(auditLog)
          .leftJoin(user, eq(user.id, auditLog.actorId))
          .where(
            and(
              or(
                matching(input.q, auditLog.tableName, auditLog.actorId),
                matchingName(input.q, user.name),
                input.q ? inArray(auditLog.tableName, tablesNamed(input.q)) : undefined,
                input.q ? isAboutPerson(input.q) : undefined,
              ),
              input.from ? gte(auditLog.createdAt, instantOf(input.from, '00:00')) : undefined,
              input.to ? lt(auditLog.createdAt, instantOf(addDays(input.to, 1), '00:00')) : undefined,
              input.signIns ? notInArray(auditLog.action, ['login', 'logout']) : undefined,
              // What was noted of attempts has a list of its own.
              action && action !== 'all' ? eq(auditLog.action, action) : ne(auditLog.action, 'security'),
            ),
          )
          .$dynamic()
        // Entries are numbered in the order in which they were written.
        const page = await listPage(db, select, input, { sort: { createdAt: auditLog.id }, tie: auditLog.id })
        return {
          ...page,
          rows: page.rows.map(row => ({ ...row, action: row.action === 'insert' ? 'create' : row.action })),
        }
      }),
    {
      Entry: row => row.id,
      Timestamp: row => row.createdAt,
      Action: row => row.action,
      Table: row => row.tableName,
      Row: row => row.rowId,
      'User ID': row => row.actorId,
      Person: row => row.actorName,
      About: row => row.subject?.name ?? null,
      IP: row => row.ipAddress,
      Before: row => (row.before ? JSON.stringify(row.before) : null),
      After: row => (row.after ? JSON.stringify(row.after) : null),
    },
  ),

  /** Follows the chain of the audit log from its first row. `firstBad` is the first one that does not hold. */
  verifyAudit: forAdmin
    .route({ method: 'GET', summary: 'Check the audit log' })
    .handler(async ({ context: { db } }) => {
      const { rows } = await db.execute<{ bad: string | null; kept: number }>(
        sql`select audit_first_bad() as bad, (select count(*)::int from audit_log) as kept`,
      )
      return { firstBad: rows[0]!.bad === null ? null : Number(rows[0]!.bad), rows: rows[0]!.kept }
    }),

  /** How the house is secured: information only (OPS-21, OPS-22, decision 4). */
  security: forAdmin
    .route({ method: 'GET', summary: 'Security settings' })
    .handler(async ({ context: { fact, runtime } }) => {
      const settings = await fact(settingsFact)
      const admins = await runtime.peopleWith(['admin'])
      const without = admins.filter(({ twoFactorEnabled }) => !twoFactorEnabled).length
      return {
        twoFactor: { isRequired: settings.twoFactorRequiredForAdmins, admins: admins.length, without },
        auditMonths: settings.auditMonths,
        rateLimits: runtime.rateLimits,
        openPages: routeAccess
          .filter(route => decide(route, null, settings.pagesOpenToVisitors) === 'open')
          .map(({ path, audience }) => ({ path, isBySetting: audience !== 'visitor' })),
      }
    }),

  /** Everything about the person asking, as JSON to keep (OPS-26, decision 47). Audited. BUSY (429) for many at once. */
  exportOwn: forAccount
    .meta({ fresh: true })
    .route({ summary: 'Export own data' })
    .handler(({ context }) => exported(context, context.actor.userId)),

  /** The same for anybody, by an admin (OPS-24, OPS-25). Audited. */
  exportPerson: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Export the data of a person' })
    .input(exportInput)
    .handler(({ input, context }) => exported(context, input.userId)),

  /** The person's latest wish to be erased, or null. */
  myErasure: forAccount
    .route({ method: 'GET', summary: 'Own request for erasure' })
    .handler(async ({ context: { actor, db } }) => {
      const { id, status, note, createdAt } = erasureRequests
      const [row] = await db
        .select({ id, status, note, createdAt })
        .from(erasureRequests)
        .where(eq(erasureRequests.userId, actor.userId))
        .orderBy(desc(createdAt))
        .limit(1)
      return row ?? null
    }),

  /** Asks to be erased (decision 47). ERASURE_REQUESTED while a request is open. */
  requestErasure: forAccount
    .meta({ fresh: true })
    .route({ summary: 'Ask for erasure' })
    .input(erasureWish)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const [row] = await tx
          .insert(erasureRequests)
          .values({ userId: actor.userId, reason: input.reason, createdAt: tx.now })
          .returning({ id: erasureRequests.id })
        await tx.announce({ to: { role: 'admin' }, kind: 'erasure.requested' })
        return { id: row!.id }
      }),
    ),

  /** Takes one's own open request back. */
  withdrawErasure: forAccount
    .route({ summary: 'Withdraw a request for erasure' })
    .handler(({ context: { actor, write } }) =>
      write(async tx => {
        const [row] = await tx
          .update(erasureRequests)
          .set({ status: 'withdrawn', decidedAt: tx.now, decidedBy: actor.userId })
          .where(and(eq(erasureRequests.userId, actor.userId), eq(erasureRequests.status, 'pending')))
          .returning({ id: erasureRequests.id })
        if (!row) throw notFound()
        return row
      }),
    ),

  /** Requests for erasure, oldest first, each with what stands in its way. */
  erasureRequests: forAdmin
    .route({ method: 'GET', summary: 'Requests for erasure' })
    .input(erasureList)
    .handler(async ({ input, context: { actor, db, now, runtime } }) => {
      const { id, userId, reason, status, note, createdAt, decidedAt } = erasureRequests
      const select = db
        .select({ id, userId, name: user.name, reason, status, note, createdAt, decidedAt })
        .from(erasureRequests)
        .innerJoin(user, eq(user.id, userId))
        .where(input.status && eq(status, input.status))
        .$dynamic()
      const { rows, ...page } = await listPage(db, select, input, { sort: { createdAt }, tie: id })
      const open = rows.filter(row => row.status === 'pending').map(row => row.userId)
      const blocks = await erasureBlocks(db, runtime.dataMap, open, now)
      const judged = rows.map(row => {
        const isOpen = row.status === 'pending'
        const problem = whyNot.erase(actor, { userId: row.userId, blockedBy: blocks.get(row.userId) ?? null })
        return {
          ...row,
          blockedBy: isOpen && problem ? problem.message : null,
          can: { erase: isOpen && problem === null, decline: isOpen },
        }
      })
      return { ...page, rows: judged }
    }),

  /** Does what a request asks: the person leaves every table, for good. ERASURE_BLOCKED while something is under way. */
  erase: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Erase a person' })
    .input(erasureInput)
    .handler(({ input, context: { actor, runtime, write } }) =>
      write(async tx => {
        const [request] = await tx
          .update(erasureRequests)
          .set({ status: 'done', decidedAt: tx.now, decidedBy: actor.userId })
          .where(and(eq(erasureRequests.id, input.id), eq(erasureRequests.status, 'pending')))
          .returning({ userId: erasureRequests.userId })
        if (!request) throw notFound()
        const [person] = await tx.select(getTableColumns(user)).from(user).where(eq(user.id, request.userId))
        await erasePerson(tx, runtime.dataMap, request.userId)
        // About nobody in our records; the address travels with the job and is forgotten once the mail has gone.
        await tx.mail(erasureDoneMail, { address: person!.email }, {})
        await tx.announce({ to: { role: 'admin' }, kind: 'person.erased' })
        return { userId: request.userId }
      }),
    ),

  /** Declines a request with a reason, which the person gets by mail. */
  declineErasure: forAdmin
    .route({ summary: 'Decline an erasure' })
    .input(declineInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const [request] = await tx
          .update(erasureRequests)
          .set({ status: 'declined', note: input.note, decidedAt: tx.now, decidedBy: actor.userId })
          .where(and(eq(erasureRequests.id, input.id), eq(erasureRequests.status, 'pending')))
          .returning({ userId: erasureRequests.userId })
        if (!request) throw notFound()
        const [person] = await tx
          .select({ email: user.email, firstName: user.firstName })
          .from(user)
          .where(eq(user.id, request.userId))
        await tx.mail(
          erasureDeclinedMail,
          { address: person!.email, userId: request.userId, relatesTo: `erasure_requests/${input.id}` },
          { firstName: person!.firstName, reason: input.note },
        )
        return { userId: request.userId }
      }),
    ),
}

interface Exporting {
  actor: Actor
  db: Db
  now: Date
  runtime: Runtime
  write(work: (tx: Tx) => Promise<void>): Promise<void>
}

const exported = ({ actor, db, now, runtime, write }: Exporting, userId: string) =>
  heavy('export', actor.userId, async () => {
    await write(tx => noteExport(tx, userId))
    return exportPerson(db, runtime.dataMap, userId, now)
  })

const auditColumns = {
  id: auditLog.id,
  createdAt: auditLog.createdAt,
  action: auditLog.action,
  tableName: auditLog.tableName,
  rowId: auditLog.rowId,
  actorId: auditLog.actorId,
  actorName: user.name,
  ipAddress: auditLog.ipAddress,
  before: auditLog.before,
  after: auditLog.after,
  subject: subjectOf,
}
