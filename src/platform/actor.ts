import { refusal } from '#platform/errors.ts'

export const roles = ['admin', 'committee', 'door'] as const
export type Role = (typeof roles)[number]

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

/** Throws the typed refusal if `actor` is not in `audience`. Deny by default. */
export function admit(actor: Actor | null, audience: Audience): void {
  if (audience === 'visitor') return
  if (!actor) throw refusal('UNAUTHORIZED', 'You must be logged in', { status: 401 })
  if (audience === 'account') return
  if (actor.accountStatus !== 'active')
    throw refusal('ACCOUNT_BLOCKED', actor.blockedReason ?? 'Your account is on hold. Please contact us.', {
      status: 403,
    })
  if (actor.mustChangePassword)
    throw refusal('PASSWORD_CHANGE_REQUIRED', 'Choose a new password first.', { status: 403 })
  if (actor.approvalStatus === 'rejected' && !isAdmin(actor))
    throw refusal('NOT_APPROVED', 'Membership Not Approved', { status: 403 })
  if (audience === 'signedIn') return
  if (audience === 'member' || audience === 'paidMember') {
    if (!isApproved(actor))
      throw refusal('APPROVAL_PENDING', 'Your application is under review by the Exchange Committee.', {
        status: 403,
      })
    if (audience === 'paidMember' && !actor.membership?.isPaid)
      throw refusal('UPGRADE_REQUIRED', 'This needs a paid membership.', {
        status: 403,
        title: 'Upgrade Required',
      })
    return
  }
  if (actor.mustSetUpTwoFactor)
    throw refusal('TWO_FACTOR_REQUIRED', 'Set up two-factor sign-in first.', { status: 403 })
  const needed: Role[] =
    audience === 'committee'
      ? ['committee']
      : audience === 'staff'
        ? ['committee', 'admin']
        : audience === 'door'
          ? ['door', 'admin']
          : ['admin']
  if (!needed.some(role => hasRole(actor, role)))
    throw refusal('FORBIDDEN', "You don't have permission to access this page.", {
      status: 403,
      title: 'Access Denied',
    })
}

/** Changes made by these audiences go to the audit log (rule 10). */
export const isStaffAudience = (audience: Audience) => ['committee', 'staff', 'door', 'admin'].includes(audience)
