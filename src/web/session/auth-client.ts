import { magicLinkClient, twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { askToSignInAgain, freshSignInCode, whileSigningIn } from './session-end.ts'

/** Sign-in, sign-up, resets and two-factor. Import it lazily from anything that visitors' first page needs. */
export const authClient = createAuthClient({
  basePath: '/auth-api',
  fetchOptions: { customFetchImpl: (input, init) => whileSigningIn(fetch(input, init)) },
  plugins: [magicLinkClient(), twoFactorClient()],
})

/** A call of the sign-in library; when it asks for a fresh sign-in it is made once more after one. */
export async function freshly<Answer extends { error: { code?: string | undefined } | null }>(
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await call()
  return answer.error?.code === freshSignInCode && (await askToSignInAgain('fresh')) ? call() : answer
}

export { holdSignIn } from './session-end.ts'
