import type { KeyboardEvent } from 'react'

/**
 * Escape closes what has this on it, and nothing behind it: by the tree of components, where a question that was asked from here
 * is no part of it. Whatever inside has taken the key itself keeps it.
 */
export const onEscape = (close: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const isOurs = event.key === 'Escape' && !event.nativeEvent.isComposing && !event.defaultPrevented
  const isTaken = (event.target as HTMLElement).getAttribute('data-mantine-stop-propagation') === 'true'
  if (!isOurs || isTaken) return
  event.preventDefault()
  event.stopPropagation()
  close()
}
