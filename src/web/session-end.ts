import { useSyncExternalStore } from 'react'

/**
 * What happens when a session ends under somebody's hands. If they typed into a form on this page they are asked to
 * sign in again in place and nothing is lost; otherwise the page is left for /auth (see session.tsx and root.tsx).
 */

/** Shows the "Sign in again" dialog; resolves to whether the same person is signed in again. Callers share one dialog. */
export function askToSignInAgain(): Promise<boolean> {
  if (!asking) {
    asking = new Promise(resolve => {
      answer = resolve
    })
    announce()
  }
  return asking
}

/** Closes the dialog with its outcome. */
export function answerSignInAgain(isSignedIn: boolean) {
  answer(isSignedIn)
  asking = undefined
  announce()
}

/** Whether the dialog is to be shown. */
export const useIsAskedToSignInAgain = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asking !== undefined,
  )

/** Whether something was typed into a form since this page was opened. */
export const hasTypedSomething = () => hasTyped

/** Called when another page opens. */
export function forgetTyping() {
  hasTyped = false
}

let asking: Promise<boolean> | undefined
let answer: (isSignedIn: boolean) => void = () => {}
let hasTyped = false
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
