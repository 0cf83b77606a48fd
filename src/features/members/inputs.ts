import { z } from 'zod'
import { type PasswordStrength, passwordProblem } from './rules.ts'

export const phoneText = 'Phone must be in format +44XXXXXXXXXX'

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .refine(value => !hasControl(value), 'This text contains a character that cannot be stored.')
const needed = (text: string, max = 100) => line(max).min(1, text)
const phone = z
  .string()
  .trim()
  .regex(/^\+44\d{10}$/, phoneText)
const email = z.string().trim().max(254, 'Enter a valid email address').pipe(z.email('Enter a valid email address'))
const newPassword = (strength: PasswordStrength) =>
  z.string().check(context => {
    const problem = passwordProblem(context.value, strength)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })
const matches = ({ password, confirmation }: { password: string; confirmation: string }) => password === confirmation
// Also said while another field is still wrong.
const saying = (message: string) => ({ path: ['confirmation'], message, when: () => true })

/** Login: a valid e-mail and six characters (AUTH-09); more would tell strangers what our passwords look like. */
export const signInInput = z.object({
  email,
  password: z.string().min(6, 'Password must be at least 6 characters'),
})

/** Name, address and telephone of a new account (AUTH-06, AUTH-07); the server holds sign-ups to the same. */
export const signUpDetails = z.object({
  firstName: needed('First name is required'),
  lastName: needed('Last name is required'),
  email,
  phone,
})
export const signUpInput = signUpDetails.extend({ password: newPassword('full') })

export const emailInput = z.object({ email })

/** Six characters (AUTH-20, decision 5). */
export const resetPasswordInput = z
  .object({ password: newPassword('reset'), confirmation: z.string() })
  .refine(matches, saying('Passwords do not match'))
/** The first password of an invited person (AUTH-31, decision 5). */
export const invitedPasswordInput = z
  .object({ password: newPassword('full'), confirmation: z.string() })
  .refine(matches, saying('Passwords do not match'))
/** AUTH-23 */
export const changePasswordInput = z
  .object({
    currentPassword: z.string().min(1, 'Enter your current password'),
    password: newPassword('full'),
    confirmation: z.string(),
    isEverywhere: z.boolean().default(true),
  })
  .refine(matches, saying("Passwords don't match"))
/** AUTH-39 */
export const reauthenticateInput = z.object({
  password: z.string().min(6, 'Password must be at least 6 characters'),
})
export const codeInput = z.object({
  code: z.string().trim().min(6, 'Enter the code from your authenticator app').max(20),
  isTrusted: z.boolean().default(false),
})
export const currentPasswordInput = z.object({ password: z.string().min(1, 'Enter your password') })

/** What people may change of themselves (MEM-20). Approval, roles and points are not among it. */
export const profileInput = z.strictObject({
  firstName: needed('First name is required'),
  lastName: needed('Last name is required'),
  phone: z.union([z.literal(''), phone], { error: phoneText }),
  addressLine1: line(200),
  addressLine2: line(200),
  city: line(100),
  postalCode: line(20),
  country: line(100),
})

export const keyInput = z.strictObject({ name: needed('Give the key a name', 80) })
export const keyRef = z.strictObject({ keyId: z.uuid() })

const roleName = z.enum(['admin', 'committee', 'door'])
const accountStatus = z.enum(['active', 'blocked', 'suspended'])
export const memberSearch = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.enum(['name', '-name', 'email', '-email', 'createdAt', '-createdAt']).default('-createdAt'),
  q: line(100).default(''),
  role: roleName.optional(),
  status: accountStatus.optional(),
})

const userId = z
  .string()
  .min(1)
  .max(100)
  .refine(value => !hasControl(value), 'Not found')
export const roleChange = z.strictObject({ userId, role: roleName })
export const holdInput = z.strictObject({
  userId,
  status: z.enum(['blocked', 'suspended']),
  reason: needed('Say why. The person will read it.', 500),
})
export const memberRef = z.strictObject({ userId })

/** An account that staff make: with a temporary password, or with an invitation to choose one. */
export const newAccountInput = z.strictObject({
  firstName: needed('First name is required'),
  lastName: needed('Last name is required'),
  email,
  phone: z.union([z.literal(''), phone], { error: phoneText }).default(''),
  isApproved: z.boolean().default(false),
  temporaryPassword: z.union([z.literal(''), newPassword('full')]).default(''),
})

function hasControl(value: string): boolean {
  return Array.from(value).some(char => char.charCodeAt(0) < 32 || char.charCodeAt(0) === 127)
}
