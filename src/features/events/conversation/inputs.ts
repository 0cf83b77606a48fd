import { z } from 'zod'
import { neededText } from '#platform/inputs.ts'

/** Who a message about an event is for: those who decide on it, its host, or those who come. */
export const addressees = ['house', 'host', 'guests'] as const
export type Addressee = (typeof addressees)[number]

export const longestMessage = 2_000
const body = neededText('Write a message', longestMessage)

/** A message about an event. */
export const messageInput = z.strictObject({ id: z.uuid(), body })

/** A message to those who come; `seen` is to how many it was said to go. */
export const guestMessage = messageInput.extend({ seen: z.int().min(0) })
