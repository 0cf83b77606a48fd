import { Button } from '@mantine/core'
import type { Problem } from '#platform/problem.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import { type StallType, stallTypeWords } from '../inputs.ts'
import { sizeWords } from '../rules.ts'
import type { MarketPage } from './stall-form.tsx'
import classes from './stalls.module.css'

/** Why there is no pitch, with a place in line for one of this kind and size. */
export function WaitFor(props: {
  day: MarketPage['days'][number]
  values: { stallType: StallType; stallSize: 'single' | 'double' }
  problem: Problem
  page: MarketPage
}) {
  const { day, problem, page } = props
  const { stallType, stallSize } = props.values
  const own = day.waits.find(wait => wait.stallType === stallType && wait.stallSize === stallSize)
  const what = `${sizeWords[stallSize]}, ${stallTypeWords[stallType].toLowerCase()}, ${formatDate(day.on)}`
  const wait = useAction(rpc.stalls.wait, {
    atOnce: 'one leaves the list as easily',
    done: { title: 'You are on the waiting list', message: 'We tell you by email when a pitch is free for you.' },
    failed: 'You were not put on the waiting list',
  })
  return (
    <div className={classes.notice} role="status">
      <p>
        <strong>{problem.message}</strong>
      </p>
      {own ? (
        <>
          <p>
            You wait for it: {formatCount(own.position - 1, 'other person', 'other people')} before you on this day.
          </p>
          <Leave id={own.id} what={what} />
        </>
      ) : (
        <>
          <p>
            When one is free it is offered to you, and held for {formatCount(page.offerHours, 'hour')}. Waiting costs
            nothing.
          </p>
          <Button
            variant="default"
            loading={wait.isRunning}
            onClick={() => void wait.run({ marketDate: day.on, stallType, stallSize })}
          >
            Join the waiting list
          </Button>
        </>
      )}
    </div>
  )
}

/** Takes the person off a line; what is offered to them goes to the next. */
export function Leave({ id, what }: { id: string; what: string }) {
  const leave = useAction(rpc.waiting.leave, {
    confirm: () => ({
      title: 'Leave the waiting list?',
      body: `${what}. Your place in line is lost.`,
      action: 'Leave the list',
      keep: 'Stay',
    }),
    done: 'You are off the waiting list',
    failed: 'You were not taken off the waiting list',
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={leave.isRunning}
      onClick={() => void leave.run({ id })}
      aria-label={`Leave: ${what}`}
    >
      Leave the list
    </Button>
  )
}
