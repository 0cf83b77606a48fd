import type { Problem } from '#platform/problem.ts'
import { formatDay } from '#platform/words.ts'

/** Decision 1. */
export const roles = ['admin', 'committee', 'door'] as const
export type Role = (typeof roles)[number]

/** What an API key may do: read only, or everything that its person may do but what asks for a sign-in. */
export const keyScopes = ['read', 'write'] as const
export type KeyScope = (typeof keyScopes)[number]

/**
 * Who a procedure is for. `account` is anybody signed in, whatever became of their account: what they need to see why
 * they can do nothing else. Each of the others includes what the one before demands.
 */
export const audiences = [
  'visitor',
  'account',
  'signedIn',
  'member',
  'paidMember',
  'committee',
  'staff',
  'door',
  'admin',
] as const
export type Audience = (typeof audiences)[number]

export interface Membership {
  id: string
  tierId: string
  tierSlug: string
  tierName: string
  /** False on a free tier (price 0), whose slug is `explorer`, alias `free` (decision 10). */
  isPaid: boolean
  /** What a paid plan brings rests: its payment is overdue beyond the days of grace or was taken back, or its member paused it. */
  isLimited: boolean
  /** The bank has taken its month back for good. */
  isTakenBack: boolean
  /** Until when its member let it rest; null when it does not. */
  pausedUntil: Date | null
  tokenDiscountPercent: number
  marketDiscountPercent: number
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
}

/** A signed-in person with the rights they have at this moment; read anew on each request. */
export interface Actor {
  userId: string
  email: string
  firstName: string
  lastName: string
  roles: Role[]
  approvalStatus: 'pending' | 'approved' | 'rejected'
  accountStatus: 'active' | 'blocked' | 'suspended'
  blockedReason: string | null
  mustChangePassword: boolean
  twoFactorEnabled: boolean
  mustSetUpTwoFactor: boolean
  membership: Membership | null
}

export const hasRole = (actor: Actor, role: Role) => actor.roles.includes(role)
export const isAdmin = (actor: Actor) => hasRole(actor, 'admin')
/** Admins count as approved (decision 2). */
export const isApproved = (actor: Actor) => isAdmin(actor) || actor.approvalStatus === 'approved'
/** On a paid plan that is not paused, and whose payments are in order, or not overdue for long. */
export const isPaidMember = ({ membership }: Actor) => (membership?.isPaid ?? false) && !membership?.isLimited

/**
 * What a plan brings rests while it is paused, or until its payment, which is overdue beyond the days of grace or was taken back by
 * the bank, is made; null when it does not.
 */
export const whyLimited = (actor: Actor | null): Problem | null =>
  actor?.membership?.pausedUntil
    ? closed(
        'PAUSED',
        `Your membership is paused until ${formatDay(actor.membership.pausedUntil)}, so bookings and tokens rest. You can go on at any time on your membership page.`,
        'Membership paused',
      )
    : actor?.membership?.isLimited
      ? closed(
          'PAYMENT_DUE',
          actor.membership.isTakenBack
            ? 'Your bank took your last payment back, so bookings and tokens rest. They open again with your next payment.'
            : 'Your last payment did not go through, so bookings and tokens rest. They open again as soon as it is paid.',
          'Payment due',
        )
      : null

/** Why `actor` is not in `audience`; null when they are. Deny by default. */
export function whyNotIn(actor: Actor | null, audience: Audience): Problem | null {
  if (audience === 'visitor') return null
  if (!actor) return { code: 'UNAUTHORIZED', message: 'You must be logged in', status: 401 }
  if (audience === 'account') return null
  const hold = whyOnHold(actor)
  if (hold) return hold
  if (actor.mustChangePassword) return closed('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first.')
  if (actor.approvalStatus === 'rejected' && !isAdmin(actor)) return closed('NOT_APPROVED', 'Membership Not Approved')
  if (audience === 'signedIn') return null
  if (audience === 'member' || audience === 'paidMember') {
    if (!isApproved(actor))
      // Of all who are not approved: where each of them stands, `home/standing` says.
      return closed('APPROVAL_PENDING', 'This is for approved members.')
    if (audience === 'member' || isPaidMember(actor)) return null
    return whyLimited(actor) ?? closed('UPGRADE_REQUIRED', 'This needs a paid membership.', 'Upgrade Required')
  }
  if (actor.mustSetUpTwoFactor) return closed('TWO_FACTOR_REQUIRED', 'Set up two-factor sign-in first.')
  const needed: Role[] =
    audience === 'committee'
      ? ['committee']
      : audience === 'staff'
        ? ['committee', 'admin']
        : audience === 'door'
          ? ['door', 'admin']
          : ['admin']
  return needed.some(role => hasRole(actor, role))
    ? null
    : closed('FORBIDDEN', "You don't have permission to access this page.", 'Access Denied')
}

/** Who is blocked or suspended reads why and can do nothing else (decision 3); null when the account is active. */
export const whyOnHold = ({ accountStatus, blockedReason }: Pick<Actor, 'accountStatus' | 'blockedReason'>) =>
  accountStatus === 'active'
    ? null
    : closed('ACCOUNT_BLOCKED', blockedReason ?? 'Your account is on hold. Please contact us.')

const closed = (code: string, message: string, title?: string): Problem => ({
  code,
  message,
  status: 403,
  ...(title && { title }),
})

/** Changes made by these audiences go to the audit log (rule 10). */
export const isStaffAudience = (audience: Audience) => ['committee', 'staff', 'door', 'admin'].includes(audience)
