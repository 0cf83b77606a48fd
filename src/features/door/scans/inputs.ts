import { z } from 'zod'
import { isStorable, unstorable } from '#platform/inputs.ts'

export const outcomes = ['admitted', 'refused'] as const

/** Which kind of pass is asked for here: a name in src/passes.ts. */
const kind = z.string().max(32)

// Not strict: a scan that waited on a device while the server was renewed has to arrive.
const scan = {
  kind,
  /** Made by the device: the same scan sent again is the same scan. */
  scanId: z.uuid(),
  deviceId: z.string().max(64).refine(isStorable, unstorable).default(''),
  /** When the device saw it, by the server's clock as the device knows it. Only used for scans made offline. */
  scannedAt: z.iso.datetime(),
  /** True when the device decided without a connection: what happened is then a fact that is only recorded. */
  isOffline: z.boolean().default(false),
}

export const admitInput = z.object({
  ...scan,
  // Longer than any code of ours: what else a camera may read is answered in words, not by a refused request.
  code: z.string().max(4_000).refine(isStorable, unstorable).default(''),
  /** Found by name, instead of a code: the door looked at the person. */
  /** Put into the field by a hand or its reader, and not seen by the camera. */
  isByHand: z.boolean().default(false),
  picked: z.object({ passId: z.uuid().nullable(), personId: z.string().max(64).nullable() }).optional(),
  /** For offline scans: whether the device let the person in. */
  wasAdmitted: z.boolean().default(true),
  /** For offline scans: the device could not tell whether it was good. */
  isUnchecked: z.boolean().default(false),
})
export type AdmitInput = z.output<typeof admitInput>

export const guestInput = z.object({
  ...scan,
  name: z.string().trim().max(100, 'Keep it under 100 characters').refine(isStorable, unstorable).default(''),
})
export type GuestInput = z.output<typeof guestInput>

/** Which entry is taken back: the id of its scan. */
export const takeBackInput = z.object({
  kind,
  scanId: z.uuid(),
  /** When the device took it back, by the server's clock as the device knows it. Only used for what happened offline. */
  takenBackAt: z.iso.datetime(),
  isOffline: z.boolean().default(false),
})
export type TakeBackInput = z.output<typeof takeBackInput>

export const doorListInput = z.strictObject({ kind })

/** The latest scans of all devices but this one. */
export const recentInput = z.strictObject({ kind, deviceId: z.string().max(64).default('') })

export const nameSearch = z.strictObject({
  kind,
  q: z.string().trim().min(2, 'Type two letters or more').max(100).refine(isStorable, unstorable),
})
