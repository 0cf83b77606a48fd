import { and, count, desc, eq, getTableColumns, ilike, like, or, type SQL, sql } from 'drizzle-orm'
import { decide, routeAccess } from '#access.ts'
import { readSettings } from '#features/venue/model.ts'
import { containing } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { account, admin } from '#platform/rpc.ts'
import { auditLog, user } from '#platform/tables.ts'
import { auditQuery, declineInput, erasureInput, erasureQuery, erasureWish, exportInput } from './inputs.ts'
import { erasureDeclinedMail, erasureDoneMail } from './mail.tsx'
import { erasePerson, exportPerson, whyNotErasable } from './model.ts'
import { rateLimits } from './rules.ts'
import { erasureRequests } from './table.ts'

export const privacy = {
  /** The audit log, newest first, 100 at a time (OPS-15…19); searched by table or by the id of whoever did it. */
  auditLog: admin
    .route({ method: 'GET', summary: 'The audit log' })
    .input(auditQuery)
    .handler(async ({ input: { page, pageSize, q, action }, context: { db } }) => {
      const where = and(
        q
          ? or(ilike(auditLog.tableName, containing(q)), like(auditLog.actorId, containing(q.toLowerCase())))
          : undefined,
        action === 'all' ? undefined : eq(auditLog.action, action === 'create' ? 'insert' : action),
      )
      const rows = await db
        .select(auditColumns)
        .from(auditLog)
        .leftJoin(user, eq(user.id, auditLog.actorId))
        .where(where)
        .orderBy(desc(auditLog.id))
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const [all] = await db.select({ total: count() }).from(auditLog).where(where)
      return {
        rows: rows.map(row => ({ ...row, action: row.action === 'insert' ? 'create' : row.action })),
        total: all!.total,
      }
    }),

  /** Follows the chain of the audit log from its first row. `firstBad` is the first one that does not hold. */
  verifyAudit: admin.route({ method: 'GET', summary: 'Check the audit log' }).handler(async ({ context: { db } }) => {
    const { rows } = await db.execute<{ bad: string | null; kept: number }>(
      sql`select audit_first_bad() as bad, (select count(*)::int from audit_log) as kept`,
    )
    return { firstBad: rows[0]!.bad === null ? null : Number(rows[0]!.bad), rows: rows[0]!.kept }
  }),

  /** How the house is secured: information only (OPS-21, OPS-22, decision 4). */
  security: admin.route({ method: 'GET', summary: 'Security settings' }).handler(async ({ context: { db } }) => {
    const settings = await readSettings(db)
    const { rows } = await db.execute<{ admins: number; without: number }>(sql`
        select count(*)::int as admins, count(*) filter (where not u.two_factor_enabled)::int as without
        from user_roles r join "user" u on u.id = r.user_id where r.role = 'admin'`)
    return {
      twoFactor: { isRequired: settings.twoFactorRequiredForAdmins, ...rows[0]! },
      auditMonths: settings.auditMonths,
      rateLimits,
      openPages: routeAccess
        .filter(route => decide(route, null, settings.pagesOpenToVisitors) === 'open')
        .map(({ path, audience }) => ({ path, isBySetting: audience !== 'visitor' })),
    }
  }),

  /** Everything about the person asking, as JSON to keep (OPS-26, decision 47). Audited. */
  exportOwn: account
    .route({ summary: 'Export own data' })
    .handler(({ context: { actor, write } }) => write(tx => exportPerson(tx, actor.userId))),

  /** The same for anybody, by an admin (OPS-24, OPS-25). Audited. */
  exportPerson: admin
    .route({ summary: 'Export the data of a person' })
    .input(exportInput)
    .handler(({ input, context: { write } }) => write(tx => exportPerson(tx, input.userId))),

  /** The person's latest wish to be erased, or null. */
  myErasure: account
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
  requestErasure: account
    .route({ summary: 'Ask for erasure' })
    .input(erasureWish)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const [row] = await tx
          .insert(erasureRequests)
          .values({ userId: actor.userId, reason: input.reason, createdAt: tx.now })
          .returning({ id: erasureRequests.id })
        await tx.announce({ to: { role: 'admin' }, kind: 'erasure.requested', refresh: ['privacy'] })
        return { id: row!.id }
      }),
    ),

  /** Takes one's own open request back. */
  withdrawErasure: account
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
  erasureRequests: admin
    .route({ method: 'GET', summary: 'Requests for erasure' })
    .input(erasureQuery)
    .handler(async ({ input: { page, pageSize, status }, context: { actor, db } }) => {
      const where: SQL | undefined = status && eq(erasureRequests.status, status)
      const { id, userId, reason, note, createdAt, decidedAt } = erasureRequests
      const rows = await db
        .select({
          id,
          userId,
          name: user.name,
          reason,
          status: erasureRequests.status,
          note,
          createdAt,
          decidedAt,
        })
        .from(erasureRequests)
        .innerJoin(user, eq(user.id, userId))
        .where(where)
        .orderBy(createdAt)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
      const [all] = await db.select({ total: count() }).from(erasureRequests).where(where)
      const judged = []
      for (const row of rows) {
        const blockedBy = row.status === 'pending' ? await whyNotErasable(db, row.userId, actor.userId) : null
        judged.push({
          ...row,
          blockedBy,
          can: { erase: row.status === 'pending' && !blockedBy, decline: row.status === 'pending' },
        })
      }
      return { rows: judged, total: all!.total }
    }),

  /** Does what a request asks: the person leaves every table, for good. ERASURE_BLOCKED while something is under way. */
  erase: admin
    .route({ summary: 'Erase a person' })
    .input(erasureInput)
    .handler(({ input, context: { actor, write } }) =>
      write(async tx => {
        const [request] = await tx
          .update(erasureRequests)
          .set({ status: 'done', decidedAt: tx.now, decidedBy: actor.userId })
          .where(and(eq(erasureRequests.id, input.id), eq(erasureRequests.status, 'pending')))
          .returning({ userId: erasureRequests.userId })
        if (!request) throw notFound()
        const [person] = await tx.select(getTableColumns(user)).from(user).where(eq(user.id, request.userId))
        await erasePerson(tx, request.userId)
        // About nobody in our records; the address travels with the job and is forgotten once the mail has gone.
        await tx.mail(erasureDoneMail, { address: person!.email }, {})
        await tx.announce({ to: { role: 'admin' }, kind: 'person.erased', refresh: ['privacy', 'members'] })
        return { userId: request.userId }
      }),
    ),

  /** Declines a request with a reason, which the person gets by mail. */
  declineErasure: admin
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
}

/** A pattern that finds `text` itself anywhere; its own `%` and `_` are letters. */
