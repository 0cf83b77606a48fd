import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './toast.module.css'

interface ToastOptions {
  /** offers to take the action back, or the next step; such a message stays for ten seconds */
  action?: { label: string; run: () => void }
}

/**
 * A short message about what just happened; a new one takes the place of the one before. Needs `<Notifications />` in
 * the shell. The library comes with the first message, so that pages without any never load it.
 */
export const toast = {
  success: (title: string, message?: ReactNode, options?: ToastOptions) =>
    void show('good', <IconCheck size={18} aria-hidden />, title, message, options),
  /** stays a little longer and interrupts a screen reader */
  error: (title: string, message?: ReactNode, options?: ToastOptions) =>
    void show('bad', <IconAlertTriangle size={18} aria-hidden />, title, message, options),
  info: (title: string, message?: ReactNode, options?: ToastOptions) =>
    void show('info', <IconInfoCircle size={18} aria-hidden />, title, message, options),
}

async function show(
  tone: 'good' | 'bad' | 'info',
  icon: ReactNode,
  title: string,
  message: ReactNode,
  options?: ToastOptions,
) {
  const { notifications } = await import('@mantine/notifications')
  notifications.clean()
  const { action } = options ?? {}
  const id = notifications.show({
    title,
    icon,
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
