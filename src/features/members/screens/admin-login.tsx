import { Anchor } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { authClient } from '#web/auth-client.ts'
import { rpc } from '#web/client.ts'
import { afterSignIn } from '#web/session.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** /admin/login: the back office's own door. It admits admins and signs everybody else out again (AUTH-42…44). */
export function AdminLogin() {
  const navigate = useNavigate()
  const admit = async () => {
    const me = await rpc.members.me().catch(() => null)
    if (!me?.roles.includes('admin')) {
      await authClient.signOut()
      await afterSignIn()
      return toast.error('Access Denied', "You don't have admin privileges.")
    }
    await afterSignIn()
    await navigate({ to: '/admin' as string, replace: true })
  }
  return (
    <Page title="Admin sign-in" lead="For the people who run the house." width="form">
      <SignInForm label="Admin sign-in" onDone={() => void admit()}>
        <Anchor component={Link} to={'/auth' as string}>
          Back to member sign-in
        </Anchor>
      </SignInForm>
    </Page>
  )
}
