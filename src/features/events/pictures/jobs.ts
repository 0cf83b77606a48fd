import { dropErasedPicture } from '#features/events/events/table.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { dropUnused } from './model.ts'

/** The picture of an application whose host was erased goes; one that an event shows stays with it. */
const dropErased = defineJob({
  ...dropErasedPicture,
  async run({ id }, { write }) {
    await write(tx => dropUnused(tx, id))
  },
})

export const jobs: AnyJob[] = [dropErased]
