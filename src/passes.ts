import type { PassKind } from './features/door/passes/model.ts'
import { eventPasses } from './features/events/tickets/model.ts'
import { guestPassKind } from './features/guests/passes/model.ts'
import { marketPasses } from './features/market/tickets/model.ts'

/** Every kind of pass that the door lets in, one line per feature. */
export const passKinds: PassKind[] = [marketPasses, guestPassKind, eventPasses]
