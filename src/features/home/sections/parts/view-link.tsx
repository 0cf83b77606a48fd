import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/link.tsx'

/** Between a section's form and its history, which both have an address; page and row of the history are none of the form's. */
export function ViewLink({ to, children }: { to: 'history' | null; children: ReactNode }) {
  const pathname = useLocation({ select: location => location.pathname })
  return (
    <ButtonLink to={pathname} search={to ? { view: to } : {}} variant="default">
      {children}
    </ButtonLink>
  )
}
