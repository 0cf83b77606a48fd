import { useBlocker } from '@tanstack/react-router'
import { confirm } from '#ui/confirm.ts'

/**
 * Asks before what was changed and not saved is left: by a link, by going back, by opening another row, and by closing the
 * window, where the browser asks in its own words. What is laid over the page (`object`) leaves nothing.
 */
export function useUnsaved(isUnsaved: () => boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || placeOf(current) === placeOf(next)) return false
      return !(await confirm(question, true))
    },
    enableBeforeUnload: isUnsaved,
  })
}

const question = {
  title: 'Leave without saving?',
  body: 'What you changed on this page is not saved.',
  action: 'Leave without saving',
  keep: 'Stay and save',
  danger: true,
}

function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const { object: _, ...rest } = search as Record<string, unknown>
  return JSON.stringify([pathname, rest])
}
