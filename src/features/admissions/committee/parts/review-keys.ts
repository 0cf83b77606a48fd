import { useEffect, useRef } from 'react'

/** Keys of the review; they rest while something is typed, a question is open, or another key is held. */
export function useReviewKeys(keys: Partial<Record<string, () => void>>): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return
      if (document.querySelectorAll('[role="dialog"]').length > 1) return
      now.current[key.toLowerCase()]?.()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
