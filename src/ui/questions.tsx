import { ModalsProvider, modals } from '@mantine/modals'
import type { Question } from './confirm.ts'
import { backToPage } from './focus.ts'
import { onceGone } from './once-gone.ts'

/** Where questions appear; see `confirm`. */
export const Questions = () => (
  <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>{null}</ModalsProvider>
)

/** Resolves to whether the person said yes. */
export function ask(question: Question): Promise<boolean> {
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
    onExitTransitionEnd: () => onceGone(backToPage),
  })
  return promise
}
