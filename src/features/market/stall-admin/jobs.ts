import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { payStallsBack } from '#features/market/days/model.ts'
import { messages as paperMessages } from '#features/market/papers/inputs.ts'
import { cancelStall } from '#features/market/stall-changes/model.ts'
import { endLine } from '#features/market/stall-waiting/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import {
  decidePaper,
  forgottenPapers,
  giveDifferenceOf,
  giveDifferences,
  liveStallsOn,
  stallsOfProof,
} from './model.ts'

/** A cancelled market: who waits for a stall is told, and each stall told and paid back, one after another; done twice it does nothing more. */
const payBack = defineJob({
  ...payStallsBack,
  retries: 10,
  async run({ dayId, cancelledAt }, { runtime: { db }, write }) {
    await write(tx => endLine(tx, dayId, new Date(cancelledAt)))
    for (const { id } of await liveStallsOn(db, dayId, new Date(cancelledAt)))
      await write(tx =>
        cancelStall(tx, id, { userId: null, reason: 'The market on this day does not take place.' }),
      ).catch(error => {
        // Its seller was quicker.
        if (!(error instanceof ORPCError) || error.code !== 'CANNOT_CANCEL') throw error
      })
  },
})

const differences = defineJob({
  ...giveDifferences,
  retries: 10,
  async run({ paperId }, { runtime: { db }, write, now }) {
    for (const stall of await stallsOfProof(db, paperId, now)) await write(tx => giveDifferenceOf(tx, stall, paperId))
  },
})

/** Nothing that identifies people is kept for ever only because nobody looked at it: its owner is told, and its file goes. */
export const forget = defineJob({
  name: 'market.forget-papers',
  payload: z.object({}),
  cron: '40 4 * * *',
  cronPayload: {},
  async run(_, { runtime: { db }, write, now }) {
    for (const { id } of await forgottenPapers(db, now))
      await write(tx => decidePaper(tx, null, { id, verdict: 'refused', reason: paperMessages.neverDecided })).catch(
        error => {
          // An admin was quicker.
          if (!(error instanceof ORPCError) || error.code !== 'DECIDED') throw error
        },
      )
  },
})

export const jobs: AnyJob[] = [payBack, differences, forget]
