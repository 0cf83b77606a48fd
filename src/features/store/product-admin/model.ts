import { whyNotIn } from '#platform/auth/actor.ts'
import type { FilePurpose } from '#platform/files/files.ts'
import { pictureUpload } from './inputs.ts'

/** Pictures of products (PRD-10): made JPEGs in the browser, put there by admins alone, seen by everybody, fetched by the storefront. */
export const productImages: FilePurpose = {
  name: 'product-images',
  accepts: ['jpeg'],
  maxBytes: pictureUpload.maxBytes,
  isPrivate: false,
  isNamedHere: true,
  keptForSeconds: 3_600,
  mayUpload: actor => actor !== null && whyNotIn(actor, 'admin') === null,
  mayRead: async () => true,
}
