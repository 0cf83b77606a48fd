import { useNavigate } from '@tanstack/react-router'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { authClient } from '#web/session/auth-client.ts'
import { afterSignIn } from '#web/session/session.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** /admin/login: the back office's own door. It admits admins and signs everybody else out again (AUTH-42…44). */
export function AdminLogin() {
  const navigate = useNavigate()
  const enter = async () => {
    // A failed lookup is no answer (decision 2): it may be tried again, and nobody is signed out for it.
    const me = await rpc.members.me().catch(() => undefined)
    if (me === undefined) return toast.error('Sign-in could not be checked', 'Please try again.')
    if (!me?.can.openAdminOnly) {
      await authClient.signOut()
      await afterSignIn()
      return toast.error('Access Denied', "You don't have admin privileges.")
    }
    await afterSignIn()
    await navigate({ to: '/admin', replace: true })
  }
  return (
    <Page title="Admin sign-in" lead="For the people who run the house." width="form">
      <SignInForm label="Admin sign-in" onDone={() => void enter()}>
        <p>Members of the committee and people at the door sign in as members do.</p>
        <AnchorLink to="/auth">Back to member sign-in</AnchorLink>
      </SignInForm>
    </Page>
  )
}
