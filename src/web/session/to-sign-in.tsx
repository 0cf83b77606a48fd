import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageLoading } from '#web/screens/loading.tsx'
import { hasSignedOut } from './session.tsx'

/**
 * Leaves for /auth, with the way back unless the person meant to leave. The address changes before the page does: once
 * on the way it is let go on, but another closed page, opened meanwhile with Back, is left as well.
 */
export function ToSignIn() {
  const navigate = useNavigate()
  const pathname = useLocation({ select: location => location.pathname })
  useEffect(() => {
    if (pathname === '/auth') return
    const back = hasSignedOut() ? {} : { return: window.location.pathname + window.location.search }
    void navigate({ to: '/auth', search: back, replace: true })
  }, [pathname, navigate])
  return <PageLoading />
}
