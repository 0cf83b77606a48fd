import { ORPCError, os } from '@orpc/server'
import { type Actor, type Audience, admit, isStaffAudience } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { refusal, translateFailure } from '#platform/errors.ts'
import { once } from '#platform/idempotency.ts'
import { type Limit, takePoint } from '#platform/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import { type Tx, transact } from '#platform/work.ts'

export interface RequestInfo {
  id: string
  ipAddress: string
  userAgent: string | null
  /** Key of a write that may be repeated safely; from the header `idempotency-key`. */
  idempotencyKey: string | null
}

/** What a procedure starts from: the server, the request, and a way to find out who is asking. */
export interface RequestContext {
  runtime: Runtime
  request: RequestInfo
  findActor(): Promise<Actor | null>
}

interface Meta {
  audience?: Audience
  /** Calls allowed per address (or per person once signed in). */
  limit?: Limit
}

/** What a procedure works with once its audience was checked. */
interface Granted<A> {
  runtime: Runtime
  request: RequestInfo
  db: Db
  now: Date
  actor: A
  /**
   * One transaction in the name of the person asking. With an idempotency key, a repetition of the whole call gets
   * the stored answer; what it returns must therefore be plain JSON. Call it at most once per procedure.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

const base = os.$context<RequestContext>().$meta<Meta>({})

function procedureFor<A>(audience: Audience) {
  return base.meta({ audience }).use(async ({ context, next, path, procedure }, input) => {
    const { runtime, request } = context
    try {
      const actor = await context.findActor()
      admit(actor, audience)
      const { limit } = procedure['~orpc'].meta
      if (limit) await takePoint(runtime.db, `${path.join('.')}:${actor?.userId ?? request.ipAddress}`, limit)
      const now = runtime.clock.now()
      const cause = {
        actorId: actor?.userId ?? null,
        isAudited: isStaffAudience(audience),
        ipAddress: request.ipAddress,
        requestId: request.id,
        now,
      }
      const { idempotencyKey: key } = request
      const scope = actor?.userId ?? 'visitor'
      const granted: Granted<A> = {
        runtime,
        request,
        db: runtime.db,
        now,
        actor: actor as A,
        write: work =>
          transact(runtime, cause, tx =>
            key ? once(tx, { scope, key, procedure: path.join('.'), input }, () => work(tx)) : work(tx),
          ),
      }
      return await next({ context: granted })
    } catch (error) {
      throw presentable(error, context, path.join('.'))
    }
  })
}

// Every procedure starts from one of these; there is no other way to make one (rule 2).
export const visitor = procedureFor<Actor | null>('visitor')
export const account = procedureFor<Actor>('account')
export const signedIn = procedureFor<Actor>('signedIn')
export const member = procedureFor<Actor>('member')
export const paidMember = procedureFor<Actor>('paidMember')
export const committee = procedureFor<Actor>('committee')
export const staff = procedureFor<Actor>('staff')
export const door = procedureFor<Actor>('door')
export const admin = procedureFor<Actor>('admin')

/** Expected failures pass as they are; a wrong input says what is wrong first; anything else is logged and masked. */
function presentable(
  error: unknown,
  { runtime, request }: RequestContext,
  procedure: string,
): ORPCError<string, unknown> {
  const translated = translateFailure(error, runtime.refusals)
  if (translated instanceof ORPCError) {
    if (translated.status < 500 || translated.code === 'BUSY') return invalidInput(translated) ?? translated
  }
  runtime.log.error({ err: error, requestId: request.id, procedure }, 'unexpected failure')
  return refusal('INTERNAL_SERVER_ERROR', 'Something went wrong. Please try again.', {
    status: 500,
    requestId: request.id,
  })
}

function invalidInput(error: ORPCError<string, unknown>): ORPCError<string, unknown> | null {
  const issues = (
    error.data as { issues?: { message: string; path?: (PropertyKey | { key: PropertyKey })[] }[] } | undefined
  )?.issues
  if (error.code !== 'BAD_REQUEST' || !issues) return null
  const list = issues.slice(0, 50).map(({ message, path = [] }) => ({
    message,
    field: path.map(part => String(typeof part === 'object' ? part.key : part)).join('.'),
  }))
  const [first] = list
  return refusal('INVALID_INPUT', first?.message ?? 'Invalid input', {
    status: 400,
    title: 'Invalid input',
    field: first?.field ?? '',
    issues: list,
  })
}
