import { type RefObject, useEffect, useRef } from 'react'

/**
 * Leaves what is open because it is done with: the row that stood behind it opens, or the one before it; where there is neither the
 * panel closes, and `list` has the focus. It may have gone from the list by then, so its neighbours are remembered.
 */
export function useLeave(list: RefObject<HTMLElement | null>, ids: string[], opened: string | undefined, open: Open) {
  const isClosing = useRef(false)
  const latest = useRef({ ids, neighbours: [] as string[], opened })
  const at = opened === undefined ? -1 : ids.indexOf(opened)
  const neighbours =
    at >= 0
      ? [...ids.slice(at + 1), ...ids.slice(0, at).reverse()]
      : latest.current.opened === opened
        ? latest.current.neighbours
        : []
  latest.current = { ids, neighbours, opened }
  useEffect(() => {
    if (opened !== undefined || !isClosing.current) return
    isClosing.current = false
    list.current?.focus({ preventScroll: true })
  }, [opened, list])
  return () => {
    const { ids: now, neighbours: near } = latest.current
    const next = near.find(id => now.includes(id))
    isClosing.current = next === undefined
    open(next)
  }
}

type Open = (id: string | undefined) => void
