import { eq, sql } from 'drizzle-orm'
import { hasRole, isAdmin, isApproved } from '#platform/actor.ts'
import { account, visitor } from '#platform/rpc.ts'
import { user } from '#platform/tables.ts'
import { readSettings } from '#features/venue/model.ts'
import { cartCount } from '#features/cart/model.ts'
import { tokenBalance } from '#features/tokens/model.ts'

export const members = {
  /** The person asking, with what they may do; null for a visitor. Screens decide by `can` only (rule 3). */
  me: visitor.route({ method: 'GET' }).handler(async ({ context: { actor, db } }) => {
    if (!actor) return null
    const [settings, balance] = [await readSettings(db), await tokenBalance(db, actor.userId)]
    const mayAct = isApproved(actor) && actor.accountStatus === 'active' && !actor.mustChangePassword
    const isPaid = actor.membership?.isPaid ?? false
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
        isFree: !isPaid,
        tokenDiscountPercent: actor.membership.tokenDiscountPercent,
      },
      tokenBalance: balance,
      cartCount: await cartCount(db, actor.userId),
      can: {
        openAdmin: hasRole(actor, 'committee') || isAdmin(actor),
        openAdminOnly: isAdmin(actor),
        openDoor: hasRole(actor, 'door') || isAdmin(actor),
        vote: hasRole(actor, 'committee'),
        book: mayAct && (isPaid || settings.freeMembersFacilities === 'card'),
        buyTokens: mayAct && isPaid,
      },
    }
  }),
}
