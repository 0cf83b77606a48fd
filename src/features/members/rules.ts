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

interface Arriving {
  roles: readonly ('admin' | 'committee' | 'door')[]
  mustChangePassword: boolean
}

/**
 * Where somebody goes who signed in at /auth: home, or to their work for committee and door staff (AUTH-04, decision 7).
 * A password that staff gave out is changed first (AUTH-05, decision 5).
 */
export function placeAfterSignIn({ roles, mustChangePassword }: Arriving): string {
  if (mustChangePassword) return '/first-login-password-change'
  if (roles.includes('admin')) return homePath
  if (roles.includes('committee')) return '/admin'
  return roles.includes('door') ? '/admin/market-scanner' : homePath
}

export const accountTabs = ['personal', 'membership', 'guests', 'referrals', 'security'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The account tab that an address names: `invite` means the guests, anything unknown the first (MEM-18, MEM-19). */
export function accountTab(value: unknown): AccountTab {
  if (value === 'invite') return 'guests'
  return accountTabs.find(tab => tab === value) ?? 'personal'
}

/** What a friend's application is opened with (MEM-38, decision 18). */
export const referralPath = (code: string) => `/join?ref=${encodeURIComponent(code)}`

/** "Chrome on Windows" from a browser's own description of itself; good enough to recognise a device by. */
export function deviceName(userAgent: string | null | undefined): string {
  const text = userAgent ?? ''
  const browser = firstOf(text, {
    Edge: /Edg\//,
    Opera: /OPR\//,
    Firefox: /Firefox\//,
    Chrome: /Chrome\//,
    Safari: /Safari\//,
  })
  const system = firstOf(text, {
    iPhone: /iPhone/,
    iPad: /iPad/,
    Android: /Android/,
    Windows: /Windows/,
    Mac: /Mac OS X/,
    Linux: /Linux/,
  })
  if (!browser && !system) return 'Unknown device'
  return system ? `${browser ?? 'Browser'} on ${system}` : `${browser}`
}

interface Standing {
  userId: string
  accountStatus: 'active' | 'blocked' | 'suspended'
  hasPassword: boolean
}

/** What an admin may do with an account (decisions 1 and 3). That the last admin stays, the database sees to. */
export function accountActions(adminId: string, { userId, accountStatus, hasPassword }: Standing) {
  const isOwn = adminId === userId
  return {
    changeAdminRole: !isOwn,
    hold: !isOwn && accountStatus === 'active',
    release: accountStatus !== 'active',
    inviteAgain: !hasPassword,
  }
}

function firstOf(text: string, names: Record<string, RegExp>): string | undefined {
  return Object.entries(names).find(([, pattern]) => pattern.test(text))?.[0]
}
