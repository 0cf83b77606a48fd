import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { pauseWish } from '../inputs.ts'

type Terms = Awaited<ReturnType<typeof rpc.memberships.pauseTerms>>

/** Lets a membership rest for some months: from when, until when, what is charged then, before anything happens. */
export function PauseDialog({ tierName, onClose }: { tierName: string; onClose: () => void }) {
  const terms = useQuery(api.memberships.pauseTerms.queryOptions())
  return (
    <Dialog title={`Pause your ${tierName} membership?`} onClose={onClose}>
      <Query of={terms} failed="Failed to load what a pause means">
        {found =>
          found.whyNot || !found.from ? (
            <>
              <p>{found.whyNot}</p>
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            </>
          ) : (
            <Choice terms={found} from={found.from} onClose={onClose} />
          )
        }
      </Query>
    </Dialog>
  )
}

function Choice({ terms, from, onClose }: { terms: Terms; from: Date; onClose: () => void }) {
  const endOf = (months: number) => terms.ends.find(end => end.months === months)?.until ?? from
  const form = useSchemaForm({
    schema: pauseWish,
    initial: { months: 1, seenFrom: from.toISOString() },
    submit: (values, { idempotencyKey }) => rpc.memberships.pause(values, { context: { idempotencyKey } }),
    onDone: ({ pause }) => {
      toast.success(
        'Membership paused',
        pause ? `It rests from ${formatDay(pause.from)} to ${formatDay(pause.until)}.` : '',
      )
      onClose()
    },
    onFailed: () => toast.error('Your membership was not paused'),
  })
  const until = formatDay(endOf(form.values.months))
  return (
    <Form
      of={form}
      label="Pause membership"
      actions={
        <>
          <Submit of={form} busy="Pausing…">
            {`Pause for ${formatCount(form.values.months, 'month')}`}
          </Submit>
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
        </>
      }
    >
      <ChoiceField
        of={{
          ...form.field('months'),
          value: String(form.values.months),
          onChange: value => form.set({ months: Number(value) }),
        }}
        label="How long"
        options={terms.ends.map(({ months, until: end }) => ({
          value: String(months),
          label: `${formatCount(months, 'month')}, until ${formatDay(end)}`,
        }))}
      />
      <div>
        <p>
          {`Until ${formatDay(from)} everything is as before: you have paid for it. Then nothing is charged, no weekly tokens come and new bookings wait; what you have booked and the tokens that you have stay yours.`}
        </p>
        <p>
          {`On ${until} it goes on by itself, for ${formatMoney(terms.monthlyPence)} a month. You can go on earlier, and pause ${terms.pausesPerYear === 1 ? 'once' : formatCount(terms.pausesPerYear, 'time')} in twelve months.`}
        </p>
      </div>
    </Form>
  )
}
