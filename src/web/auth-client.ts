import { magicLinkClient, twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'

/** Sign-in, sign-up, resets and two-factor. Import it lazily from anything that visitors' first page needs. */
export const authClient = createAuthClient({
  basePath: '/auth-api',
  plugins: [magicLinkClient(), twoFactorClient()],
})
