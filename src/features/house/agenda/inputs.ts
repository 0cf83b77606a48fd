import { z } from 'zod'

/** The number of a feed and its signature, as `addressOf` in model.ts makes them. */
export const feedInput = z.object({ feed: z.string().max(100) })
