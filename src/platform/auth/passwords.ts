import { heavy, whoAsks } from '#platform/heavy/heavy.ts'
import { asOfLibrary } from './refusals.ts'

/** Hashes a password with argon2id. BUSY (429) when too many are being hashed. */
export const hashPassword = (password: string): Promise<string> =>
  heavy('password', whoAsks(), threads => threads.hash(password))

/**
 * Whether the password is the one that was hashed. BUSY (429) when too many are being looked at, as a refusal of the
 * sign-in library: its hooks give the attempt back.
 */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
  heavy('password', whoAsks(), threads => threads.verify(given)).catch(asOfLibrary)

/**
 * True for passwords that a guesser tries early: common ones, and ones made of the person's own words (decision 5).
 * A short one without any pattern is weak but not common; how long one must be is another rule. BUSY (429) when too many
 * are being judged.
 */
export const isCommonPassword = (password: string, ownWords: string[] = []): Promise<boolean> =>
  heavy('strength', whoAsks(), threads => threads.isCommon({ password, ownWords }))
