import type { ReactNode } from 'react'
import { onDemand } from './on-demand.tsx'
import type { Toast } from './toasts.tsx'

interface ToastOptions extends Partial<Pick<Toast, 'action'>> {
  /** takes it back: offered in the place of a next step, and by the keys for it */
  undo?: () => void
}

const load = () => import('./toasts.tsx')
/** A screen reader notices a place for messages in that time; what is there together with its place is not read. */
const noticedMs = 100

/** Where they appear: in the shell. */
export const toasts = onDemand(async () => (await load()).Toasts)

/**
 * A short message about what just happened; a new one takes the place of the one before. What draws them comes with the first
 * message, so that pages without any never load it.
 */
export const toast = {
  success: (title: string, message?: ReactNode, options?: ToastOptions) => void show('good', title, message, options),
  /** stays a little longer and interrupts a screen reader */
  error: (title: string, message?: ReactNode, options?: ToastOptions) => void show('bad', title, message, options),
  info: (title: string, message?: ReactNode, options?: ToastOptions) => void show('info', title, message, options),
  /** takes away what stands there, where it is no longer true */
  clear: () => void (toasts.piece() && load().then(({ clear }) => clear())),
  /** takes away what only told that something went well, for what opens over it */
  makeWay: () => void (toasts.piece() && load().then(({ makeWay }) => makeWay())),
  /** what came next succeeded, or is another page: takes away a failure from before the last press of a key or a pointer */
  moveOn: () => void (toasts.piece() && load().then(({ moveOn }) => moveOn())),
  /** takes away the one with this title: the page says it now */
  giveWay: (title: string) => void (toasts.piece() && load().then(({ giveWay }) => giveWay(title))),
}

let told = 0

async function show(tone: Toast['tone'], title: string, message: ReactNode, options?: ToastOptions) {
  const own = ++told
  const isFirst = !toasts.piece()
  const [drawn] = await Promise.all([load(), toasts.need()]).catch(() => [])
  if (isFirst) await new Promise(noticed => setTimeout(noticed, noticedMs))
  // There is one at a time, and while what draws them is fetched the last word is not overtaken by the one before it.
  if (own !== told) return
  if (drawn) drawn.show({ tone, title, message, action: actionOf(options) })
  else if (tone === 'bad') sayBare(`${title}. ${message ?? ''}`)
}

const actionOf = ({ undo, action }: ToastOptions = {}): Toast['action'] =>
  undo ? { label: 'Undo', run: undo, isUndo: true } : action

/** What draws them cannot be fetched: a failure is told all the same (`.said` of shell.css). */
function sayBare(words: string) {
  document.querySelector('.said')?.remove()
  const said = document.body.appendChild(document.createElement('p'))
  said.className = 'said'
  said.setAttribute('role', 'alert')
  said.textContent = words
  setTimeout(() => said.remove(), 9_000)
}
