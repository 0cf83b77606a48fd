import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Decision } from '#access.ts'
import { type Me, useSignOut } from '#web/session/session.tsx'
import classes from './shell-screens.module.css'
import { useTitle } from './use-title.ts'

interface StandingProps {
  decision: Exclude<Decision, 'open' | 'signIn' | 'denied' | 'changePassword'> | 'failed'
  me: Me | null
  retry: () => void
}

/** What a person sees instead of a page when their standing, or a failed lookup of it, keeps the page closed. */
export function Standing({ decision, me, retry }: StandingProps) {
  if (decision === 'failed') return <LookupFailed retry={retry} />
  if (decision === 'setUpTwoFactor') return <SetUpTwoFactor />
  return me && <Closed me={me} />
}

function Closed({ me: { standing, blockedReason } }: { me: Me }) {
  const { title, words, next } = standing
  return (
    <Notice title={title} actions={<WaysOn next={next} />}>
      <p>{words}</p>
      {blockedReason ? (
        <p>
          <strong>Reason:</strong> {blockedReason}
        </p>
      ) : (
        <p>If you think this is a mistake, get in touch with us and we will look at it again.</p>
      )}
    </Notice>
  )
}

function SetUpTwoFactor() {
  return (
    <Notice
      title="Set up two-factor sign-in"
      actions={
        <>
          <Link to="/account" search={{ tab: 'security' }} className={classes.action}>
            Account Settings
          </Link>
          <LogOut />
        </>
      }
    >
      <p>The back office asks for a code from an authenticator app. Set it up in your account, then come back.</p>
    </Notice>
  )
}

function LookupFailed({ retry }: { retry: () => void }) {
  return (
    <Notice
      title="We could not check your access"
      actions={
        <button type="button" className={classes.action} onClick={retry}>
          Try again
        </button>
      }
    >
      <p>The connection failed before we knew who you are. Nothing is lost; try again in a moment.</p>
    </Notice>
  )
}

function Notice({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={classes.notice}>
      <h1>{title}</h1>
      {children}
      <div className={classes.actions}>{actions}</div>
    </div>
  )
}

function WaysOn({ next }: { next: Me['standing']['next'] }) {
  return (
    <>
      <Link to={next.to} className={classes.action}>
        {next.label}
      </Link>
      {next.to === '/contact' ? null : (
        <Link to="/contact" className={`${classes.action} ${classes.quiet}`}>
          Contact us
        </Link>
      )}
      <LogOut />
    </>
  )
}

function LogOut() {
  const signOut = useSignOut()
  return (
    <button type="button" className={`${classes.action} ${classes.quiet}`} onClick={signOut}>
      Log Out
    </button>
  )
}
