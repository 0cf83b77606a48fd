import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { settingsFact } from '#features/house/settings/model.ts'
import { isActiveMembership, userMemberships } from '#features/membership/memberships/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { grantTokens, leftByPerson, spendTokens, tokenBalance, tokensOut } from '#features/membership/tokens/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { listPage, matchingName } from '#platform/db/list-page.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { demand, notFound } from '#platform/rpc/errors.ts'
import { exportable } from '#platform/rpc/export.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'
import { balanceList, bonus, charge } from './inputs.ts'
import { bonusMail, chargeMail } from './mail.tsx'
import { bonusWords, chargeWords, whyNotGive } from './rules.ts'

/** Tokens that the office gives and takes, and who has how many; part of `tokens` in the router. */
export const bonusCalls = {
  /** Members, and whoever else still has tokens, with what they have. */
  balances: exportable(
    forAdmin
      .route({ method: 'GET', summary: 'Who has tokens' })
      .input(balanceList)
      .handler(async ({ input, context: { db } }) => {
        const left = leftByPerson(db)
        const balance = sql<number>`coalesce(${left.balance}, 0)`.mapWith(Number)
        const bought = sql<number>`coalesce(${left.bought}, 0)`.mapWith(Number)
        const { oldestAt } = left
        const select = db
          .select({
            userId: user.id,
            name: user.name,
            email: user.email,
            accountStatus: profiles.accountStatus,
            hasMembership: sql<boolean>`${userMemberships.id} is not null`,
            ...{ tier: membershipTiers.name, balance, bought, oldestAt },
          })
          .from(user)
          .innerJoin(profiles, eq(profiles.userId, user.id))
          .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
          .leftJoin(membershipTiers, eq(membershipTiers.id, userMemberships.tierId))
          .leftJoin(left, eq(left.userId, user.id))
          .where(
            and(
              or(isNotNull(userMemberships.id), isNotNull(left.userId)),
              input.has && (input.has === 'tokens' ? isNotNull(left.userId) : isNull(left.userId)),
              matchingName(input.q, user.name, user.email),
              input.id ? eq(user.id, input.id) : undefined,
            ),
          )
          .$dynamic()
        const page = await listPage(db, select, input, {
          sort: { name: user.name, balance, bought, oldestAt: sql`${oldestAt}` },
          tie: user.id,
        })
        return { ...page, rows: page.rows.map(row => ({ ...row, can: { give: whyNotGive(row) === null } })) }
      }),
    {
      Person: row => row.name,
      Email: row => row.email,
      Plan: row => row.tier,
      Tokens: row => row.balance,
      'Of them bought': row => row.bought,
      'Oldest from': row => row.oldestAt,
    },
  ),

  /**
   * What the house owes in tokens: all that came less what was spent, by how they came, and of those that are out their age; those
   * bought at the price of now, in pence.
   */
  liability: forAdmin
    .route({ method: 'GET', summary: 'Tokens that came, were spent and are out' })
    .handler(async ({ context: { db, fact, now } }) => {
      const [{ tokenPricePence }, { account, rows }] = [await fact(settingsFact), await tokensOut(db, now)]
      const tokens = account.reduce((sum, { left }) => sum + left, 0)
      const bought = account.find(({ way }) => way === 'bought')!.left
      return { account, rows, tokens, bought, tokenPricePence, boughtPence: bought * tokenPricePence }
    }),

  /**
   * Gives a member bonus tokens, 1 to 1000, with a reason that they read (MBR-31, CNT-63). NOT_FOUND, NO_MEMBERSHIP, ON_HOLD.
   */
  give: forAdmin
    .meta({ spends: ['tokens'] })
    .route({ summary: 'Give bonus tokens' })
    .input(bonus)
    .handler(({ input: { userId, amount, reason }, context: { write } }) =>
      write(async tx => {
        const person = await receiver(tx, userId)
        // The books keep no words about a person: why stands in the mail.
        await grantTokens(tx, {
          userId,
          amount,
          type: 'bonus',
          description: bonusWords,
          ref: `given:${crypto.randomUUID()}`,
        })
        const balance = await tokenBalance(tx, userId)
        const { email: address, firstName } = person
        await tx.mail(bonusMail, { address, userId }, { firstName, amount, reason, balance })
        await tx.announce({ to: { userId }, kind: 'tokens.granted' })
        await tx.announce({ to: { role: 'admin' }, kind: 'tokens.given' })
        return { userId, amount, balance }
      }),
    ),

  /**
   * Takes 1 to 1000 tokens of a member for what the house arranged with them, such as a day in the event space (TOK-14); they
   * read for what. NOT_FOUND, NO_MEMBERSHIP, ON_HOLD, INSUFFICIENT_TOKENS.
   */
  charge: forAdmin
    .meta({ spends: ['tokens'] })
    .route({ summary: 'Take tokens for what was arranged' })
    .input(charge)
    .handler(({ input: { userId, amount, what }, context: { write } }) =>
      write(async tx => {
        const person = await receiver(tx, userId)
        await spendTokens(tx, userId, [{ amount, description: chargeWords, ref: `arranged:${crypto.randomUUID()}` }])
        const balance = await tokenBalance(tx, userId)
        const { email: address, firstName } = person
        await tx.mail(chargeMail, { address, userId }, { firstName, amount, what, balance })
        await tx.announce({ to: { userId }, kind: 'tokens.changed' })
        await tx.announce({ to: { role: 'admin' }, kind: 'tokens.given' })
        return { userId, amount, balance }
      }),
    ),
}

/** The member whose tokens the office gives or takes, for a write. */
async function receiver(tx: Tx, userId: string) {
  const [person] = await tx
    .select({
      email: user.email,
      firstName: user.firstName,
      accountStatus: profiles.accountStatus,
      hasMembership: sql<boolean>`${userMemberships.id} is not null`,
    })
    .from(user)
    .innerJoin(profiles, eq(profiles.userId, user.id))
    .leftJoin(userMemberships, and(eq(userMemberships.userId, user.id), isActiveMembership))
    .where(eq(user.id, userId))
  if (!person) throw notFound('There is no such member.')
  demand(whyNotGive(person))
  return person
}
