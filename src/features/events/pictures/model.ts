import { eq } from 'drizzle-orm'
import { events } from '#features/events/events/table.ts'
import { dropPicture } from '#features/house/images/model.ts'
import { whyNotIn } from '#platform/auth/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { FilePurpose } from '#platform/files/files.ts'
import { pictureUpload } from './inputs.ts'

/** Pictures of events as they were uploaded: members put them there, and nobody but them needs to know where. */
export const eventImages: FilePurpose = {
  name: pictureUpload.purpose,
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: pictureUpload.maxBytes,
  isPrivate: true,
  mayUpload: actor => whyNotIn(actor, 'member') === null,
  mayRead: async (_, actor, file) => file.ownerId === actor.userId,
}

/** A picture that an event showed: it goes unless another date of its series, or a copy, shows it still. After the change. */
export async function dropUnused(tx: Tx, image: string | null): Promise<void> {
  if (image === null) return
  if ((await tx.$count(events, eq(events.image, image))) === 0) await dropPicture(tx, image)
}
