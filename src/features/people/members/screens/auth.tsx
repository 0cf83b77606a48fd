import { Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findRoute, ownPath, placeFor } from '#access.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { pageNameOf } from '#web/page-names.ts'
import { afterSignIn, useMe } from '#web/session/session.tsx'
import { ForgotPassword } from '../parts/forgot-password.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { SignUp } from '../parts/sign-up.tsx'
import type { SignUpStep } from '../parts/sign-up-steps.tsx'
import { redirectAfterMs } from '../rules.ts'

interface Search {
  mode?: 'login' | 'signup' | 'forgot-password'
  step?: SignUpStep
  return?: string
}

const texts = {
  login: { title: 'Sign In', lead: 'Welcome back. Your bookings, tokens and membership are behind this door.' },
  signup: { title: 'Create your account', lead: 'An account lets you look around and apply for membership.' },
  'forgot-password': { title: 'Forgot your password?', lead: 'We email you a link to choose a new one.' },
}

/** The name of the page that somebody was led here from; null: of none, or of one's own, which is behind the door anyhow. */
function wantedOf(back: string | undefined): string | null {
  const [pathname = ''] = ownPath(back, '').split(/[?#]/)
  const path = findRoute(pathname)?.path
  return !path || path === '/home' || path === '/portal' ? null : (pageNameOf(path, null)?.title ?? null)
}

/** /auth: signing in, signing up and asking for a reset (AUTH-01…17). Whoever is signed in goes on to their page. */
export function Auth() {
  const { mode = 'login', step = 'info', return: back } = useSearch({ from: '/auth' })
  const navigate = useNavigate()
  const me = useMe()
  const isNew = mode === 'signup' && step !== 'info'
  const place = me && placeFor(me, 'signIn')
  const target = place && (me.mustChangePassword ? place : ownPath(back, place))
  useEffect(() => {
    if (!target) return
    // A new person reads that it worked before they are taken along (AUTH-03).
    const timer = setTimeout(() => void navigate({ href: target, replace: true }), isNew ? redirectAfterMs : 0)
    return () => clearTimeout(timer)
  }, [target, isNew, navigate])

  const open = (next: Search['mode']) => ({ mode: next, ...(back && { return: back }) })
  const { title, lead } = texts[mode]
  const wanted = mode === 'login' ? wantedOf(back) : null
  return (
    <Page
      title={title}
      lead={wanted ? `“${wanted}” opens once you have signed in. New here? Create an account below.` : lead}
      width="form"
    >
      {mode === 'signup' ? (
        <SignUp step={me && isNew ? 'complete' : step} back={back} isIn={me !== null} />
      ) : mode === 'forgot-password' ? (
        <ForgotPassword onSent={() => void navigate({ to: '/auth', search: open('login') })} />
      ) : (
        <SignInForm label="Sign in" offersLink onDone={() => void afterSignIn()}>
          <AnchorLink to="/auth" search={open('forgot-password')}>
            Forgot your password?
          </AnchorLink>
        </SignInForm>
      )}
      <Group component="nav" aria-label="Other ways in" mt="xl" gap="lg">
        {mode !== 'login' && (
          <AnchorLink to="/auth" search={open('login')}>
            Sign in
          </AnchorLink>
        )}
        {mode !== 'signup' && (
          <AnchorLink to="/auth" search={open('signup')}>
            Create an account
          </AnchorLink>
        )}
      </Group>
      <Text mt="xl" size="sm">
        Do you run the house? <AnchorLink to="/admin/login">Admin sign-in</AnchorLink>
      </Text>
    </Page>
  )
}
