import type { rpc } from '#web/client.ts'

/** What the market's procedures answer. */
export type RouterOutputs = {
  [Name in keyof (typeof rpc)['market']]: Awaited<ReturnType<(typeof rpc)['market'][Name]>>
}
