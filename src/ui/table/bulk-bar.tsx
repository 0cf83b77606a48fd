import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#platform/words.ts'
import classes from './bulk-bar.module.css'
import type { BulkAction } from './columns.ts'

/** What can be done with everything chosen, in reach of the thumb while anything is. */
export function TableBulkBar(props: {
  selected: ReadonlySet<string>
  actions: readonly BulkAction[]
  onClear: () => void
}) {
  const { selected, actions, onClear } = props
  const [running, setRunning] = useState<BulkAction>()
  const count = selected.size
  const run = async (action: BulkAction) => {
    if (running) return
    setRunning(action)
    try {
      if ((await action.run([...selected])) !== false) onClear()
    } finally {
      setRunning(undefined)
    }
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {count > 0 ? `${formatNumber(count)} selected` : ''}
      </p>
      {count > 0 ? (
        <section className={classes.bar} aria-label="Selection">
          <strong className={classes.count}>{formatNumber(count)} selected</strong>
          <div className={classes.actions}>
            {actions.map((action, index) => (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place in the bar
                key={index}
                size="sm"
                variant={action.danger ? 'outline' : 'filled'}
                color={action.danger ? 'red' : 'vermilion'}
                loading={running === action}
                onClick={() => void run(action)}
              >
                {action.label(count)}
              </Button>
            ))}
            <Button size="sm" variant="default" onClick={onClear}>
              Clear selection
            </Button>
          </div>
        </section>
      ) : null}
    </>
  )
}
