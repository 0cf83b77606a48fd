import { Button, CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { formatNumber } from '#platform/words.ts'
import { confirm } from '#ui/confirm.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import classes from './bulk-bar.module.css'
import type { BulkAction, Chosen } from './columns.ts'

/** What would ask is out of reach, and so is whatever would be done. */
function tell(error: unknown): false {
  toast.error('Nothing was changed', describeProblem(error).message)
  return false
}

/** What can be done with everything chosen, in reach of the thumb while anything is. */
export function TableBulkBar(props: {
  chosen: readonly Chosen[]
  actions: readonly BulkAction[]
  onClear: () => void
  /**
   * all of the open page are chosen and the list goes on: how many match, how many of them can be chosen where that is known, and
   * choosing them too
   */
  beyond?: { total: number; every: number | undefined; choose: () => Promise<unknown> }
  /** all that can be chosen are, of so many that match */
  outOf?: number
}) {
  const { chosen, actions, onClear, beyond, outOf } = props
  const [running, setRunning] = useState<BulkAction | 'beyond'>()
  const count = chosen.length
  const said = `${formatNumber(count)} selected${outOf === undefined ? '' : ` of ${formatNumber(outOf)} that match`}`
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const whileRunning = async (what: BulkAction | 'beyond', work: () => Promise<unknown>) => {
    if (running) return
    setRunning(what)
    try {
      await work()
    } finally {
      setRunning(undefined)
    }
  }
  const run = (action: BulkAction) =>
    whileRunning(action, async () => {
      const question = action.confirm([...chosen])
      const isSure = question === null || (await confirm(question).catch(tell))
      if (!isSure) return
      if ((await action.run([...chosen])) !== false) onClear()
    })
  // On a phone the bar is one row: the first thing that can be done, which says how many, and the others behind it.
  const behind = [
    ...actions.slice(1).map(action => ({
      label: action.label(count),
      isDanger: action.danger ?? false,
      run: () => void run(action),
    })),
    beyond && {
      label: everyWords(beyond),
      run: () => void whileRunning('beyond', beyond.choose),
    },
  ].filter(item => item !== undefined)
  return (
    <>
      <p role="status" className="visually-hidden">
        {count > 0 ? said : ''}
      </p>
      {count > 0 ? (
        <section className={classes.bar} aria-label="Selection">
          {isPhone ? (
            <CloseButton size="lg" aria-label="Clear selection" onClick={onClear} />
          ) : (
            <strong className={classes.count}>{said}</strong>
          )}
          {beyond && !isPhone ? (
            <Button
              size="sm"
              variant="subtle"
              loading={running === 'beyond'}
              onClick={() => void whileRunning('beyond', beyond.choose)}
            >
              {everyWords(beyond)}
            </Button>
          ) : null}
          <div className={classes.actions}>
            {(isPhone ? actions.slice(0, 1) : actions).map((action, index) => (
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
            {isPhone ? (
              <MoreMenu of="the selection" items={behind} />
            ) : (
              <Button size="sm" variant="default" onClick={onClear}>
                Clear selection
              </Button>
            )}
          </div>
        </section>
      ) : null}
    </>
  )
}

/** Not all that match can be chosen everywhere: how many can is said once it is known. */
function everyWords({ total, every }: { total: number; every: number | undefined }): string {
  if (every === total) return `Select all ${formatNumber(total)} that match`
  return `Select all${every === undefined ? '' : ` ${formatNumber(every)}`} that can be, of ${formatNumber(total)} that match`
}
