import { z } from 'zod'
import { neededText } from '#platform/inputs.ts'

export const messages = {
  confirmTitle: 'Please confirm',
  confirm: 'You must read and accept the Code of Conduct to continue',
  failed: 'Error loading code of conduct',
  outdated: 'A newer version of the code of conduct was published. Please read it first.',
} as const

/** How the code is accepted, as the server draws it and as the application does (JOIN-35). */
export const acceptance = {
  tick: 'I have read and accept the Code of Conduct',
  button: 'Accept and Continue',
} as const

const filledIn = (max: number) => neededText('Fill this in', max)

/** One part of the code: its number, title and rules (CON-06). */
export const codeSection = z.strictObject({
  number: z.number().int().min(1).max(100),
  title: filledIn(200),
  rules: z.array(filledIn(2_000)).min(1, 'Write at least one rule').max(50),
})
export type CodeSection = z.output<typeof codeSection>

/** A new version of the code; it becomes the active one and everybody is asked again. */
export const versionInput = z.strictObject({
  title: filledIn(200),
  sections: z.array(codeSection).min(1, 'Write at least one section').max(50),
})

/** The version that was read: accepting another one than the active is refused. */
export const acceptInput = z.strictObject({ version: z.number().int().min(1).max(1_000_000) })
