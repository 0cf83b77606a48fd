import { z } from 'zod'

/** Base64url of so many bytes. */
const bytes = (length: number) =>
  z
    .string()
    .refine(text => /^[\w-]+={0,2}$/.test(text) && Math.floor((text.replace(/=+$/, '').length * 3) / 4) === length)

/** What a browser says of its subscription (`PushSubscription.toJSON()`). */
export const subscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

export const deviceRef = z.strictObject({ id: z.uuid() })
