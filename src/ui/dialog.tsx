import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'
import { onEscape } from './escape.ts'
import { isNowhere, onceGone } from './once-gone.ts'

/**
 * A dialog over the page. It begins at its first field, where it has one and is not there to be read. Escape closes the one on
 * top and no other, so a question that was asked from inside of it leaves it open; when it goes, also by being taken out of the
 * page, the focus is back where it was.
 */
export function Dialog(props: {
  title: ReactNode
  onClose: () => void
  /** left out: open while it is on the page */
  isOpen?: boolean
  size?: ModalProps['size']
  /** what the cross does, where it is more than to close */
  close?: string
  /** a press beside it does not close it: what was typed would be lost */
  keepsInput?: boolean
  /** takes the whole window, above every bar */
  isFullScreen?: boolean
  /** the row of the list behind it that it shows: back to that, or to the list's first row where it has left the list */
  rowId?: string
  /** it is read first, and has keys of its own: no field takes the focus, but its head */
  isRead?: boolean
  children: ReactNode
}) {
  const {
    title,
    onClose,
    isOpen = true,
    size,
    close,
    keepsInput = false,
    isFullScreen = false,
    isRead = false,
    rowId,
    children,
  } = props
  const origin = useRef<Element | null>(null)
  useEffect(() => {
    if (!isOpen) return
    origin.current = document.activeElement
    return () => {
      if (isNowhere() || document.activeElement?.closest('[role="dialog"]')) backTo(rowOf(rowId) ?? origin.current)
    }
  }, [isOpen, rowId])
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={
        isRead ? (
          <span tabIndex={-1} data-autofocus className={classes.head}>
            {title}
          </span>
        ) : (
          title
        )
      }
      size={size ?? 'md'}
      {...(close && { closeButtonProps: { 'aria-label': close } })}
      fullScreen={isFullScreen}
      // The library's own key listens to the window.
      closeOnEscape={false}
      closeOnClickOutside={!keepsInput}
      onExitTransitionEnd={() => onceGone(() => backTo(rowOf(rowId) ?? origin.current))}
      onKeyDown={onEscape(onClose)}
    >
      <Body beginsAtField={isOpen && !isRead}>{children}</Body>
    </Modal>
  )
}

/** Of a dialog that was opened by an address, or from a list that has gone, there is nothing to go back to but the page. */
function backTo(origin: Element | null): void {
  const isThere = origin instanceof HTMLElement && origin !== document.body && origin.isConnected
  const back = isThere ? origin : document.getElementById('content')
  back?.focus({ preventScroll: !isThere })
}

/** What opens the row in its list. */
function rowOf(id: string | undefined): Element | null {
  if (id === undefined) return null
  return (
    document.querySelector(`button[data-opens="${CSS.escape(id)}"]`) ?? document.querySelector('button[data-opens]')
  )
}

function Body({ beginsAtField, children }: { beginsAtField: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // Not while it fades away: the focus has gone back by then.
  useLayoutEffect(
    () => (place.current && beginsAtField ? beginAtFirstField(place.current) : undefined),
    [beginsAtField],
  )
  return (
    <div ref={place} className={classes.body}>
      {children}
    </div>
  )
}

const fields =
  ':is(input:not([type="hidden"], [type="file"]), select, textarea, [contenteditable="true"]):not(:disabled, [tabindex="-1"])'
/** What has not come by then is looked at by somebody who has begun elsewhere. */
const awaitedMs = 3_000

/** Left to itself the library begins at the button that closes. A form that comes late, with what it needs, is awaited. */
function beginAtFirstField(place: HTMLElement): (() => void) | undefined {
  const first = () => [...place.querySelectorAll<HTMLElement>(fields)].find(field => field.checkVisibility())
  if (place.querySelector('[data-autofocus]')) return
  const field = first()
  if (field) return void field.setAttribute('data-autofocus', 'true')
  const watcher = new MutationObserver(() => {
    const late = first()
    if (!late) return
    watcher.disconnect()
    if (!place.contains(document.activeElement)) late.focus({ preventScroll: true })
  })
  watcher.observe(place, { childList: true, subtree: true })
  const timer = setTimeout(() => watcher.disconnect(), awaitedMs)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}
