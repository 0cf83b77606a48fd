import { Anchor, Group } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ownPath } from '#access.ts'
import { Page } from '#ui/page.tsx'
import { afterSignIn, useMe } from '#web/session.tsx'
import { ForgotPassword } from '../parts/forgot-password.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { SignUp, type SignUpStep } from '../parts/sign-up.tsx'
import { placeAfterSignIn, redirectAfterMs } from '../rules.ts'

interface Search {
  mode?: 'login' | 'signup' | 'forgot-password'
  step?: SignUpStep
  return?: string
}

const texts = {
  login: { title: 'Sign In', lead: 'Welcome back. Your events, bookings and people are behind this door.' },
  signup: { title: 'Create your account', lead: 'An account lets you look around and apply for membership.' },
  'forgot-password': { title: 'Forgot your password?', lead: 'We mail you a link to choose a new one.' },
}

/** /auth: signing in, signing up and asking for a reset (AUTH-01…17). Whoever is signed in goes on to their page. */
export function Auth() {
  const { mode = 'login', step = 'info', return: back } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const me = useMe()
  const isNew = mode === 'signup' && step !== 'info'
  const target = me && (me.mustChangePassword ? placeAfterSignIn(me) : ownPath(back, placeAfterSignIn(me)))
  useEffect(() => {
    if (!target) return
    // A new person reads that it worked before they are taken along (AUTH-03).
    const timer = setTimeout(() => void navigate({ href: target, replace: true }), isNew ? redirectAfterMs : 0)
    return () => clearTimeout(timer)
  }, [target, isNew, navigate])

  const open = (next: Search['mode']) => ({ mode: next, ...(back && { return: back }) }) as never
  const { title, lead } = texts[mode]
  return (
    <Page title={title} lead={lead} width="form">
      {mode === 'signup' ? (
        <SignUp step={me && isNew ? 'complete' : step} back={back} />
      ) : mode === 'forgot-password' ? (
        <ForgotPassword onSent={() => void navigate({ to: '/auth' as string, search: open('login') })} />
      ) : (
        <SignInForm label="Sign in" offersLink onDone={() => void afterSignIn()}>
          <Anchor component={Link} to={'/auth' as string} search={open('forgot-password')}>
            Forgot your password?
          </Anchor>
        </SignInForm>
      )}
      <Group component="nav" aria-label="Other ways in" mt="xl" gap="lg">
        {mode !== 'login' && (
          <Anchor component={Link} to={'/auth' as string} search={open('login')}>
            Sign in
          </Anchor>
        )}
        {mode !== 'signup' && (
          <Anchor component={Link} to={'/auth' as string} search={open('signup')}>
            Create an account
          </Anchor>
        )}
        <Anchor component={Link} to={'/admin/login' as string}>
          Admin sign-in
        </Anchor>
      </Group>
    </Page>
  )
}
