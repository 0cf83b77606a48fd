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
 * mean no. Dangerous deeds start with the focus on the way out. Focus stays inside and goes back to where it was. Fails
 * where what draws it cannot be fetched, as what it asks about would; what `worksOffline` is asked in the browser's own way.
 */
export async function confirm(question: Question, worksOffline = false): Promise<boolean> {
  const [drawn] = await Promise.all([load(), questions.need()]).catch(() => [])
  if (drawn) return drawn.ask(question)
  if (!worksOffline) throw new TypeError('Failed to fetch the question')
  return window.confirm(typeof question.body === 'string' ? `${question.title}\n\n${question.body}` : question.title)
}
