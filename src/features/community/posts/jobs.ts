import { dropPicture } from '#features/house/images/model.ts'
import { type AnyJob, defineJob } from '#platform/jobs/define.ts'
import { dropErasedPicture } from './table.ts'

/** The picture of a post whose author was erased. */
const dropErased = defineJob({
  ...dropErasedPicture,
  async run({ id }, { write }) {
    await write(tx => dropPicture(tx, id))
  },
})

export const jobs: AnyJob[] = [dropErased]
