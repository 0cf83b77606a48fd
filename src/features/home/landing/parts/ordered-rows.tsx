import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { moved } from '../rules.ts'
import classes from './ordered-rows.module.css'

/**
 * Rows in an order that people choose: dragged, or moved by the two buttons of each, which every keyboard and every thumb
 * reaches. A new order shows at once; `onOrder` resolves to whether it was kept, and if not the rows stand as they were.
 */
export function OrderedRows<Row extends { id: string }>(props: {
  rows: readonly Row[]
  label: string
  nameOf: (row: Row) => string
  onOrder: (ids: string[]) => Promise<boolean>
  children: (row: Row) => ReactNode
}) {
  const { nameOf } = props
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const stored = props.rows.map(({ id }) => id)
  // What the server says is the order, once it has answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is in it
  useEffect(() => setWanted(null), [stored.join()])
  const ids = wanted ?? stored
  const rows = ids.flatMap(id => props.rows.find(row => row.id === id) ?? [])

  const keep = async (next: readonly string[]) => {
    if (next.join() === stored.join()) return setWanted(null)
    setWanted(next)
    if (!(await props.onOrder([...next]))) setWanted(null)
  }
  const step = (index: number, by: -1 | 1) => {
    const row = rows[index]!
    setSaid(`${nameOf(row)} is now number ${index + by + 1} of ${rows.length}`)
    void keep(moved(ids, index, index + by))
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ol className={classes.rows} aria-label={props.label} ref={list}>
        {rows.map((row, index) => (
          <li
            key={row.id}
            data-dragged={dragged === row.id}
            onDragOver={event => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== row.id) setWanted(moved(ids, ids.indexOf(dragged), index))
            }}
            onDrop={event => event.preventDefault()}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra; the buttons beside it serve every keyboard */}
            <span
              className={classes.grip}
              draggable
              title="Drag to another place"
              onDragStart={event => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', nameOf(row))
                const { parentElement } = event.currentTarget
                if (parentElement) event.dataTransfer.setDragImage(parentElement, 16, 16)
                setDragged(row.id)
              }}
              onDragEnd={event => {
                setDragged(null)
                // Given up with Escape, or let go somewhere else.
                if (event.dataTransfer.dropEffect === 'none') setWanted(null)
                else void keep(ids)
              }}
            >
              <IconGripVertical size={20} aria-hidden />
            </span>
            <div className={classes.what}>{props.children(row)}</div>
            <div className={classes.ways}>
              {(
                [
                  [-1, 'up', IconArrowUp],
                  [1, 'down', IconArrowDown],
                ] as const
              ).map(([by, way, Icon]) => (
                <ActionIcon
                  key={way}
                  variant="default"
                  size={44}
                  aria-label={`Move ${nameOf(row)} ${way}`}
                  // It keeps the focus at the end of the list, where it does nothing more.
                  aria-disabled={index + by < 0 || index + by >= rows.length}
                  onClick={() => {
                    if (index + by >= 0 && index + by < rows.length) step(index, by)
                  }}
                >
                  <Icon size={18} aria-hidden />
                </ActionIcon>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
