import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBuilt } from '#web/built.ts'
import { Brand } from './brand.tsx'
import { visitorFooter, visitorMenu } from './menus.ts'
import { Notices } from './notices.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './visitor.module.css'

/** The frame for people who are not signed in. Plain elements only: it is part of the first download. */
export function VisitorLayout({ children }: { children: ReactNode }) {
  const menu = useBuilt(visitorMenu)
  const footer = useBuilt(visitorFooter)
  return (
    <>
      <Notices />
      <header className={classes.header}>
        <Brand />
        <nav aria-label="Main" className={classes.menu}>
          {menu.map(({ label, to }) => (
            <Link key={label} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <footer className={classes.footer}>
        <div>
          <p className={classes.house}>Exchange</p>
          <p>The house of people who make things. Marylebone, London.</p>
        </div>
        {footer.length > 0 && (
          <nav aria-label="Footer">
            {footer.map(({ label, to }) => (
              <Link key={label} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        <SchemeSwitch />
      </footer>
    </>
  )
}
