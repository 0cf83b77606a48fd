import { useDisclosure } from '@mantine/hooks'
import { type ComponentType, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { isMac } from '#ui/plain/keys.ts'
import { isStillHere, useOnDemand } from '#ui/use-on-demand.ts'
import { keepTyped } from './keep-typed.ts'

export interface FinderProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * What opens the search over a page: a press, or Ctrl+K and Cmd+K from wherever one is, a field too. The dialog is fetched when it
 * is first wanted.
 */
export function SearchButton<More extends object>(props: {
  load: () => Promise<ComponentType<FinderProps & More>>
  /** what else the dialog needs to know */
  more: More
  label: string
  className: string | undefined
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}) {
  const { load, more, label, className, children } = props
  const [isOpen, dialog] = useDisclosure()
  const { Piece: Finder, fetchIt, intent } = useOnDemand(load)
  // By its key it is wanted wherever the focus is; after a press, while nobody has gone on.
  const open = async (isWanted: () => boolean) => {
    if (await fetchIt(isWanted)) dialog.open()
  }
  const now = useRef({ open, ahead: intent.onFocus, isOpen })
  now.current = { open, ahead: intent.onFocus, isOpen }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // Half of the shortcut: it is fetched while the other half is on its way.
      if (event.key === 'Control' || event.key === 'Meta') now.current.ahead()
      const isShortcut = (isMac() ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k'
      // In rich text the same keys make a link.
      if (!isShortcut || event.shiftKey || event.altKey || (event.target as HTMLElement).isContentEditable) return
      event.preventDefault()
      if (!now.current.isOpen) keepTyped()
      void now.current.open(() => true)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <button
        ref={props.ref}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={className}
        {...intent}
        onClick={() => void open(isStillHere)}
      >
        {children}
      </button>
      {Finder ? <Finder {...more} isOpen={isOpen} onClose={dialog.close} /> : null}
    </>
  )
}
