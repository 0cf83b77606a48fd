import { leadsToForm } from '../rules.ts'

const key = 'exchange.sign-up-return'

/** Keeps for whoever signed up that they were on the way to the application form: the mailed link opens another tab. */
export function keepReturn(email: string, back: string | undefined): void {
  if (leadsToForm(back)) localStorage.setItem(key, JSON.stringify({ email: email.toLowerCase(), back }))
}

/** The way to the application form that this person left in this browser; null when there is none. */
export function keptReturn(email: string): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { email: whose, back } = (kept ?? {}) as { email?: string; back?: string }
    return whose === email.toLowerCase() && leadsToForm(back) ? back : null
  } catch {
    return null
  }
}
