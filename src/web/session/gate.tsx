import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { decide, placeFor, type RouteAccess } from '#access.ts'
import { PageLoading } from '#web/screens/loading.tsx'
import { site } from '#web/site.ts'
import { type Me, useSession } from './session.tsx'
import { ToSignIn } from './to-sign-in.tsx'

const Standing = lazy(async () => ({ default: (await import('#web/screens/standing.tsx')).Standing }))

interface GateProps {
  access: RouteAccess
  children: ReactNode
}

/**
 * Shows a page to those who may open it and leads everybody else on. Advice only: the server checks every call.
 * A lookup that failed is an error with a retry, never access.
 */
export function Gate({ access, children }: GateProps) {
  const { me: known, atDoor, isLoading, hasFailed, retry } = useSession()
  const me = known ?? (access.audience === 'door' ? atDoor : null)
  if (access.audience === 'visitor') return children
  if (isLoading && !me) return <PageLoading />
  const decision = hasFailed && !me ? 'failed' : decide(access, me, site.pagesOpenToVisitors)
  switch (decision) {
    case 'open':
      return children
    case 'signIn':
      // What the page is about may be open to everybody: the page asks, and leads to the sign-in itself where it is not.
      return access.isOpenInPart ? children : <ToSignIn />
    case 'changePassword':
      return <Navigate replace to="/first-login-password-change" />
    case 'denied':
      return me && <Denied me={me} />
    default:
      return (
        <Suspense fallback={<PageLoading />}>
          <Standing decision={decision} me={me} retry={retry} />
        </Suspense>
      )
  }
}

function Denied({ me }: { me: Me }) {
  const navigate = useNavigate()
  const pathname = useLocation({ select: location => location.pathname })
  const home = placeFor(me, 'denial')
  useEffect(() => {
    if (pathname === home) return
    void import('#ui/toast.ts').then(({ toast }) =>
      toast.error('Access Denied', "You don't have permission to access this page."),
    )
    void navigate({ to: home, replace: true })
  }, [pathname, home, navigate])
  return null
}
