import { forAdmin } from '#platform/rpc/procedures.ts'
import { rotateInput } from './inputs.ts'
import { rotateKeys } from './model.ts'

export const passes = {
  /**
   * Lets another key sign passes from now on; the public half reaches scanners with their next list. Of a key that leaked
   * no code counts any more, those on people's screens neither: they open their ticket again.
   */
  rotateKeys: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Change the key of the passes' })
    .input(rotateInput)
    .handler(({ input, context: { write, runtime } }) =>
      write(async tx => ({ keyId: await rotateKeys(tx, runtime.env, tx.now, input?.isLeaked ?? false) })),
    ),
}
