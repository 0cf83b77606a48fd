import type { Problem } from '#platform/problem.ts'
import { formatDate } from '#platform/words.ts'
import { messages, type RegistrationStatus } from './inputs.ts'

/** The key of its picture among those of the house: the hall's. */
export const launchPicture = 'event-space'

/** When the launch show is, as far as the house has fixed it, and how one comes to it. */
export const launchLead = (on: string | null): string =>
  `See who works here and what they make. ${on ? `${formatDate(on, { year: true })}.` : 'The day is not fixed yet: it will stand here.'} Register here; places are limited.`

/** Why something may not be done with registrations now; null: it may. */
export const whyNot = {
  /** Whoever decides says on whom (APPL-22). */
  decideAny: (ids: { length: number }): Problem | null =>
    ids.length > 0
      ? null
      : { code: 'NONE_SELECTED', message: messages.noneSelected, title: messages.noneSelectedTitle, status: 400 },

  /** A registration is decided once (APPL-19, APPL-23). */
  decide: ({ status }: { status: RegistrationStatus }): Problem | null =>
    status === 'pending' ? null : { code: 'ALREADY_DECIDED', message: messages.decided },
}
