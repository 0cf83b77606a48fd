import { type RefObject, useEffect } from 'react'

/**
 * The keys of a desk's list, as lists for work have them: `j` and `k` to the next and the last row, Enter opens it, or where it has
 * no panel presses its first button, Escape closes what is open, `x` chooses it, `/` goes to the search. From inside of the panel they
 * go on from its row. They rest while something is typed or a dialog is open, and with any other key held.
 */
export function useListKeys(
  frame: RefObject<HTMLElement | null>,
  on: {
    isOn: boolean
    open: ((id: string | undefined) => void) | undefined
    /** the row that lies open */
    opened: string | undefined
    choose: ((id: string) => void) | undefined
  },
): void {
  useEffect(() => {
    if (!on.isOn) return
    const open = (row: HTMLElement) =>
      on.open
        ? on.open(row.dataset.row ?? '')
        : row.querySelector<HTMLElement>('[data-kind="action"] :is(a[href], button:not(:disabled))')?.click()
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
      const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const row = rows.find(each => each.contains(document.activeElement))
      const at = rows.findIndex(each => (row ? each === row : each.dataset.row === on.opened))
      if (event.key === '/') document.querySelector<HTMLElement>('input[data-list-search]')?.focus()
      else if (event.key === 'j') step(rows, at + 1)
      else if (event.key === 'k') step(rows, at < 0 ? rows.length - 1 : at - 1)
      else if (event.key === 'x' && row && on.choose) on.choose(row.dataset.row ?? '')
      else if (event.key === 'Escape' && on.opened !== undefined) on.open?.(undefined)
      else if (event.key === 'Enter' && row && row === document.activeElement) open(row)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}

function step(rows: readonly HTMLElement[], to: number) {
  const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"]') !== null)
  )
}
