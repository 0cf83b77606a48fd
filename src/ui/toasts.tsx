import { Button, getDefaultZIndex } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shortcut } from './plain/keys.ts'
import classes from './toast.module.css'
import { givesFocusBack, letGo, undoKeys } from './toast-keys.ts'

/** Where short messages appear, one at a time; see `toast`. It is there before them, so that what comes is read out. */
export const Toasts = () => (
  <Notifications
    limit={1}
    transitionDuration={120}
    position="bottom-center"
    autoClose={6000}
    // Above every dialog and the search: what may be taken back is so over them as well.
    zIndex={getDefaultZIndex('max') + 1}
    aria-live="polite"
  />
)

export interface Toast {
  tone: 'good' | 'bad' | 'info'
  title: string
  message: ReactNode
  /** offers to take the action back, or the next step; such a message stays for ten seconds */
  action: { label: string; run: () => void; isUndo?: boolean } | undefined
}

const icons = { good: IconCheck, bad: IconAlertTriangle, info: IconInfoCircle }

let standing: { id: string; title: string; tone: Toast['tone']; isSpare: boolean; isPast: boolean } | null = null

// Whoever presses something has read what failed before; what fails and leads elsewhere by itself is read there.
for (const press of ['pointerdown', 'keydown'])
  globalThis.document?.addEventListener(press, () => standing && Object.assign(standing, { isPast: true }), true)

/** Takes away what stands there. */
export const clear = () => notifications.clean()

/** Takes away a failure that somebody has gone on from. */
export function moveOn(): void {
  if (standing?.tone === 'bad' && standing.isPast) notifications.hide(standing.id)
}

/** Takes away the message with this title, where it stands there. */
export function giveWay(title: string): void {
  if (standing?.title === title) notifications.hide(standing.id)
}

/** Takes away what only told that something went well, for what opens over it; what can be taken back stays. */
export function makeWay(): void {
  if (standing?.isSpare) notifications.hide(standing.id)
}

/** Whether the page itself says it, see `Answer`. */
const isAnswered = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-answers]')].some(({ dataset }) => dataset.answers === title)

/** Reads it out, and shows nothing. */
function announce(words: string): void {
  const region = document.createElement('div')
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  document.body.append(region)
  // What is there together with its region is not read.
  setTimeout(() => {
    region.textContent = words
  }, 100)
  setTimeout(() => region.remove(), 5_000)
}

/** Shows it in the place of the one before; what the page says itself is only read out. */
export function show({ tone, title, message, action }: Toast): void {
  // It takes a moment to go, in which nobody presses its button for the new one's.
  for (const before of document.querySelectorAll<HTMLElement>(`.${classes.toast}`)) {
    letGo(before)
    before.style.visibility = 'hidden'
  }
  notifications.clean()
  if (tone !== 'bad' && !action && isAnswered(title)) {
    announce(typeof message === 'string' ? `${title}. ${message}` : title)
    return
  }
  const Icon = icons[tone]
  const id = notifications.show({
    title,
    icon: <Icon size={18} aria-hidden />,
    role: tone === 'bad' ? 'alert' : 'status',
    autoClose: action ? 10_000 : tone === 'bad' ? 9_000 : 5_000,
    withBorder: true,
    classNames: {
      root: classes.toast,
      icon: classes.icon,
      title: classes.title,
      description: classes.message,
    },
    mod: { tone },
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <div ref={givesFocusBack}>
        {message}
        {action ? (
          <Button
            variant="subtle"
            size="sm"
            color="gray"
            className={classes.action}
            {...(action.isUndo && { ref: undoKeys, 'aria-keyshortcuts': 'Control+Z Meta+Z' })}
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        ) : null}
        {action?.isUndo ? <kbd className={classes.key}>{shortcut('Z')}</kbd> : null}
      </div>
    ),
  })
  standing = { id, title, tone, isSpare: tone === 'good' && !action?.isUndo, isPast: false }
}
