import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './toast.module.css'

/** Where short messages appear, one at a time; see `toast`. */
export const Toasts = () => (
  <Notifications limit={1} transitionDuration={120} position="bottom-center" autoClose={6000} zIndex={1000} />
)

export interface Toast {
  tone: 'good' | 'bad' | 'info'
  title: string
  message: ReactNode
  /** offers to take the action back, or the next step; such a message stays for ten seconds */
  action: { label: string; run: () => void } | undefined
}

const icons = { good: IconCheck, bad: IconAlertTriangle, info: IconInfoCircle }

/** Takes away what stands there. */
export const clear = () => notifications.clean()

/** Shows it in the place of the one before. */
export function show({ tone, title, message, action }: Toast): void {
  notifications.clean()
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
      <>
        {message}
        {action ? (
          <Button
            variant="subtle"
            size="sm"
            color="gray"
            className={classes.action}
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </>
    ),
  })
}
