import { ORPCError } from '@orpc/server'
import { payStallsBack } from '#features/market/days/model.ts'
import { cancelStall } from '#features/market/stall-changes/model.ts'
import { endLine } from '#features/market/stall-waiting/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { giveDifferenceOf, giveDifferences, liveStallsOn, stallsOfProof } from './model.ts'

/** A cancelled market: who waits for a stall is told, and each stall told and paid back, one after another; done twice it does nothing more. */
const payBack = defineJob({
  ...payStallsBack,
  retries: 10,
  async run({ on, cancelledAt }, { runtime: { db }, write }) {
    await write(tx => endLine(tx, on, new Date(cancelledAt)))
    for (const { id } of await liveStallsOn(db, on, new Date(cancelledAt)))
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

export const jobs: AnyJob[] = [payBack, differences]
