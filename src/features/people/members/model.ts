import { type AnyColumn, and, eq, inArray, sql } from 'drizzle-orm'
import { isArchived } from '#features/people/archive/model.ts'
import { whyNot as ofArchive } from '#features/people/archive/rules.ts'
import type { Role } from '#platform/auth/actor.ts'
import type { AuthMails, AuthPerson, AuthRules } from '#platform/auth/auth.ts'
import { invitationDays, writeInvitation } from '#platform/auth/invitations.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Reader } from '#platform/db/pool.ts'
import { account, user } from '#platform/db/tables.ts'
import { ownCause, systemCause, type Tx, transact, type WorkTools } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { emailKey, plainAddress } from '#platform/mail/address.ts'
import type { MailTemplate } from '#platform/mail/mail.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import type { Runtime } from '#platform/runtime.ts'
import { nameOf } from '#platform/words.ts'
import { signUpDetails } from './inputs.ts'
import * as mail from './mail.tsx'
import { normalCode, passwordProblem, passwordTexts, plainSlug, resetPath, securityNotice } from './rules.ts'
import { profiles, userRoles } from './table.ts'

/** Roles of those among these people whose account is active. */
export async function activeRoles(db: Reader, userIds: string[]): Promise<Map<string, Role[]>> {
  const rows = await db
    .select({ userId: profiles.userId, roles: rolesOf(profiles.userId) })
    .from(profiles)
    .where(and(eq(profiles.accountStatus, 'active'), sql`${profiles.userId} = any(${sql.param(userIds)}::text[])`))
  return new Map(rows.map(row => [row.userId, row.roles]))
}

/** A column: the roles of the person whose id stands in `person`, in one order. */
export const rolesOf = (person: AnyColumn) =>
  sql<Role[]>`array(select r.role from ${userRoles} r where r.user_id = ${named(person)} order by r.role)`

/** A condition: the person whose id stands in `person` holds one of these roles. */
export const holds = (person: AnyColumn, roles: Role[]) =>
  sql<boolean>`${named(person)} in (select r.user_id from ${userRoles} r where ${inArray(sql`r.role`, roles)})`

/** A condition on `user` and `profiles`: everybody active who holds one of these roles. */
export const activeWith = (roles: Role[]) => and(holds(user.id, roles), eq(profiles.accountStatus, 'active'))

// Nested, the column keeps its table's name, which the columns of a query of one table lose.
const named = (column: AnyColumn) => sql`${column}`

/** The mails of sign-in, each written with its job in one transaction. */
export function authMails(tools: WorkTools, env: Env, clock: Clock): AuthMails {
  const link = (path: string, token: string) => linkTo(env, path, token)
  const send = <P>(template: MailTemplate<P>, person: { id?: string; email: string }, props: NoInfer<P>) =>
    transact(tools, ownCause(clock.now()), tx =>
      tx.mail(template, { address: person.email, userId: person.id ?? null }, props),
    ).then(() => {})
  const linked =
    (template: MailTemplate<{ firstName: string; url: string }>, path: string) => (person: AuthPerson, token: string) =>
      send(template, person, { firstName: person.firstName, url: link(path, token) })
  return {
    confirmSignUp: linked(mail.confirmSignUpMail, '/confirm-signup'),
    alreadyRegistered: person =>
      send(mail.alreadyRegisteredMail, person, { firstName: person.firstName, url: `${env.publicUrl}/auth` }),
    notAllowed: address => send(mail.notAllowedMail, { email: address }, {}),
    resetPassword: linked(mail.resetPasswordMail, resetPath),
    magicLink: linked(mail.magicLinkMail, '/magic-link'),
    changeEmail: (person, newEmail, token) =>
      send(mail.changeEmailMail, person, {
        firstName: person.firstName,
        newEmail,
        url: link('/change-email', token),
      }),
    confirmNewEmail: linked(mail.confirmNewEmailMail, '/change-email'),
    securityNotice: (person, notice) =>
      send(mail.securityNoticeMail, person, securityNotice(notice, person.firstName, `${env.publicUrl}/account`)),
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
        values: {
          firstName: read.data.firstName,
          lastName: read.data.lastName,
          phone: read.data.phone,
          referredByCode: normalCode(read.data.referralCode),
          wantedTier: plainSlug(read.data.tierSlug),
          cameToApply: read.data.isApplying ?? false,
        },
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
  phone: string
}

/**
 * The account of this address: the one there is, in whatever form the address is written, or a new one that somebody of the
 * house vouches for. Its owner chooses a password before anything else. An account whose address nobody has proven is a
 * stranger's as much as anybody's, and gives way. Throws REGISTRATION_NOT_ALLOWED for an archived address (ARC-07, decision
 * 17).
 */
export async function createAccount(tx: Tx, person: NewAccount): Promise<{ userId: string; isNew: boolean }> {
  const { firstName, lastName, phone } = person
  const email = plainAddress(person.email) ?? person.email
  demand(ofArchive.register({ isArchived: await isArchived(tx, email) }))
  const insert = () =>
    tx
      .insert(user)
      .values({
        name: nameOf(person),
        email,
        emailKey: emailKey(email),
        // Whoever can set the password has read mail at this address.
        emailVerified: true,
        firstName,
        lastName,
        phone,
      })
      .onConflictDoNothing()
      .returning({ id: user.id })
  let [made] = await insert()
  if (!made) {
    const isUnproven = and(eq(user.emailKey, emailKey(email)), eq(user.emailVerified, false))
    const [gone] = await tx.delete(user).where(isUnproven).returning({ id: user.id })
    if (gone) [made] = await insert()
  }
  if (!made) {
    const [known] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(email)))
    return { userId: known!.id, isNew: false }
  }
  await tx.update(profiles).set({ mustChangePassword: true }).where(eq(profiles.userId, made.id))
  return { userId: made.id, isNew: true }
}

/** Gives a new account a password that staff chose, good for a week, and mails the person where to use it. `hash` is of it. */
export async function setTemporaryPassword(tx: Tx, env: Env, { id, email, firstName }: AuthPerson, hash: string) {
  await tx.insert(account).values({ accountId: id, providerId: 'credential', userId: id, password: hash })
  const temporaryPasswordUntil = new Date(tx.now.getTime() + temporaryPasswordDays * 86_400_000)
  await tx.update(profiles).set({ temporaryPasswordUntil }).where(eq(profiles.userId, id))
  await tx.mail(mail.temporaryPasswordMail, { address: email, userId: id }, { firstName, url: `${env.publicUrl}/auth` })
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

/** Invites the first admin of a new house, whose address the configuration names; does nothing once there is an admin. */
export async function inviteFirstAdmin(runtime: Runtime): Promise<void> {
  const email = runtime.env.FIRST_ADMIN
  if (!email) return
  await transact(runtime, systemCause(runtime.clock.now(), { requestId: 'first start' }), async tx => {
    // Several processes may start at once: one of them invites.
    await tx.execute(sql`lock table ${userRoles} in share row exclusive mode`)
    const [known] = await tx
      .select({ id: userRoles.userId })
      .from(userRoles)
      .where(eq(userRoles.role, 'admin'))
      .limit(1)
    if (known) return
    const person = { firstName: 'Admin', lastName: '', email, phone: '' }
    const { userId, isNew } = await createAccount(tx, person)
    await tx.insert(userRoles).values({ userId, role: 'admin', grantedAt: tx.now })
    await tx.update(profiles).set({ approvalStatus: 'approved' }).where(eq(profiles.userId, userId))
    if (isNew) await sendInvitation(tx, runtime.env, { ...person, id: userId })
  })
}

/** Everybody active who holds one of these roles, once. */
export async function peopleWith(
  db: Reader,
  roles: Role[],
): Promise<{ userId: string; email: string; firstName: string; twoFactorEnabled: boolean; roles: Role[] }[]> {
  return db
    .select({
      userId: user.id,
      email: user.email,
      firstName: profiles.firstName,
      twoFactorEnabled: user.twoFactorEnabled,
      roles: rolesOf(user.id),
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .where(activeWith(roles))
    .orderBy(user.id)
}

const linkTo = (env: Env, path: string, token: string) => `${env.publicUrl}${path}?token=${encodeURIComponent(token)}`

/** A new password ends the change that staff asked for (decision 5). */
export async function endForcedChange(db: Db, userId: string): Promise<void> {
  await db
    .update(profiles)
    .set({ mustChangePassword: false, temporaryPasswordUntil: null })
    .where(eq(profiles.userId, userId))
}

/** How long a password is good that staff gave out, as an invitation is. */
const temporaryPasswordDays = invitationDays

/** Whether the time of a password that staff gave out has passed. */
export async function isPasswordOver(db: Reader, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ until: profiles.temporaryPasswordUntil })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return row?.until ? row.until <= now : false
}

/** Every role that the person holds, on hold or not. */
export async function rolesHeldBy(db: Reader, userId: string): Promise<Role[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId))
  return rows.map(({ role }) => role)
}

/** Whether the account in `"user"` has a password of its own. */
export const hasPassword = sql<boolean>`exists (select 1 from account a where a.user_id = "user".id and a.provider_id = 'credential')`

/** The account with what may be done to it hanging on, held until the transaction ends. Throws NOT_FOUND. */
export async function lockAccount(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      userId: profiles.userId,
      accountStatus: profiles.accountStatus,
      email: user.email,
      firstName: profiles.firstName,
      hasPassword,
    })
    .from(profiles)
    .innerJoin(user, eq(user.id, profiles.userId))
    .where(eq(profiles.userId, userId))
    .for('update', { of: profiles })
  if (!row) throw notFound()
  return row
}
