import { listInput } from '#platform/list.ts'

/** Own payments, newest first. */
export const ownPayments = listInput(['createdAt'], '-createdAt', {})
