import { Button } from '@mantine/core'
import { messages } from '#features/spaces/waiting/inputs.ts'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import type { Slot } from './booking-form.tsx'
import classes from './price-panel.module.css'

/** Of a time that is taken: who waits for it, and what waiting is. `length`: how long, in words. */
export function WaitPanel({ slot: { line, waiting }, length }: { slot: Slot; length: string }) {
  return (
    <div className={classes.panel}>
      <p className={classes.from}>
        {line ? (
          <>
            You are <strong>number {line.position}</strong> on the waiting list for {length}.
          </>
        ) : (
          <>
            <strong>Taken.</strong> Join the waiting list:{' '}
            {waiting === 0
              ? 'nobody is before you.'
              : `${formatCount(waiting, 'person', 'people')} ${waiting === 1 ? 'is' : 'are'} before you.`}
          </>
        )}
      </p>
      <p className={classes.why}>
        When it is free it is offered to one person after another, in the order of joining, and held for each of them
        for a time. You get an email, and you can leave whenever you like.
      </p>
    </div>
  )
}

/** Joins the waiting list of a time, or leaves it. */
export function WaitButton({ slot: { line }, wish }: { slot: Slot; wish: Parameters<typeof rpc.waiting.join>[0] }) {
  const join = useAction(rpc.waiting.join, {
    atOnce: 'a place in line holds and costs nothing',
    done: 'You are on the waiting list',
    failed: messages.joinFailed,
  })
  const leave = useLeaving()
  return line ? (
    <Button variant="default" loading={leave.isRunning} onClick={() => void leave.run({ id: line.id })}>
      Leave the list
    </Button>
  ) : (
    <Button loading={join.isRunning} onClick={() => void join.run(wish)}>
      Join the waiting list
    </Button>
  )
}

/** Leaving a waiting list, after a question: the place in it is lost. */
export const useLeaving = () =>
  useAction(rpc.waiting.leave, {
    confirm: () => ({
      title: 'Leave the waiting list?',
      body: 'Your place in line is lost. If you join again you come last.',
      action: 'Leave the list',
    }),
    done: 'You left the waiting list',
    failed: messages.leaveFailed,
  })
