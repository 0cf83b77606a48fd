import { stallInput } from '#features/market/stalls/inputs.ts'

/** The stall to wait for: on a day, of a kind and a size. */
export const waitInput = stallInput.pick({ marketDate: true, stallType: true, stallSize: true }).strict()
