import { ownStanding } from '#features/home/standing/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { whyNot } from '#features/spaces/calendar/rules.ts'
import { type Audience, isAdmin, whyNotIn } from '#platform/auth/actor.ts'
import { forVisitor } from '#platform/rpc/procedures.ts'

/** Who is asking; mounted under `members` in src/api.ts. */
export const me = {
  /** The person asking, with what they may do; null for a visitor. Screens decide by `can` only (rule 3). */
  me: forVisitor.route({ method: 'GET' }).handler(async ({ context: { actor, db, fact, now } }) => {
    if (!actor) return null
    const settings = await fact(settingsFact)
    // Whose work it is, whatever keeps them from it now: the way there stays, and the page says what is to be done first.
    const isFor = (audience: Audience) => whyNotIn({ ...actor, ...inGoodStanding }, audience) === null
    return {
      userId: actor.userId,
      email: actor.email,
      firstName: actor.firstName,
      lastName: actor.lastName,
      roles: actor.roles,
      approvalStatus: isAdmin(actor) ? ('approved' as const) : actor.approvalStatus,
      accountStatus: actor.accountStatus,
      blockedReason: actor.blockedReason,
      mustChangePassword: actor.mustChangePassword,
      twoFactorEnabled: actor.twoFactorEnabled,
      mustSetUpTwoFactor: actor.mustSetUpTwoFactor,
      tier: actor.membership && {
        slug: actor.membership.tierSlug,
        name: actor.membership.tierName,
        isFree: !actor.membership.isPaid,
        tokenDiscountPercent: actor.membership.tokenDiscountPercent,
      },
      ...(await ownStanding(db, actor, settings, now)),
      can: {
        openAdmin: isFor('staff'),
        openAdminOnly: isFor('admin'),
        openDoor: isFor('door'),
        vote: isFor('committee'),
        book: whyNot.book(actor, settings) === null,
        buyTokens: whyNotIn(actor, 'paidMember') === null,
      },
    }
  }),
}

const inGoodStanding = {
  accountStatus: 'active',
  approvalStatus: 'approved',
  mustChangePassword: false,
  mustSetUpTwoFactor: false,
} as const
