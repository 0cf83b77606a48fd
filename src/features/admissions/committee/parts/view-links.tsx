import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { decide, findRoute } from '#access.ts'
import { useMe } from '#web/session/session.tsx'
import classes from './view-links.module.css'

const views = [
  { to: '/admin/committee-applications', label: 'To vote on' },
  { to: '/admin/approvals', label: 'Pending' },
  { to: '/admin/admin-applications', label: 'All' },
  { to: '/admin/member-approvals', label: 'Launch registrations' },
] as const

/** From one view of who wants to join to the others that this person may open; nothing where there is but one. */
export function ViewLinks() {
  const me = useMe()
  const open = views.filter(({ to }) => decide(findRoute(to)!, me) === 'open')
  const bar = useRef<HTMLElement>(null)
  // On a phone they do not all fit: the one that is open is in sight.
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && here) bar.current.scrollLeft = here.offsetLeft + here.offsetWidth - bar.current.clientWidth
  }, [])
  if (open.length < 2) return null
  return (
    <nav ref={bar} aria-label="Views" className={classes.views}>
      {open.map(({ to, label }) => (
        <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
