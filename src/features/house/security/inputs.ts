import { z } from 'zod'
import { listInput } from '#platform/list.ts'
import { securityKinds } from '#platform/security/kinds.ts'

/** `q` is part of a name, of the id of whoever did it, of an address of the network or of what it was about. */
export const eventList = listInput(['createdAt'], '-createdAt', { kind: z.enum(securityKinds) }, { pageSize: 50 })

/** What admins are mailed about. */
export const alarmRules = ['lockedAgain', 'manyAccounts', 'wrongSignatures', 'chainBroken', 'adminMade'] as const
export type AlarmRule = (typeof alarmRules)[number]
