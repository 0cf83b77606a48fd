import { ORPCError, os } from '@orpc/server'
import { type Actor, type Audience, isStaffAudience, whyNotIn } from '#platform/auth/actor.ts'
import { type Caller, type CameBy, whyNotWrite } from '#platform/auth/authenticate.ts'
import { whyNotFresh } from '#platform/auth/freshness.ts'
import type { ReadFact } from '#platform/db/facts.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Tx, transact } from '#platform/db/transaction.ts'
import { halfCharacterAt, isTooDeep } from '#platform/http/body.ts'
import type { Runtime } from '#platform/runtime.ts'
import '#platform/input-words.ts'
import { noteRefusal } from '#platform/security/refusals.ts'
import { demand, refusal, translateFailure, unstorableText } from './errors.ts'
import { answered, type IdempotentCall, once } from './idempotency.ts'
import { limitedAs, takePoint, takeUsualPoint, usualLimit } from './limits.ts'
import { isRead, type Terms } from './terms.ts'

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
  /** Who is asking, and by what they came in; asked once for a request. Null for a visitor. */
  identify(): Promise<Caller | null>
  /** Writes on the answer when to come again. */
  comeAgainIn?(seconds: number): void
  /** Set while several calls are one reading, as an export is: what they read from, and whether this is not the first. */
  reading?: { db: Db; isContinued: boolean }
}

/** What a procedure works with once its audience was checked. */
interface Granted<A> {
  runtime: Runtime
  request: RequestInfo
  db: Db
  now: Date
  actor: A
  /** The session or key that the call came by. */
  by: CameBy | null
  /** A fact of the house as it is, most often without a statement; for what is only shown. */
  fact: ReadFact
  /**
   * One transaction in the name of the person asking. With an idempotency key, a repetition of the whole call gets
   * the stored answer, also where it would be refused by now before it comes to the write; what it returns must therefore be
   * plain JSON. Call it at most once per procedure.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

function procedureFor<A>(audience: Audience) {
  const base = os.$context<RequestContext>().$meta<Partial<Terms>>({ audience })
  return base.use(async ({ context, next, path, procedure }, input) => {
    const { runtime, request } = context
    let actor: Actor | null = null
    let call: IdempotentCall | null = null
    try {
      if (isTooDeep(input)) throw refusal('INVALID_INPUT', 'This request cannot be read.', { status: 400 })
      const unstorable = halfCharacterAt(input)
      if (unstorable) throw unstorableText(unstorable.join('.'))
      const caller = await context.identify()
      actor = caller?.actor ?? null
      demand(whyNotIn(actor, audience))
      const by = caller?.by ?? null
      if (!isRead(procedure)) demand(whyNotWrite(by))
      const { limit, spends, fresh } = procedure['~orpc'].meta
      if (fresh) demand(whyNotFresh(by))
      const counted = `${path.join('.')}:${limitedAs(actor, request.ipAddress)}`
      if (!context.reading?.isContinued)
        await (limit
          ? takePoint(runtime.db, counted, limit)
          : takeUsualPoint(runtime.db, counted, usualLimit(runtime.env, isRead(procedure))))
      const now = runtime.clock.now()
      const cause = {
        actorId: actor?.userId ?? null,
        isAudited: isStaffAudience(audience),
        ipAddress: request.ipAddress,
        requestId: request.id,
        now,
      }
      const { idempotencyKey: key } = request
      if (spends && !key) throw refusal('IDEMPOTENCY_KEY_REQUIRED', keyRequired, { status: 400 })
      const mine = key === null ? null : { scope: actor?.userId ?? 'visitor', key, procedure: path.join('.'), input }
      call = mine
      const doWrite = async <T>(work: (tx: Tx) => Promise<T>, locksActor: boolean) => {
        const answer = await transact(runtime, { ...cause, locksActor }, tx =>
          mine ? once(tx, mine, () => work(tx)) : work(tx),
        )
        // What fails after it, such as opening a payment page, is no repetition's refusal.
        call = null
        return answer
      }
      const granted: Granted<A> = {
        runtime,
        request,
        db: context.reading?.db ?? runtime.db,
        now,
        actor: actor as A,
        by,
        fact: runtime.facts.get,
        write: work =>
          spends && actor
            ? runtime.oneAtATime(actor.userId, isLocked => doWrite(work, isLocked))
            : doWrite(work, false),
      }
      return await next({ context: granted })
    } catch (error) {
      const done = call && (await answered(runtime.db, call).catch(() => null))
      // Nothing comes after it that would want to know who asks.
      if (done) return { output: done.answer, context: {} as Granted<A> }
      const shown = presentable(error, context, path.join('.'))
      noteRefusal(runtime.securityEvents, shown, {
        personId: actor?.userId ?? null,
        ipAddress: request.ipAddress,
        requestId: request.id,
        detail: path.join('.'),
      })
      const { retryAfterSeconds } = (shown.data ?? {}) as { retryAfterSeconds?: unknown }
      if (typeof retryAfterSeconds === 'number') context.comeAgainIn?.(retryAfterSeconds)
      throw shown
    }
  })
}

const keyRequired = 'Send an Idempotency-Key with this request, so that a repetition of it is done once.'

// Every procedure starts from one of these; there is no other way to make one (rule 2).
export const forVisitor = procedureFor<Actor | null>('visitor')
export const forAccount = procedureFor<Actor>('account')
export const forSignedIn = procedureFor<Actor>('signedIn')
export const forMember = procedureFor<Actor>('member')
export const forPaidMember = procedureFor<Actor>('paidMember')
export const forCommittee = procedureFor<Actor>('committee')
export const forStaff = procedureFor<Actor>('staff')
export const forDoor = procedureFor<Actor>('door')
export const forAdmin = procedureFor<Actor>('admin')

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
