import type { ReactNode } from 'react'

export interface Question {
  title: string
  body?: ReactNode
  action: string
  /** the way out, `Keep it as it is` unless told */
  keep?: string
  danger?: boolean
}

/**
 * Asks before what cannot be undone. Name the thing in the title ("Cancel your booking of the Print Room?") and the deed
 * on the button ("Cancel booking"). Resolves to whether the person said yes; Escape, the cross and the other button
 * mean no. Dangerous deeds start with the focus on the way out. Focus stays inside and goes back to where it was. Needs
 * `<ModalsProvider>` in the shell.
 */
export async function confirm(question: Question): Promise<boolean> {
  const { modals } = await import('@mantine/modals')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const isDangerous = question.danger ?? false
  modals.openConfirmModal({
    title: question.title,
    children: question.body,
    labels: { confirm: question.action, cancel: question.keep ?? 'Keep it as it is' },
    confirmProps: {
      color: isDangerous ? 'red' : 'vermilion',
      ...(!isDangerous && { 'data-autofocus': true }),
    },
    cancelProps: isDangerous ? { 'data-autofocus': true } : {},
    groupProps: { mt: 'lg', gap: 'sm' },
    centered: true,
    size: 'md',
    onConfirm: () => resolve(true),
    onCancel: () => resolve(false),
    // also runs after a yes, where the promise is settled already
    onClose: () => resolve(false),
  })
  return promise
}
