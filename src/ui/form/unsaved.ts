import { useBlocker } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { confirm, type Question } from '#ui/confirm.ts'

/** The panel that a form stands in: beside its list, or over whatever page it was opened on. */
export const PanelAround = createContext<'row' | 'object' | null>(null)

/**
 * Asks before what was typed is left: by a link, by going back, by closing the panel that it stands in or opening another there,
 * and by closing the window, where the browser asks in its own words. What is laid over the page (`object`) leaves nothing of
 * the page, and the page nothing of that. `isSaved`: the form changes what is there already, so it is asked about anywhere; any
 * other form is where it stands in a panel, which one key closes.
 */
export function useUnsaved(isUnsaved: () => boolean, on: { isSaved: boolean }): void {
  const around = use(PanelAround)
  const place = around === 'object' ? placeOver : placeOf
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || place(current) === place(next)) return false
      return !(await confirm(on.isSaved ? saving : sending, true))
    },
    enableBeforeUnload: isUnsaved,
    disabled: !on.isSaved && around === null,
  })
}

const saving: Question = {
  title: 'Leave without saving?',
  body: 'What you changed on this page is not saved.',
  action: 'Leave without saving',
  keep: 'Stay and save',
  danger: true,
}

const sending: Question = {
  title: 'Leave without sending?',
  body: 'What you typed here is not sent.',
  action: 'Leave without sending',
  keep: 'Stay here',
  danger: true,
}

interface Place {
  pathname: string
  search: object
}

function placeOf({ pathname, search }: Place): string {
  const { object: _, ...rest } = search as Record<string, unknown>
  return JSON.stringify([pathname, rest])
}

function placeOver({ pathname, search }: Place): string {
  return JSON.stringify([pathname, (search as Record<string, unknown>).object])
}
