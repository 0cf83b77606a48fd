import { z } from 'zod'
import { emailLine, neededLine, optionalPhone } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'

export const waitingStatuses = ['pending', 'contacted', 'approved', 'rejected'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]

export const messages = {
  inLine: 'This application was approved: the person keeps their place in line.',
  hasApplied: 'This person has applied for membership. Decide on their application instead.',
} as const

/** What a visitor leaves to hear of a free place (JOIN-41). */
export const joinInput = z.strictObject({
  firstName: neededLine('First name is required'),
  lastName: neededLine('Last name is required'),
  email: emailLine('Invalid email'),
  phoneNumber: optionalPhone().default(''),
})

/** `heard`: whether the house has written to them. */
export const entryList = listInput(['createdAt'], '-createdAt', {
  status: z.enum(waitingStatuses),
  heard: z.enum(['no']),
})

export const statusInput = z.strictObject({ id: z.uuid(), status: z.enum(waitingStatuses) })
export const entryRef = z.strictObject({ id: z.uuid() })
