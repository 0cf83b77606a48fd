import { makeMember, standInLine } from '#features/admissions/waitlist/model.ts'
import { newAccountInput } from '#features/people/members/inputs.ts'
import { createAccount, sendInvitation, setTemporaryPassword } from '#features/people/members/model.ts'
import { passwordTexts } from '#features/people/members/rules.ts'
import { hashPassword, isCommonPassword } from '#platform/auth/passwords.ts'
import { refusal } from '#platform/rpc/errors.ts'
import { forAdmin } from '#platform/rpc/procedures.ts'

/** Accounts that staff make; part of `members` in the router, and here because they may come with membership. */
export const accountCalls = {
  /**
   * Makes an account. With a temporary password, good for a week, the person changes it at their first sign-in; without one
   * they are mailed an invitation to choose one (AUTH-05, AUTH-30, decision 5). Who is approved at once is a member as
   * anybody else who is approved: an Explorer, or in line while the house is full (`isWaiting`; decisions 16 and 32).
   * Refusals: ACCOUNT_EXISTS, REGISTRATION_NOT_ALLOWED, PASSWORD_COMPROMISED.
   */
  createAccount: forAdmin
    .meta({ fresh: true })
    .route({ summary: 'Make an account' })
    .input(newAccountInput)
    .handler(async ({ input: { temporaryPassword, isApproved, ...person }, context: { runtime, write } }) => {
      const own = [person.firstName, person.lastName, ...person.email.split('@')]
      if (temporaryPassword && (await isCommonPassword(temporaryPassword, own)))
        throw refusal('PASSWORD_COMPROMISED', passwordTexts.common, { status: 400, field: 'temporaryPassword' })
      const hash = temporaryPassword && (await hashPassword(temporaryPassword))
      return write(async tx => {
        const { userId, isNew } = await createAccount(tx, person)
        if (!isNew)
          throw refusal('ACCOUNT_EXISTS', 'There is an account with this address already.', { field: 'email' })
        if (hash) await setTemporaryPassword(tx, runtime.env, { ...person, id: userId }, hash)
        else await sendInvitation(tx, runtime.env, { ...person, id: userId })
        const isWaiting = isApproved && !(await makeMember(tx, userId))
        if (isWaiting) await standInLine(tx, { ...person, phoneNumber: person.phone, userId, applicationId: null })
        return { userId, isWaiting }
      })
    }),
}
