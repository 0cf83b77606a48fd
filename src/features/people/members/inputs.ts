import { z } from 'zod'
import { roles } from '#platform/auth/actor.ts'
import { editOf } from '#platform/edit.ts'
import { emailLine, line, neededLine, optionalPhone, phoneLine } from '#platform/inputs.ts'
import { listInput } from '#platform/list.ts'
import { type PasswordStrength, passwordProblem } from './rules.ts'

/** How an account stands in the house: who is not active reads why and can do nothing else (decision 3). */
export const accountStatuses = ['active', 'blocked', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** What became of the wish to be a member (ROLE-04). */
export const approvalStatuses = ['pending', 'approved', 'rejected'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** How somebody stands with what their plan costs; `free`: nothing is to pay for it now. */
export const planStates = ['paid', 'free', 'paused', 'pending', 'overdue', 'takenBack'] as const
export type PlanState = (typeof planStates)[number]

const notAnEmail = 'Enter a valid email address'
const email = emailLine(notAnEmail, notAnEmail)
const newPassword = (strength: PasswordStrength) =>
  z.string().check(context => {
    const problem = passwordProblem(context.value, strength)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })
const matches = ({ password, confirmation }: { password: string; confirmation: string }) => password === confirmation
// Also said while another field is still wrong.
const saying = (message: string) => ({ path: ['confirmation'], message, when: () => true })

/** Login: a valid email and six characters (AUTH-09); more would tell strangers what our passwords look like. */
export const signInInput = z.strictObject({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters'),
})

/** Name, address and telephone of a new account (AUTH-06, AUTH-07); the server holds sign-ups to the same. */
export const signUpDetails = z.object({
  firstName: neededLine('First name is required'),
  lastName: neededLine('Last name is required'),
  email,
  phone: phoneLine('Phone number is required'),
  referralCode: z.string().max(1_000).optional(),
  tierSlug: z.string().max(1_000).optional(),
  isApplying: z.boolean().optional(),
})
export const signUpInput = signUpDetails.extend({ password: newPassword('full') })

export const emailInput = z.strictObject({ email })

/** Six characters (AUTH-20, decision 5). */
export const resetPasswordInput = z
  .strictObject({ password: newPassword('reset'), confirmation: z.string() })
  .refine(matches, saying('Passwords do not match'))
/** The first password of an invited person (AUTH-31, decision 5). */
export const invitedPasswordInput = z
  .strictObject({ password: newPassword('full'), confirmation: z.string() })
  .refine(matches, saying('Passwords do not match'))
/** AUTH-23 */
export const changePasswordInput = z
  .strictObject({
    currentPassword: z.string().min(1, 'Enter your current password'),
    password: newPassword('full'),
    confirmation: z.string(),
    isEverywhere: z.boolean().default(true),
  })
  .refine(matches, saying("Passwords don't match"))
/** AUTH-39 */
export const reauthenticateInput = z.strictObject({
  password: z.string().min(6, 'Password must be at least 6 characters'),
})
export const codeInput = z.strictObject({
  code: z.string().trim().min(6, 'Enter the code from your authenticator app').max(20),
  isTrusted: z.boolean().default(false),
})
const presentPassword = z.string().min(1, 'Enter your password')
/** The password that was chosen at sign-up, asked for where its link is opened elsewhere. */
export const signUpPasswordInput = z.strictObject({ password: presentPassword })
/** What switching the second factor on asks for; there is no code yet. */
export const passwordOnlyInput = z.strictObject({ password: presentPassword, code: z.literal('') })
/** What switching it off and new recovery codes ask for. */
export const passwordAndCodeInput = z.strictObject({ password: presentPassword, code: codeInput.shape.code })

/** What people may change of themselves (MEM-20). Approval, roles and points are not among it. */
export const profileFields = z.strictObject({
  firstName: neededLine('First name is required'),
  lastName: neededLine('Last name is required'),
  phone: optionalPhone(),
  addressLine1: line(200),
  addressLine2: line(200),
  city: line(100),
  postalCode: line(20),
  country: line(100),
})
export const profileInput = z.strictObject(editOf(profileFields))

const userId = z
  .string()
  .min(1)
  .max(100)
  .refine(value => !hasControl(value), 'Not found')

/** `id`: the account of this person alone. */
export const memberList = listInput(['name', 'email', 'createdAt'], '-createdAt', {
  role: z.enum(roles),
  approval: z.enum(approvalStatuses),
  status: z.enum(accountStatuses),
  payment: z.enum(planStates),
  id: userId,
})

export const roleInput = z.strictObject({ userId, role: z.enum(roles) })
export const holdInput = z.strictObject({
  userId,
  status: z.enum(['blocked', 'suspended']),
  reason: neededLine('Say why. The person will read it.', 500),
  /** A block ends a paid membership: whether what is unused of it goes back. */
  isGivenBack: z.boolean().default(true),
})
export const memberRef = z.strictObject({ userId })

/** An account that staff make: with a temporary password, or with an invitation to choose one. */
export const newAccountInput = z.strictObject({
  firstName: neededLine('First name is required'),
  lastName: neededLine('Last name is required'),
  email,
  phone: optionalPhone().default(''),
  /** A member at once, without an application. */
  isApproved: z.boolean().default(false),
  temporaryPassword: z.union([z.literal(''), newPassword('full')]).default(''),
})

function hasControl(value: string): boolean {
  return Array.from(value).some(char => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127)
}
