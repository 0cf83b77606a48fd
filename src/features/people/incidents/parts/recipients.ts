import type { Incident } from './incident-panel.tsx'

/** Somebody whom a report is about, and how it reaches them: an account, or an address alone. */
export interface Recipient {
  userId?: string
  name: string
  email: string
  part: string
  hasIt: boolean
  isPreselected: boolean
}

type Of = Pick<Incident, 'peopleInvolved' | 'witnesses' | 'namesakes' | 'emailSentTo'>

/**
 * Those of a report whom it can reach, involved before witnesses, once to each address: by the address that was recorded, or as
 * members of that name. Chosen from the first is who was involved and has not had it; of several members of one name, nobody.
 */
export function recipientsOf({ peopleInvolved, witnesses, namesakes, emailSentTo }: Of): Recipient[] {
  const sentTo = new Set(emailSentTo.map(({ email }) => keyOf(email)))
  const found = new Map<string, Recipient>()
  const add = (one: Omit<Recipient, 'hasIt'>) => {
    const key = keyOf(one.email)
    const hasIt = sentTo.has(key)
    if (!found.has(key)) found.set(key, { ...one, hasIt, isPreselected: one.isPreselected && !hasIt })
  }
  const addAll = (people: readonly { name: string; email: string; part: string }[], isInvolved: boolean) => {
    for (const { name, email, part } of people) {
      if (email) {
        add({ name, email, part, isPreselected: isInvolved })
        continue
      }
      const members = namesakes.filter(member => keyOf(member.name) === keyOf(name))
      for (const member of members) add({ ...member, part, isPreselected: isInvolved && members.length === 1 })
    }
  }
  addAll(
    peopleInvolved.map(({ role, ...person }) => ({ ...person, part: role || 'Involved' })),
    true,
  )
  addAll(
    witnesses.map(person => ({ ...person, part: 'Witness' })),
    false,
  )
  return [...found.values()]
}

const keyOf = (text: string) => text.trim().toLowerCase()
