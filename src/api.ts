import { members } from '#features/members/api.ts'
import { payments } from '#features/payments/api.ts'
import { venue } from '#features/venue/api.ts'

/** Everything that can be asked of the server, one line per feature. */
export const router = { members, payments, venue }

export type Router = typeof router
