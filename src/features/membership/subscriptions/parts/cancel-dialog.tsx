import { Button } from '@mantine/core'
import { type LeavingReason, leavingReasons, leavingWords } from '#features/membership/memberships/inputs.ts'
import { formatDay } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { leaving } from '../inputs.ts'
import type { Plan } from './plan-actions.tsx'

const schema = leaving.unwrap()

/** Cancels a membership: what that means, why (who wants to say), and one press; the way back stands where this was opened. */
export function CancelDialog({ plan, onClose, onPause }: { plan: Plan; onClose: () => void; onPause: () => void }) {
  const until = plan.renews && plan.currentPeriodEnd ? formatDay(plan.currentPeriodEnd) : null
  const form = useSchemaForm({
    schema,
    initial: { reason: null as LeavingReason | null, words: '' },
    submit: (values, { idempotencyKey }) => rpc.memberships.backToExplorer(values, { context: { idempotencyKey } }),
    onDone: () => {
      const ends = plan.pause && !plan.pause.isResting ? formatDay(plan.pause.from) : until
      toast.success('Membership cancelled', ends ? `It ends on ${ends}.` : 'You are an Explorer now.')
      onClose()
    },
    onFailed: () => toast.error('Your membership was not cancelled'),
  })
  const { reason } = form.values
  return (
    <Dialog title={`Cancel your ${plan.next?.name ?? plan.tier?.name} membership?`} onClose={onClose}>
      <Form
        of={form}
        label="Cancel membership"
        actions={
          <>
            <Submit of={form} busy="Cancelling…" color="red">
              Cancel membership
            </Submit>
            <Button variant="default" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <p>{meaningOf(plan, until)}</p>
        {plan.can.pause ? (
          <p>
            {'Only for a while? '}
            <Button variant="subtle" size="compact-sm" onClick={onPause}>
              Pause it instead
            </Button>
          </p>
        ) : null}
        <ChoiceField
          of={{
            ...form.field('reason'),
            value: reason ?? '',
            onChange: value => form.set({ reason: value as LeavingReason }),
          }}
          label="Why are you leaving?"
          hint="It helps us to do better. You need not say."
          options={leavingReasons.map(value => ({ value, label: leavingWords[value] }))}
          optional
        />
        {reason ? (
          <TextAreaField of={form.field('words')} label="Tell us more" maxLength={500} minRows={2} optional />
        ) : null}
      </Form>
    </Dialog>
  )
}

/** What becomes of tokens (decision 13). */
const kept =
  'Your tokens stay yours and never expire, but as an Explorer you cannot pay with them: spend them before, or take a plan again.'

function meaningOf(plan: Plan, until: string | null): string {
  if (plan.next) return 'It does not begin, and nothing is charged. You stay an Explorer.'
  if (!until) return `It ends now. ${kept}`
  if (plan.pause?.isResting)
    return `It rests until ${until} and ends then; nothing more is charged. ${kept} Until then you can take this back here with one press.`
  if (plan.pause)
    return `It stays open until ${formatDay(plan.pause.from)}, the pause after it falls away, and nothing more is charged. ${kept}`
  if (plan.paymentStatus === 'overdue')
    return `It stays open until ${until} and no further month is charged. The payment that is still open is tried again until that day, and no longer asked for after it. ${kept}`
  const paid = plan.freeUntil ? '' : ' What you paid for this month is not given back.'
  return `It stays open until ${until} and is not charged again.${paid} ${kept} Until then you can take this back here with one press.`
}
