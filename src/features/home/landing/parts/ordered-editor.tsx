import { Button, Switch } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { messages } from '../inputs.ts'
import classes from './ordered-rows.module.css'
import { OrderedRows } from './ordered-rows.tsx'

interface Shown {
  id: string
  title: string
  description: string
  isActive: boolean
}

interface Sending {
  context: { idempotencyKey: string }
}

interface Turn {
  id: string
  isActive: boolean
  was: { isActive: boolean }
}

/** Pieces of the first page in an order of the office's: each is moved, turned off and on, and edited. */
export function OrderedEditor<Row extends Shown>(props: {
  title: string
  heading?: string
  lead: string
  actions?: ReactNode
  /** the list's name */
  label: string
  query: UseQueryResult<Row[]>
  empty: ReactNode
  /** “the page” or “the pages”, on which they stand */
  place: string
  /** what keeps the new order, and what turns one on or off */
  sendOrder: (input: { ids: string[] }, sending: Sending) => Promise<unknown>
  sendTurn: (input: Turn, sending: Sending) => Promise<unknown>
  failed: { load: string; change: string }
  /** what is drawn at the beginning of a row */
  mark: (row: Row) => ReactNode
  /** what else is done with a row */
  more?: (row: Row) => ReactNode
  dialog: (row: Row, close: () => void) => ReactNode
}) {
  const { label, query, empty, place, mark, more, failed } = props
  const [edited, setEdited] = useState<string | null>(null)
  const order = useAction(props.sendOrder, {
    atOnce: 'the row is moved back by the button beside it',
    failed: messages.order,
    onFailed: () => void query.refetch(),
  })
  const turn = useAction((row: Row, sending) => props.sendTurn(turned(row), sending), {
    atOnce: 'the same switch turns it back',
    done: (_, { title, isActive }) => `${title} is ${isActive ? 'off' : 'on'} ${place}`,
    failed: failed.change,
  })
  const row = query.data?.find(({ id }) => id === edited)
  return (
    <Page
      title={props.title}
      {...(props.heading && { heading: props.heading })}
      chassis="desk"
      lead={props.lead}
      actions={props.actions}
    >
      <Query of={query} failed={failed.load} loading={<LoadingRows />}>
        {rows =>
          rows.length === 0 ? (
            empty
          ) : (
            <OrderedRows
              rows={rows}
              label={label}
              nameOf={({ title }) => title}
              onOrder={async ids => (await order.run({ ids })) !== undefined}
            >
              {row => (
                <div className={classes.row}>
                  {mark(row)}
                  <div>
                    <h2>{row.title}</h2>
                    <p>{row.description}</p>
                  </div>
                  <div className={classes.deeds}>
                    <Switch
                      label={`On ${place}`}
                      aria-label={`${row.title}: on ${place}`}
                      checked={row.isActive}
                      disabled={turn.running?.id === row.id}
                      onChange={() => void turn.run(row)}
                    />
                    <Button variant="default" size="sm" onClick={() => setEdited(row.id)}>
                      Edit<span className="visually-hidden"> {row.title}</span>
                    </Button>
                    {more?.(row)}
                  </div>
                </div>
              )}
            </OrderedRows>
          )
        }
      </Query>
      {row ? <Fragment key={row.id}>{props.dialog(row, () => setEdited(null))}</Fragment> : null}
    </Page>
  )
}

const turned = ({ id, isActive }: Shown): Turn => ({ id, isActive: !isActive, was: { isActive } })
