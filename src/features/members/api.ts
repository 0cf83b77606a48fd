import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import { cartCount } from '#features/cart/model.ts'
import { referrals } from '#features/memberships/table.ts'
import { tokenBalance } from '#features/tokens/model.ts'
import { readSettings } from '#features/venue/model.ts'
import { hasRole, isAdmin, isApproved } from '#platform/actor.ts'
import { notFound, refusal } from '#platform/errors.ts'
import { apiKeyPrefix, hashApiKey } from '#platform/identify.ts'
import { hashPassword, isCommonPassword } from '#platform/passwords.ts'
import { admin, signedIn, visitor } from '#platform/rpc.ts'
import { apiKeys, user } from '#platform/tables.ts'
import {
  holdInput,
  keyInput,
  keyRef,
  memberRef,
  memberSearch,
  newAccountInput,
  profileInput,
  roleChange,
} from './inputs.ts'
import { createAccountFor, findMembers, hasPassword, requireProfile, sendInvitation } from './model.ts'
import { accountActions, passwordTexts } from './rules.ts'
import { profiles, userRoles } from './table.ts'

const maxKeys = 10

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

  /** One's own profile (MEM-20), with the standing that only others change. */
  profile: signedIn.route({ method: 'GET', summary: 'Own profile' }).handler(async ({ context: { actor, db } }) => {
    const [row] = await db.select(ownProfile).from(profiles).where(eq(profiles.userId, actor.userId))
    return row!
  }),

  /** Changes one's own name, telephone and address; nothing else is writable (MEM-20). */
  changeProfile: signedIn
    .route({ summary: 'Change own profile' })
    .input(profileInput)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const { userId } = context.actor
        const { firstName, lastName, phone } = input
        const [row] = await tx.update(profiles).set(input).where(eq(profiles.userId, userId)).returning(ownProfile)
        const name = `${firstName} ${lastName}`
        await tx.update(user).set({ name, firstName, lastName, phone, updatedAt: tx.now }).where(eq(user.id, userId))
        return row!
      }),
    ),

  /** One's referral code and the friends who used it, with what became of it (MEM-38). */
  referrals: signedIn.route({ method: 'GET', summary: 'Own referrals' }).handler(async ({ context: { actor, db } }) => {
    const [own] = await db
      .select({ code: profiles.referralCode })
      .from(profiles)
      .where(eq(profiles.userId, actor.userId))
    const rows = await db
      .select({
        id: referrals.id,
        referredEmail: referrals.referredEmail,
        status: referrals.status,
        rewardGiven: referrals.rewardGiven,
        createdAt: referrals.createdAt,
        completedAt: referrals.completedAt,
      })
      .from(referrals)
      .where(eq(referrals.referrerUserId, actor.userId))
      .orderBy(desc(referrals.createdAt))
      .limit(500)
    return { code: own!.code, rows }
  }),

  /** One's own API keys that are still good. The keys themselves are not kept. */
  keys: signedIn.route({ method: 'GET', summary: 'Own API keys' }).handler(({ context: { actor, db } }) =>
    db
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        hint: apiKeys.hint,
        createdAt: apiKeys.createdAt,
        lastUsedAt: apiKeys.lastUsedAt,
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, actor.userId), isNull(apiKeys.revokedAt)))
      .orderBy(desc(apiKeys.createdAt)),
  ),

  /**
   * Makes an API key, up to ten. The answer holds it, once: only its SHA-256 is kept, so a repetition of the call is
   * refused (KEY_ALREADY_SHOWN) rather than answered.
   */
  createKey: signedIn
    .route({ summary: 'Make an API key' })
    .input(keyInput)
    .handler(async ({ input, context }) => {
      const key = `${apiKeyPrefix}${randomBytes(32).toString('base64url')}`
      const stored = await context.write(async tx => {
        const { userId } = context.actor
        await tx.select({ userId: profiles.userId }).from(profiles).where(eq(profiles.userId, userId)).for('update')
        const [existing] = await tx
          .select({ keys: count() })
          .from(apiKeys)
          .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
        if (existing!.keys >= maxKeys) throw refusal('TOO_MANY_KEYS', `You have ${maxKeys} keys. Revoke one first.`)
        const [row] = await tx
          .insert(apiKeys)
          .values({
            userId,
            name: input.name,
            keyHash: hashApiKey(key),
            hint: key.slice(0, 9),
            createdAt: tx.now,
          })
          .returning({ id: apiKeys.id, keyHash: apiKeys.keyHash })
        return row!
      })
      if (stored.keyHash !== hashApiKey(key))
        throw refusal(
          'KEY_ALREADY_SHOWN',
          'This key was made already and cannot be shown again. Revoke it and make another.',
        )
      return { id: stored.id, key }
    }),

  /** Ends one of one's own API keys at once. */
  revokeKey: signedIn
    .route({ summary: 'Revoke an API key' })
    .input(keyRef)
    .handler(({ input, context }) =>
      context.write(async tx => {
        const [row] = await tx
          .update(apiKeys)
          .set({ revokedAt: tx.now })
          .where(and(eq(apiKeys.id, input.keyId), eq(apiKeys.userId, context.actor.userId), isNull(apiKeys.revokedAt)))
          .returning({ id: apiKeys.id })
        if (!row) throw notFound()
        return { id: row.id }
      }),
    ),

  /** Accounts by name or address, role and standing, a page at a time. */
  find: admin
    .route({ method: 'GET', summary: 'Find accounts' })
    .input(memberSearch)
    .handler(async ({ input, context: { actor, db } }) => {
      const { rows, total } = await findMembers(db, input)
      return { rows: rows.map(row => ({ ...row, can: accountActions(actor.userId, row) })), total }
    }),

  /** Gives a role (decision 1). Rights change with the person's next request. */
  grantRole: admin
    .route({ summary: 'Give a role' })
    .input(roleChange)
    .handler(({ input: { userId, role }, context }) =>
      context.write(async tx => {
        await requireProfile(tx, userId)
        await tx
          .insert(userRoles)
          .values({ userId, role, grantedBy: context.actor.userId, grantedAt: tx.now })
          .onConflictDoNothing()
        await tx.announce({ to: { userId }, kind: 'members.roles', refresh: ['members'] })
        return { userId, role }
      }),
    ),

  /** Takes a role away. Refusals: OWN_ADMIN_ROLE, LAST_ADMIN (decision 1; the database refuses). */
  revokeRole: admin
    .route({ summary: 'Take a role away' })
    .input(roleChange)
    .handler(({ input: { userId, role }, context }) =>
      context.write(async tx => {
        await requireProfile(tx, userId)
        await tx.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
        await tx.announce({ to: { userId }, kind: 'members.roles', refresh: ['members'] })
        return { userId, role }
      }),
    ),

  /** Blocks or suspends an account: its live sessions lose their rights at once (decision 3). Never one's own. */
  block: admin
    .route({ summary: 'Block or suspend an account' })
    .input(holdInput)
    .handler(({ input: { userId, status, reason }, context }) =>
      context.write(async tx => {
        if (userId === context.actor.userId) throw refusal('OWN_ACCOUNT', 'You cannot block your own account.')
        await requireProfile(tx, userId)
        await tx
          .update(profiles)
          .set({
            accountStatus: status,
            blockedReason: reason,
            blockedAt: tx.now,
            blockedBy: context.actor.userId,
          })
          .where(eq(profiles.userId, userId))
        await tx.announce({ to: { userId }, kind: 'members.standing', refresh: ['members'] })
        return { userId, status }
      }),
    ),

  /** Lifts a block or suspension. */
  unblock: admin
    .route({ summary: 'Lift a block' })
    .input(memberRef)
    .handler(({ input: { userId }, context }) =>
      context.write(async tx => {
        await requireProfile(tx, userId)
        await tx
          .update(profiles)
          .set({ accountStatus: 'active', blockedReason: null, blockedAt: null, blockedBy: null })
          .where(eq(profiles.userId, userId))
        await tx.announce({ to: { userId }, kind: 'members.standing', refresh: ['members'] })
        return { userId, status: 'active' as const }
      }),
    ),

  /**
   * Makes an account. With a temporary password the person changes it at their first sign-in; without one they are
   * mailed an invitation to choose one (AUTH-05, AUTH-30, decision 5). Refusal: ACCOUNT_EXISTS.
   */
  createAccount: admin
    .route({ summary: 'Make an account' })
    .input(newAccountInput)
    .handler(async ({ input, context }) => {
      const { temporaryPassword, isApproved: isApprovedAtOnce, ...person } = input
      if (
        temporaryPassword &&
        (await isCommonPassword(temporaryPassword, [person.firstName, person.lastName, ...person.email.split('@')]))
      )
        throw refusal('PASSWORD_COMPROMISED', passwordTexts.common, {
          status: 400,
          field: 'temporaryPassword',
        })
      const hash = temporaryPassword && (await hashPassword(temporaryPassword))
      return context.write(async tx => ({
        userId: await createAccountFor(tx, context.runtime.env, {
          ...person,
          approvalStatus: isApprovedAtOnce ? 'approved' : 'pending',
          ...(hash && { passwordHash: hash }),
        }),
      }))
    }),

  /** Mails a new invitation to somebody who has not chosen a password yet. */
  inviteAgain: admin
    .route({ summary: 'Invite again' })
    .input(memberRef)
    .handler(({ input: { userId }, context }) =>
      context.write(async tx => {
        const [found] = await tx
          .select({ id: user.id, email: user.email, firstName: user.firstName, hasPassword })
          .from(user)
          .where(eq(user.id, userId))
        if (!found) throw notFound()
        if (found.hasPassword) throw refusal('ALREADY_ACCEPTED', 'This person has chosen a password already.')
        await sendInvitation(tx, context.runtime.env, found)
        return { userId }
      }),
    ),
}

const ownProfile = {
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  phone: profiles.phone,
  addressLine1: profiles.addressLine1,
  addressLine2: profiles.addressLine2,
  city: profiles.city,
  postalCode: profiles.postalCode,
  country: profiles.country,
  approvalStatus: profiles.approvalStatus,
  referralCode: profiles.referralCode,
  createdAt: profiles.createdAt,
}
