import { useSyncExternalStore } from 'react'

/**
 * What happens when a session ends under somebody's hands. If they typed into a form on this page they are asked to
 * sign in again in place and nothing is lost; otherwise the page is left for /auth (see session.tsx and root.tsx).
 */

/** Why somebody is asked: their session has ended, or what they do asks for a fresh sign-in. */
export type WhySignIn = 'ended' | 'fresh'

/** Shows the "Sign in again" dialog; resolves to whether the same person is signed in again. Callers share one dialog. */
export function askToSignInAgain(why: WhySignIn = 'ended'): Promise<boolean> {
  if (!asking) {
    reason = why
    asking = new Promise(resolve => {
      answer = resolve
    })
    announce()
  }
  return asking
}

/** What the server says when a step asks for a sign-in within the hour. */
export const freshSignInCode = 'FRESH_SIGN_IN_NEEDED'

/** Counts a call of the sign-in library as under way: it may replace the session that other calls are made with. */
export function whileSigningIn<Answer>(call: Promise<Answer>): Promise<Answer> {
  underWay.add(call)
  const done = () => underWay.delete(call)
  call.then(done, done)
  return call
}

/**
 * Counts a sign-in as under way until the returned function is called: between the password and the code there is no
 * session, which does not mean that it has ended.
 */
export function holdSignIn(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void whileSigningIn(promise)
  return resolve
}

/** Resolves when no call of the sign-in library is under way. */
export const signInSettled = () => Promise.allSettled(underWay)

/** Closes the dialog with its outcome. */
export function answerSignInAgain(isSignedIn: boolean) {
  answer(isSignedIn)
  asking = undefined
  reason = undefined
  announce()
}

/** Why the dialog is to be shown; undefined when it is not. */
export const useWhySignInAgain = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => reason,
  )

/** Whether something was typed into a form since this page was opened. */
export const hasTypedSomething = () => hasTyped

/** Called when another page opens. */
export function forgetTyping() {
  hasTyped = false
}

let asking: Promise<boolean> | undefined
let reason: WhySignIn | undefined
let answer: (isSignedIn: boolean) => void = () => {}
let hasTyped = false
const underWay = new Set<Promise<unknown>>()
const listeners = new Set<() => void>()

function announce() {
  for (const listener of listeners) listener()
}

document.addEventListener(
  'input',
  event => {
    if ((event.target as Element).closest('form')) hasTyped = true
  },
  { capture: true, passive: true },
)
