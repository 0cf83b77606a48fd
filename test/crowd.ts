import type { Audience } from '#platform/auth/actor.ts'
import { admin, committee, doorStaff, member, paidMember, person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

/** One of each kind of person that the rules tell apart. */
export const kinds = [
  'visitor',
  'applicant',
  'freeMember',
  'paidMember',
  'blocked',
  'suspended',
  'rejected',
  'mustChangePassword',
  'committee',
  'door',
  'admin',
] as const
export type Kind = (typeof kinds)[number]

export async function crowd(app: TestApp): Promise<Record<Kind, { id: string } | null>> {
  const forced = await member(app)
  await app.sql('update profiles set must_change_password = true where user_id = $1', [forced.id])
  return {
    visitor: null,
    applicant: await person(app),
    freeMember: await member(app),
    paidMember: await paidMember(app),
    // Former staff who were put on hold: a role must not outlive the hold.
    blocked: await paidMember(app, { status: 'blocked', roles: ['committee'] }),
    suspended: await paidMember(app, { status: 'suspended', roles: ['door'] }),
    rejected: await person(app, { approval: 'rejected' }),
    mustChangePassword: forced,
    committee: await committee(app, { tier: 'explorer' }),
    door: await doorStaff(app, { tier: 'explorer' }),
    admin: await admin(app, { tier: 'explorer' }),
  }
}

const members: Kind[] = ['freeMember', 'paidMember', 'committee', 'door', 'admin']

/** Who gets past the gate of each audience. This table is the policy; `actor.ts` must agree with it. */
export const admitted: Record<Audience, readonly Kind[]> = {
  visitor: kinds,
  account: kinds.filter(kind => kind !== 'visitor'),
  signedIn: ['applicant', ...members],
  member: members,
  paidMember: ['paidMember'],
  committee: ['committee'],
  staff: ['committee', 'admin'],
  door: ['door', 'admin'],
  admin: ['admin'],
}

/** Codes with which a gate refuses; anything else means that the person was let in. */
export const gateCodes = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'ACCOUNT_BLOCKED',
  'NOT_APPROVED',
  'APPROVAL_PENDING',
  'UPGRADE_REQUIRED',
  'PASSWORD_CHANGE_REQUIRED',
  'TWO_FACTOR_REQUIRED',
]
