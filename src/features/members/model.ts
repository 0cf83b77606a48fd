import { eq, sql } from 'drizzle-orm'
import type { Actor, Membership, Role } from '#platform/actor.ts'
import type { AuthMails } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Reader } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import type { MailTemplate } from '#platform/mail.ts'
import { transact, type WorkTools } from '#platform/work.ts'
import * as mail from './mail.tsx'
import { profiles } from './table.ts'

interface ActorRow extends Record<string, unknown> {
  user_id: string
  email: string
  first_name: string
  last_name: string
  roles: Role[]
  approval_status: Actor['approvalStatus']
  account_status: Actor['accountStatus']
  blocked_reason: string | null
  must_change_password: boolean
  two_factor_enabled: boolean
  two_factor_required: boolean
  membership: (Omit<Membership, 'currentPeriodStart' | 'currentPeriodEnd'> & { currentPeriodStart: string | null; currentPeriodEnd: string | null }) | null
}

/** The rights that a person has at this moment, in one query. Null when there is no such account. */
export async function loadActor(db: Reader, userId: string): Promise<Actor | null> {
  const { rows } = await db.execute<ActorRow>(sql`
    select u.id as user_id, u.email, p.first_name, p.last_name, p.approval_status, p.account_status, p.blocked_reason,
      p.must_change_password, u.two_factor_enabled,
      coalesce((select s.value = 'true'::jsonb from settings s where s.key = 'twoFactorRequiredForAdmins'), false) as two_factor_required,
      array(select r.role from user_roles r where r.user_id = u.id order by r.role) as roles,
      (select jsonb_build_object('id', m.id, 'tierId', t.id, 'tierSlug', t.slug, 'tierName', t.name, 'isPaid', t.price_pence > 0,
          'tokenDiscountPercent', t.token_discount_percent, 'marketDiscountPercent', t.market_discount_percent,
          'currentPeriodStart', m.current_period_start, 'currentPeriodEnd', m.current_period_end)
        from user_memberships m join membership_tiers t on t.id = m.tier_id
        where m.user_id = u.id and m.status = 'active') as membership
    from "user" u join profiles p on p.user_id = u.id where u.id = ${userId}`)
  const [row] = rows
  if (!row) return null
  return {
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles,
    approvalStatus: row.approval_status,
    accountStatus: row.account_status,
    blockedReason: row.blocked_reason,
    mustChangePassword: row.must_change_password,
    twoFactorEnabled: row.two_factor_enabled,
    mustSetUpTwoFactor: row.two_factor_required && row.roles.includes('admin') && !row.two_factor_enabled,
    membership: row.membership && {
      ...row.membership,
      currentPeriodStart: instant(row.membership.currentPeriodStart),
      currentPeriodEnd: instant(row.membership.currentPeriodEnd),
    },
  }
}

const instant = (text: string | null) => (text === null ? null : new Date(text))

/** The mails of sign-in, each written with its job in one transaction. */
export function authMails(tools: WorkTools, env: Env, clock: Clock): AuthMails {
  const send = <P>(template: MailTemplate<P>, person: { id?: string; email: string }, props: NoInfer<P>) =>
    transact(tools, { actorId: null, isAudited: false, ipAddress: null, requestId: null, now: clock.now() }, tx =>
      tx.mail(template, { address: person.email, userId: person.id ?? null }, props),
    ).then(() => {})
  return {
    confirmSignUp: (person, url) => send(mail.confirmSignUpMail, person, { firstName: person.firstName, url }),
    alreadyRegistered: person => send(mail.alreadyRegisteredMail, person, { firstName: person.firstName, url: `${env.publicUrl}/auth` }),
    resetPassword: (person, url) => send(mail.resetPasswordMail, person, { firstName: person.firstName, url }),
    magicLink: (address, url) => send(mail.magicLinkMail, { email: address }, { url }),
    changeEmail: (person, newEmail, url) => send(mail.changeEmailMail, person, { firstName: person.firstName, newEmail, url }),
    passwordChanged: person =>
      send(mail.passwordChangedMail, person, { firstName: person.firstName, url: `${env.publicUrl}/auth?mode=forgot-password` }),
  }
}

/** A new password ends the change that staff asked for (decision 5). */
export async function endForcedChange(db: Db, userId: string): Promise<void> {
  await db.update(profiles).set({ mustChangePassword: false }).where(eq(profiles.userId, userId))
}
