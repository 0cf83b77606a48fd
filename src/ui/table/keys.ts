import { type RefObject, useEffect } from 'react'
import { focusRowPanel } from './row-panel.tsx'

/**
 * The keys of a desk's list, as lists for work have them: `j` and `k` to the next and the last row, Enter opens it, or where it has
 * no panel presses its first button or follows its name, Escape closes what is open, `x` chooses it, `/` goes to the search, `?`
 * says them all; a list may have more, which do something with the row that has the focus or lies open. What lies open beside the list follows `j` and `k`, and Enter goes into it; from inside of it they go on from its
 * row. From the search Enter and Arrow Down go to the first row, and Escape leaves it once it is empty. They rest while something
 * is typed or a dialog is open, and with any other key held.
 */
export function useListKeys(
  frame: RefObject<HTMLElement | null>,
  on: {
    isOn: boolean
    open: ((id: string | undefined) => void) | undefined
    /** the row that lies open */
    opened: string | undefined
    choose: ((id: string) => void) | undefined
    /** Enter chooses the row: it opens nothing and has nothing to press */
    chooses: boolean
    /** what the list's own keys do, by the row's id */
    deeds: Readonly<Record<string, (id: string) => void>>
    /** says which keys there are */
    help: () => void
  },
): void {
  useEffect(() => {
    if (!on.isOn) return
    const open = (row: HTMLElement) =>
      on.open
        ? on.open(row.dataset.row ?? '')
        : (
            row.querySelector<HTMLElement>('[data-kind="action"] :is(a[href], button:not(:disabled))') ??
            row.querySelector<HTMLElement>('th a[href]')
          )?.click()
    const follow = (row: HTMLElement | undefined) => {
      if (row && on.opened !== undefined && row.dataset.row !== on.opened) on.open?.(row.dataset.row)
    }
    const isChoosing = (key: string, row: HTMLElement | undefined) =>
      key === 'x' || (key === 'Enter' && on.chooses && row === document.activeElement)
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      if (event.target instanceof HTMLInputElement && event.target.matches(search)) return leaveSearch(event, rows)
      if (isElsewhere(event.target)) return
      const row = rows.find(each => each.contains(document.activeElement))
      const at = rows.findIndex(each => (row ? each === row : each.dataset.row === on.opened))
      if (event.key === '/') document.querySelector<HTMLElement>(search)?.focus()
      else if (event.key === '?') on.help()
      else if (event.key === 'j') follow(step(rows, at + 1))
      else if (event.key === 'k') follow(step(rows, at < 0 ? rows.length - 1 : at - 1))
      else if (isChoosing(event.key, row) && row && on.choose) on.choose(row.dataset.row ?? '')
      else if (rows[at] && !event.repeat && on.deeds[event.key]) on.deeds[event.key]?.(rows[at].dataset.row ?? '')
      else if (event.key === 'Escape' && on.opened !== undefined) on.open?.(undefined)
      else if (event.key === 'Enter' && row && row === document.activeElement)
        if (row.dataset.row === on.opened) focusRowPanel()
        else open(row)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}

const search = 'input[data-list-search]'

/** What was typed stays: the address follows it. An empty field, or a list without rows, gives the focus to the page. */
function leaveSearch(event: KeyboardEvent, rows: readonly HTMLElement[]) {
  const field = event.target as HTMLInputElement
  if (event.key === 'Enter' || event.key === 'ArrowDown') step(rows, 0)
  else if (event.key === 'Escape' && field.value === '') field.blur()
  else return
  event.preventDefault()
}

function step(rows: readonly HTMLElement[], to: number): HTMLElement | undefined {
  const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
  return row
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"]') !== null)
  )
}
