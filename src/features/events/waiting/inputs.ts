import { registerInput } from '#features/events/registrations/inputs.ts'

/** `id` is that of the event. */
export const joinInput = registerInput.pick({ id: true, plusOnes: true })
