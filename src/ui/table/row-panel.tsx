import { CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { onEscape } from '#ui/escape.ts'
import { PanelAround } from '#ui/form/unsaved.ts'
import { unbroken } from '#ui/plain/dates.tsx'
import classes from './row-panel.module.css'

const titleId = 'row-panel-title'

/** The focus goes into what lies open beside the list, if anything does. */
export const focusRowPanel = () => document.getElementById(titleId)?.focus({ preventScroll: true })

/**
 * A row laid open beside its list: on wide screens the list stays usable, on narrow ones it comes over it. Opened, it has the focus;
 * then it follows the row that has it (`useListKeys`). Escape closes it and gives the focus back to the row, after a question
 * where something was typed in it and not sent (`useUnsaved`).
 */
export function RowPanel(props: {
  title: ReactNode
  mark?: ReactNode
  when?: ReactNode
  rowId: string
  onClose: () => void
  children: ReactNode
}) {
  const { title, rowId, onClose } = props
  const children = <PanelAround value="row">{props.children}</PanelAround>
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const heading = useRef<HTMLElement>(null)
  const isOpen = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is another heading to start from
  useEffect(() => {
    const isFollowing = isOpen.current && document.activeElement?.matches('[data-row]')
    isOpen.current = true
    if (!isFollowing) heading.current?.focus({ preventScroll: true })
  }, [rowId, isWide])
  useEffect(
    () => () => {
      // Whoever is in the list already stays there.
      if (document.activeElement?.closest('[data-row]')) return
      document.querySelector<HTMLElement>(`button[data-opens="${CSS.escape(rowId)}"]`)?.focus({ preventScroll: true })
    },
    [rowId],
  )
  if (!isWide) {
    return (
      <Drawer
        opened
        onClose={onClose}
        title={
          <span ref={heading} tabIndex={-1} className={classes.drawn}>
            {title} {props.mark}
            {props.when ? <span className={classes.when}>{unbroken(props.when)}</span> : null}
          </span>
        }
        position="right"
        size="min(100%, 30rem)"
        returnFocus={false}
        // The library's own key listens to the window, and would close this behind a question as well.
        closeOnEscape={false}
        onKeyDown={onEscape(onClose)}
      >
        {children}
      </Drawer>
    )
  }
  return (
    <aside className={classes.panel} aria-labelledby={titleId} onKeyDown={onEscape(onClose)}>
      <div className={classes.head}>
        <h2 className={classes.title} id={titleId} tabIndex={-1} ref={heading as RefObject<HTMLHeadingElement>}>
          {title}
        </h2>
        {props.mark}
        {props.when ? <p className={classes.when}>{unbroken(props.when)}</p> : null}
        <CloseButton aria-label="Close" size="lg" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
