import { systemCause, transact } from '#platform/db/transaction.ts'
import type { Mount } from '#platform/http/gate.ts'
import { readUnsubscribeToken } from '#platform/mail/unsubscribe.ts'
import type { Runtime } from '#platform/runtime.ts'
import { leave } from './model.ts'
import { whyNot } from './rules.ts'

/**
 * POST /unsubscribe/TOKEN: what a mail program sends when somebody presses its own "unsubscribe" (RFC 8058), without a
 * session and without asking again. Looking at the address, as scanners of mail do, ends nothing. 404 for a token that is not ours, 410 for one that has ended.
 */
export function oneClickUnsubscribe(runtime: Runtime): Mount {
  return {
    path: '/unsubscribe/:token',
    methods: ['POST'],
    ways: ['signature'],
    bodyBytes: 1_024,
    cost: 'usual',
    isPersonal: true,
    async serve(c) {
      const whom = readUnsubscribeToken(runtime.env, c.req.param('token') ?? '')
      if (!whom) return c.json({ code: 'NOT_FOUND', message: 'This link is not complete.' }, 404)
      const ended = whyNot.leave(whom, runtime.clock.now())
      if (ended) return c.json({ code: ended.code, message: ended.message }, 410)
      const from = { ipAddress: c.get('ipAddress'), requestId: c.get('requestId') }
      const cause = systemCause(runtime.clock.now(), { isAudited: false, ...from })
      await transact(runtime, cause, tx => leave(tx, whom))
      return c.text('You get no more of these emails.')
    },
  }
}
