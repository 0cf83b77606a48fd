import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDateTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'
import { reminderFailed } from '../inputs.ts'
import classes from './dues.module.css'

/** The reminder as its reader will see it, what went out before, and the press that sends it (PAY-03, PAY-08). */
export function ReminderDialog({ membershipId, onClose }: { membershipId: string; onClose: () => void }) {
  const reminder = useQuery(
    api.memberships.reminder.queryOptions({ input: { membershipId }, staleTime: Number.POSITIVE_INFINITY }),
  )
  const send = useAction(rpc.memberships.remind, {
    atOnce: 'the email stands above as it goes out',
    done: { title: 'Reminder sent', message: reminder.data?.name ?? '' },
    failed: { title: reminderFailed },
    onDone: onClose,
  })
  return (
    <Dialog title="Send a payment reminder" onClose={onClose} size="lg">
      <Query of={reminder} failed={reminderFailed}>
        {({ name, email, preview, problem, reminderCount, lastReminderAt }) => (
          <>
            <p>
              To <strong>{name}</strong>, {email}.{' '}
              {lastReminderAt
                ? `${formatCount(reminderCount, 'reminder')} so far, the last on ${formatDateTime(lastReminderAt)}.`
                : 'None has gone out so far.'}
            </p>
            {preview ? (
              <>
                <p>
                  Subject: <strong>{preview.subject}</strong>
                </p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is read by keyboard too */}
                <section className={classes.mail} tabIndex={0} aria-label="The email">
                  {preview.text}
                </section>
              </>
            ) : null}
            {problem ? <p role="alert">{problem.message}</p> : null}
            <Group mt="md">
              {preview && !problem ? (
                <Button
                  loading={send.isRunning}
                  onClick={() => void send.run({ membershipId, seenCount: reminderCount })}
                >
                  Send reminder
                </Button>
              ) : null}
              <Button variant="subtle" onClick={onClose}>
                {problem ? 'Close' : 'Cancel'}
              </Button>
            </Group>
          </>
        )}
      </Query>
    </Dialog>
  )
}
