import type { Actor, Role } from '#platform/auth/actor.ts'
import type { Problem } from '#platform/problem.ts'
import type { AccountStatus } from './inputs.ts'

/** Shown beside a field that takes a new password. */
export const passwordTexts = {
  short: 'Password must be at least 6 characters',
  weak: 'Password must be at least 8 characters with an uppercase letter, a lowercase letter and a digit',
  long: 'Password must be at most 128 characters',
  common: 'This password is too easy to guess. Please choose another.',
}

/** How much a new password must have: a reset asks for less than every other place (decision 5). */
export type PasswordStrength = 'reset' | 'full'

/** What is wrong with a new password as such; null when nothing is. Whether it is a common one, only the server knows. */
export function passwordProblem(password: string, strength: PasswordStrength): string | null {
  if (password.length > 128) return passwordTexts.long
  if (strength === 'reset') return password.length < 6 ? passwordTexts.short : null
  const isStrong = password.length >= 8 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password)
  return isStrong ? null : passwordTexts.weak
}

/** Where confirmation screens lead after they succeeded, and how long they show it (AUTH-28, AUTH-41). */
export const redirectAfterMs = 2000
export const homePath = '/home'
export const reauthenticatedPath = '/account'
/** The page that a mailed password reset opens (AUTH-18). */
export const resetPath = '/reset-password'

/** A referral code as it is stored and looked up: upper case (decision 18). Null when nothing usable was given. */
export function normalCode(code: string | undefined): string | null {
  const plain = code?.trim().toUpperCase() ?? ''
  return /^[0-9A-Z-]{1,36}$/.test(plain) ? plain.slice(0, 8) : null
}

/** The slug of a tier as somebody came with it; null when it can be none. Whether there is such a tier, the form knows. */
export const plainSlug = (slug: string | undefined): string | null => (/^[\w-]{1,60}$/.test(slug ?? '') ? slug! : null)

/** What somebody comes with on the way to the application form (decision 52). */
export interface Wish {
  referralCode?: string | undefined
  tierSlug?: string | undefined
}

/** The application form, with what somebody came with. */
export function joinPath({ referralCode, tierSlug }: Wish = {}): string {
  const search = new URLSearchParams({
    ...(tierSlug && { tier: tierSlug }),
    ...(referralCode && { ref: referralCode }),
  })
  return search.size > 0 ? `/join?${search}` : '/join'
}

/** Whether a way back after signing in is the one to the application form. */
export const leadsToForm = (back: string | undefined): back is string => back?.split('?')[0] === '/join'

/** What a way back after signing in carries, if it leads to the application form. */
export function wishOf(back: string | undefined): Wish {
  if (!leadsToForm(back)) return {}
  const [, search = ''] = back.split('?')
  const carried = new URLSearchParams(search)
  return { referralCode: carried.get('ref') ?? undefined, tierSlug: carried.get('tier') ?? undefined }
}

/** What a friend's application is opened with (MEM-38, decision 18). */
export const referralPath = (code: string) => joinPath({ referralCode: code })

/** What happened to an account, for its owner to hear, whoever did it. */
const notices = {
  secondFactorOn: {
    title: 'Two-factor sign-in is on',
    text: 'Two-factor sign-in was just switched on for your account. Every other device was signed out, and API keys ended.',
  },
  secondFactorOff: {
    title: 'Two-factor sign-in is off',
    text: 'Two-factor sign-in was just switched off for your account. Every other device was signed out, and API keys ended.',
  },
  keyMade: {
    title: 'An API key was made for your account',
    text: 'Somebody signed in as you just made an API key. Whoever has it can act in your name until it ends or you revoke it.',
  },
  signedOut: {
    title: 'You were signed out everywhere',
    text: 'The house signed you out on every device and ended your API keys and links. Sign in again whenever you like.',
  },
}
export type SecurityNotice = (typeof notices)[keyof typeof notices]

/** What the mail of a security notice is made of. */
export const securityNotice = (kind: keyof typeof notices, firstName: string, url: string) => ({
  ...notices[kind],
  firstName,
  url,
})

interface Account {
  userId: string
  accountStatus: AccountStatus
  hasPassword: boolean
}

/** Why something may not be done to or by an account now; null: it may. That the last admin stays, the database sees to. */
export const whyNot = {
  /** Nobody removes their own admin role (decision 1). */
  takeRole: (actor: Pick<Actor, 'userId'>, account: Pick<Account, 'userId'>, role: Role): Problem | null =>
    role === 'admin' && actor.userId === account.userId
      ? { code: 'OWN_ADMIN_ROLE', message: 'You cannot remove your own admin role.' }
      : null,

  /** Nobody blocks or suspends themselves, or makes of an account what it is already; a suspension may become a block, and back. */
  hold(actor: Pick<Actor, 'userId'>, account: Account, status: 'blocked' | 'suspended'): Problem | null {
    if (actor.userId === account.userId) return { code: 'OWN_ACCOUNT', message: 'You cannot block your own account.' }
    return account.accountStatus === status
      ? { code: 'ALREADY_ON_HOLD', message: `This account is ${status} already.` }
      : null
  },

  /** Oneself, one signs out under Account. */
  endSessions: (actor: Pick<Actor, 'userId'>, account: Pick<Account, 'userId'>): Problem | null =>
    actor.userId === account.userId
      ? { code: 'OWN_ACCOUNT', message: 'Sign yourself out everywhere on your account page.' }
      : null,

  release: (account: Account): Problem | null =>
    account.accountStatus === 'active'
      ? { code: 'NOT_ON_HOLD', message: 'This account is not blocked or suspended.' }
      : null,

  /** Invitations are for those who have not chosen a password. */
  inviteAgain: (account: Account): Problem | null =>
    account.hasPassword ? { code: 'ALREADY_ACCEPTED', message: 'This person has chosen a password already.' } : null,
}
