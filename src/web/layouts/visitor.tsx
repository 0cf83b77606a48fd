import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type FrameLink, VisitorFrame } from '#ui/plain/visitor-frame.tsx'
import { useBuilt } from '#web/built.ts'
import { visitorFooter, visitorMenu } from './menus.ts'
import { Notices } from './notices.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'

/** The frame for people who are not signed in. Plain elements only: it is part of the first download. */
export function VisitorLayout({ children }: { children: ReactNode }) {
  const menu = useBuilt(visitorMenu)
  const footer = useBuilt(visitorFooter)
  return (
    <VisitorFrame Link={RouterLink} menu={menu} footer={footer} notices={<Notices />} end={<SchemeSwitch />}>
      {children}
    </VisitorFrame>
  )
}

const RouterLink: FrameLink = ({ to, ...rest }) => <Link to={to} {...rest} />
