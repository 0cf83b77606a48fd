import { and, asc, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, Membership, Role } from '#platform/actor.ts'
import type { AuthMails, AuthPerson, AuthRules } from '#platform/auth.ts'
import { writeInvitation } from '#platform/auth-invitations.ts'
import type { Clock } from '#platform/clock.ts'
import { containing, type Db, type Reader } from '#platform/db.ts'
import { emailKey, plainAddress } from '#platform/email.ts'
import type { Env } from '#platform/env.ts'
import { notFound, refusal } from '#platform/errors.ts'
import type { MailTemplate } from '#platform/mail.ts'
import { account, user } from '#platform/tables.ts'
import { type Tx, transact, type WorkTools } from '#platform/work.ts'
import { type memberSearch, signUpDetails } from './inputs.ts'
import * as mail from './mail.tsx'
import { passwordProblem, passwordTexts, resetPath } from './rules.ts'
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
  membership:
    | (Omit<Membership, 'currentPeriodStart' | 'currentPeriodEnd'> & {
        currentPeriodStart: string | null
        currentPeriodEnd: string | null
      })
    | null
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
  const link = (path: string, token: string) => linkTo(env, path, token)
  const send = <P>(template: MailTemplate<P>, person: { id?: string; email: string }, props: NoInfer<P>) =>
    transact(tools, { actorId: null, isAudited: false, ipAddress: null, requestId: null, now: clock.now() }, tx =>
      tx.mail(template, { address: person.email, userId: person.id ?? null }, props),
    ).then(() => {})
  const linked =
    (template: MailTemplate<{ firstName: string; url: string }>, path: string) => (person: AuthPerson, token: string) =>
      send(template, person, { firstName: person.firstName, url: link(path, token) })
  return {
    confirmSignUp: linked(mail.confirmSignUpMail, '/confirm-signup'),
    alreadyRegistered: person =>
      send(mail.alreadyRegisteredMail, person, { firstName: person.firstName, url: `${env.publicUrl}/auth` }),
    resetPassword: linked(mail.resetPasswordMail, resetPath),
    magicLink: linked(mail.magicLinkMail, '/magic-link'),
    changeEmail: (person, newEmail, token) =>
      send(mail.changeEmailMail, person, {
        firstName: person.firstName,
        newEmail,
        url: link('/change-email', token),
      }),
    confirmNewEmail: linked(mail.confirmNewEmailMail, '/change-email'),
    passwordChanged: person =>
      send(mail.passwordChangedMail, person, {
        firstName: person.firstName,
        url: `${env.publicUrl}/auth?mode=forgot-password`,
      }),
  }
}

/** The forms' rules, held by the server. */
export const authRules: AuthRules = {
  readSignUp(body) {
    const read = signUpDetails.safeParse(body)
    if (read.success)
      return {
        values: { firstName: read.data.firstName, lastName: read.data.lastName, phone: read.data.phone },
      }
    const [issue] = read.error.issues
    return { message: issue!.message, field: issue!.path.join('.') }
  },
  passwordProblem,
  commonPassword: passwordTexts.common,
}

export interface NewAccount {
  firstName: string
  lastName: string
  email: string
  phone?: string
  approvalStatus?: 'pending' | 'approved'
  /** Hash of a temporary password, which the person changes at their first sign-in; without one they get an invitation. */
  passwordHash?: string
}

/**
 * Makes an account that staff vouch for, in the caller's transaction, and writes its mail: an invitation to choose a
 * password, or word that a temporary one was set. Returns its id. Throws ACCOUNT_EXISTS when the address, in any of its
 * forms, has an account.
 */
export async function createAccountFor(tx: Tx, env: Env, given: NewAccount): Promise<string> {
  const email = plainAddress(given.email) ?? given.email
  const [made] = await tx
    .insert(user)
    .values({
      name: `${given.firstName} ${given.lastName}`.trim(),
      email,
      emailKey: emailKey(email),
      emailVerified: true,
      firstName: given.firstName,
      lastName: given.lastName,
      phone: given.phone ?? '',
    })
    .onConflictDoNothing()
    .returning({ id: user.id })
  if (!made) throw refusal('ACCOUNT_EXISTS', 'There is an account with this address already.', { field: 'email' })
  await tx
    .update(profiles)
    .set({ mustChangePassword: true, ...(given.approvalStatus && { approvalStatus: given.approvalStatus }) })
    .where(eq(profiles.userId, made.id))
  const to = { address: email, userId: made.id }
  if (given.passwordHash) {
    await tx
      .insert(account)
      .values({ accountId: made.id, providerId: 'credential', userId: made.id, password: given.passwordHash })
    await tx.mail(mail.temporaryPasswordMail, to, {
      firstName: given.firstName,
      url: `${env.publicUrl}/auth`,
    })
  } else {
    await sendInvitation(tx, env, { id: made.id, email, firstName: given.firstName })
  }
  return made.id
}

/** Mails an invitation to choose a first password. */
export async function sendInvitation(tx: Tx, env: Env, person: AuthPerson): Promise<void> {
  const token = await writeInvitation(tx, person.id)
  await tx.mail(
    mail.invitationMail,
    { address: person.email, userId: person.id },
    { firstName: person.firstName, url: linkTo(env, '/invite', token) },
  )
}

const linkTo = (env: Env, path: string, token: string) => `${env.publicUrl}${path}?token=${encodeURIComponent(token)}`

/** A new password ends the change that staff asked for (decision 5). */
export async function endForcedChange(db: Db, userId: string): Promise<void> {
  await db.update(profiles).set({ mustChangePassword: false }).where(eq(profiles.userId, userId))
}

/** Throws NOT_FOUND when there is no such account; holds it until the transaction ends. */
export async function requireProfile(tx: Tx, userId: string): Promise<void> {
  const [row] = await tx
    .select({ userId: profiles.userId })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for('update')
  if (!row) throw notFound()
}

/** Whether the account in `"user"` has a password of its own. */
export const hasPassword = sql<boolean>`exists (select 1 from account a where a.user_id = "user".id and a.provider_id = 'credential')`

const roleList = sql<Role[]>`array(select r.role from user_roles r where r.user_id = "user".id order by r.role)`

/** One page of accounts as staff see them in a list. */
export async function findMembers(
  db: Reader,
  { page, pageSize, sort, q, role, status }: z.output<typeof memberSearch>,
) {
  const pattern = containing(q)
  const wanted = and(
    q ? or(ilike(user.email, pattern), ilike(user.name, pattern)) : undefined,
    role && sql`exists (select 1 from user_roles r where r.user_id = "user".id and r.role = ${role})`,
    status && eq(profiles.accountStatus, status),
  )
  const column = { name: user.name, email: user.email, createdAt: user.createdAt }[sort.replace('-', '') as 'name']
  const rows = await db
    .select({
      userId: user.id,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: user.email,
      phone: profiles.phone,
      roles: roleList,
      approvalStatus: profiles.approvalStatus,
      accountStatus: profiles.accountStatus,
      blockedReason: profiles.blockedReason,
      isConfirmed: user.emailVerified,
      hasPassword,
      twoFactorEnabled: user.twoFactorEnabled,
      mustChangePassword: profiles.mustChangePassword,
      createdAt: user.createdAt,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(wanted)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), asc(user.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [found] = await db
    .select({ total: count() })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(wanted)
  return { rows, total: found!.total }
}
