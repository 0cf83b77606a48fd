import { and, asc, eq, sql } from 'drizzle-orm'
import { pushSubscriptions, session } from '#platform/db/tables.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { deviceRef, subscriptionInput } from './inputs.ts'
import { houseKeys } from './model.ts'
import { deviceName, isPushService, whyNot } from './rules.ts'

const s = pushSubscriptions

/** More devices than anybody carries: the oldest makes room. */
const mostDevices = 10

/** The devices that somebody is told on, also while no page of the house is open there. */
export const pushCalls = {
  /** The person's devices, and the key that a browser subscribes with. */
  devices: forSignedIn
    .route({ method: 'GET', summary: 'Own devices that messages are pushed to' })
    .handler(async ({ context: { db, actor, runtime } }) => {
      const { id, device, endpoint, createdAt } = s
      const devices = await db
        .select({ id, device, endpoint, createdAt })
        .from(s)
        .where(eq(s.userId, actor.userId))
        .orderBy(asc(createdAt), asc(id))
      return { devices, publicKey: (await houseKeys(runtime)).publicKey }
    }),

  /**
   * This browser is told from now on, until its session ends. Whoever was told there before is not any more. NEEDS_SESSION
   * by key; UNKNOWN_PUSH_SERVICE for an address that is none of a push service.
   */
  subscribe: forSignedIn
    .route({ summary: 'Push messages to this browser' })
    .input(subscriptionInput)
    .handler(({ input: { endpoint, keys }, context: { actor, by, request, runtime, write } }) =>
      write(async tx => {
        const isService = isPushService(endpoint, runtime.env.PUSH_SERVICES)
        const sessionId = by?.kind === 'session' ? by.id : null
        demand(whyNot.subscribe({ isSession: sessionId !== null, isService }))
        const [own] = await tx
          .select({ id: session.id })
          .from(session)
          .where(and(eq(session.id, sessionId!), eq(session.userId, actor.userId)))
        demand(whyNot.subscribe({ isSession: own !== undefined, isService }))
        const device = deviceName(request.userAgent)
        const row = { userId: actor.userId, sessionId: own!.id, ...keys, device, createdAt: tx.now }
        const [made] = await tx
          .insert(s)
          .values({ endpoint, ...row })
          .onConflictDoUpdate({ target: s.endpoint, set: row })
          .returning({ id: s.id })
        await tx.delete(s).where(
          and(
            eq(s.userId, actor.userId),
            sql`${s.id} not in (select d.id from ${s} d where d.user_id = ${actor.userId}
              order by d.created_at desc, d.id limit ${mostDevices})`,
          ),
        )
        return { id: made!.id, device }
      }),
    ),

  /** Nothing is pushed to this device any more. NOT_FOUND for one of somebody else. */
  remove: forSignedIn
    .route({ summary: 'Push no more messages to a device' })
    .input(deviceRef)
    .handler(({ input: { id }, context: { actor, write } }) =>
      write(async tx => {
        const [gone] = await tx
          .delete(s)
          .where(and(eq(s.id, id), eq(s.userId, actor.userId)))
          .returning({ id: s.id })
        if (!gone) throw notFound()
        return { id }
      }),
    ),
}
