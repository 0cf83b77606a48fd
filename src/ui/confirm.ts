import type { ReactNode } from 'react'
import { onDemand } from './on-demand.tsx'

export interface Question {
  title: string
  body?: ReactNode
  action: string
  /** the way out, `Keep it as it is` unless told */
  keep?: string
  danger?: boolean
}

const load = () => import('./questions.tsx')

/** Where questions appear: in the shell. */
export const questions = onDemand(async () => (await load()).Questions)

/**
 * Asks before what cannot be undone. Name the thing in the title ("Cancel your booking of the Print Room?") and the deed
 * on the button ("Cancel booking"). Resolves to whether the person said yes; Escape, the cross and the other button
 * mean no. Dangerous deeds start with the focus on the way out. Focus stays inside and goes back to where it was.
 */
export async function confirm(question: Question): Promise<boolean> {
  const [drawn] = await Promise.all([load(), questions.need()]).catch(() => [])
  // Without a connection what draws it may not be there; the browser's own question always is.
  const words = typeof question.body === 'string' ? `${question.title}\n\n${question.body}` : question.title
  return drawn ? drawn.ask(question) : window.confirm(words)
}
