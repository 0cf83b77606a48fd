import { z } from 'zod'

export const messages = {
  confirmTitle: 'Please confirm',
  confirm: 'You must read and accept the Code of Conduct to continue',
  failed: 'Error loading code of conduct',
  outdated: 'A newer version of the code of conduct was published. Please read it first.',
} as const

const line = (max: number) => z.string().trim().min(1, 'Fill this in').max(max, `Use at most ${max} characters`)

/** One part of the code: its number, title and rules (CON-06). */
export const codeSection = z.object({
  number: z.number().int().min(1).max(100),
  title: line(200),
  rules: z.array(line(2_000)).min(1, 'Write at least one rule').max(50),
})
export type CodeSection = z.output<typeof codeSection>

/** A new version of the code; it becomes the active one and everybody is asked again. */
export const codeVersion = z.object({
  title: line(200),
  sections: z.array(codeSection).min(1, 'Write at least one section').max(50),
})

/** The version that was read: accepting another one than the active is refused. */
export const acceptance = z.object({ version: z.number().int().min(1).max(1_000_000) })
