/** How an application stands, in the words of the applicant's own page. */
export type Stage = 'voting' | 'deciding' | 'approved' | 'waiting' | 'rejected'

/**
 * Where an application is: with the committee, with an admin after the vote closed, approved, approved but waiting for a
 * place in the house, or rejected.
 */
export function stageOf(application: {
  status: 'pending' | 'approved' | 'rejected'
  declinedAt: Date | null
  isWaiting: boolean
}): Stage {
  if (application.status === 'rejected') return 'rejected'
  if (application.status === 'approved') return application.isWaiting ? 'waiting' : 'approved'
  return application.declinedAt ? 'deciding' : 'voting'
}

/** From when somebody who was rejected may apply again. */
export function mayReapplyAt(reviewedAt: Date, days: number): Date {
  return new Date(reviewedAt.getTime() + days * 86_400_000)
}

/** When the documents of a decided application are to be gone. */
export function documentsKeptUntil(reviewedAt: Date, days: number): Date {
  return new Date(reviewedAt.getTime() + days * 86_400_000)
}

/** A code as it is stored and looked up: upper case, as referral codes are (decision 18). Null when nothing usable was given. */
export function normalCode(code: string | undefined): string | null {
  const plain = code?.trim().toUpperCase() ?? ''
  return /^[0-9A-Z-]{1,36}$/.test(plain) ? plain.slice(0, 8) : null
}

const maxLinks = 20

/**
 * Links typed as JSON (a list, or an object whose values are links) or separated by commas (JOIN-16). Null when one of
 * them is not an http(s) address.
 */
export function parseLinks(typed: string): string[] | null {
  const parts = fromJson(typed) ?? typed.split(',')
  const links = parts.map(part => part.trim()).filter(Boolean)
  if (links.length > maxLinks) return null
  return links.every(isWebAddress) ? links : null
}

function fromJson(typed: string): string[] | null {
  try {
    const found: unknown = JSON.parse(typed)
    const values = Array.isArray(found) ? found : found && typeof found === 'object' ? Object.values(found) : [found]
    return values.map(String)
  } catch {
    return null
  }
}

function isWebAddress(link: string): boolean {
  return link.length <= 300 && /^https?:\/\/[^\s"'<>\\]+$/i.test(link) && URL.canParse(link)
}

/** The reason that is stored and mailed: the words written where the chosen reason asks for some, else the reason. Null: none was given. */
export function reasonText(chosen: { reason: string; needsNotes: boolean } | null, notes: string): string | null {
  if (!chosen) return null
  return chosen.needsNotes ? notes || null : chosen.reason
}

/** First word of a name, for the beginning of a mail. */
export const firstNameOf = (fullName: string) => fullName.trim().split(/\s+/)[0] ?? ''
