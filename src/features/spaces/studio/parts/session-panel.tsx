import { Button } from '@mantine/core'
import { GiveBack, usualGiveBack } from '#features/spaces/bookings/parts/give-back.tsx'
import { formatCount, formatDate, formatDateTime, formatMoney, formatTimeRange, formatTokens } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { cancelSession, messages, projectWords } from '../inputs.ts'
import { stateOf } from '../rules.ts'
import classes from './studio.module.css'

export type AdminSession = Awaited<ReturnType<typeof rpc.studio.list>>['rows'][number]

const paidWords = ({ paidAt, way }: AdminSession) =>
  paidAt && `${formatDateTime(paidAt)}, ${way === 'desk' ? 'at the desk' : 'by card'}`

const owedWords = ({ deskOwedPence, handedBackAt }: AdminSession) =>
  `${formatMoney(deskOwedPence)}, ${handedBackAt ? `handed back ${formatDateTime(handedBackAt)}` : 'in cash, still to hand back'}`

/** One session: who it is for, what was paid, and completing or cancelling it. */
export function SessionPanel({ session }: { session: AdminSession }) {
  const { id, can, person } = session
  const isByTokens = session.tokensUsed > 0
  const complete = useAction(rpc.studio.complete, {
    atOnce: 'The session has been; nothing is charged or given back.',
    done: () => ({ title: 'Booking completed' }),
    failed: messages.statusFailed,
  })
  const markPaid = useAction(rpc.studio.markPaid, {
    confirm: () => ({
      title: `Paid ${formatMoney(session.pricePence)} at the desk?`,
      body: 'The session counts as paid. Money that the desk took, the desk gives back.',
      action: 'It was paid',
      keep: 'Not yet',
    }),
    done: () => ({ title: 'Marked as paid', message: 'It is in the takings, and its member has a receipt.' }),
    undo: answer => sending => rpc.studio.takeBackPayment(answer, sending),
    failed: 'The booking was not marked as paid',
  })
  const takeBack = useAction(rpc.studio.takeBackPayment, {
    confirm: () => ({
      title: `Take back ${formatMoney(session.pricePence)} paid at the desk?`,
      body: 'For a payment that was entered by mistake. It stays in the ledger, with one against it, and the session is to pay again.',
      action: 'It was not paid',
      keep: 'Keep it',
    }),
    done: () => ({ title: 'Taken back' }),
    failed: 'The payment was not taken back',
  })
  const handBack = useAction(rpc.studio.handBack, {
    confirm: () => ({
      title: `Handed ${formatMoney(session.deskOwedPence)} back to ${person.name}?`,
      body: 'In cash, at the desk. It is then in the ledger, and off the list of what the desk owes.',
      action: 'It was handed back',
      keep: 'Not yet',
    }),
    done: () => ({ title: 'Marked as handed back' }),
    failed: 'The money was not marked as handed back',
  })
  return (
    <>
      <Facts
        facts={[
          { label: 'Status', value: stateOf(session) },
          {
            label: 'When',
            value: `${formatDate(session.bookingDate, { year: true })}, ${formatTimeRange(session.startTime, session.endTime)}, ${formatCount(session.hours, 'hour')}`,
          },
          {
            label: 'Member',
            value: (
              <ObjectLink noun="person" id={person.id}>
                {person.name}
              </ObjectLink>
            ),
          },
          { label: 'Client', value: session.clientName },
          { label: 'Email', value: <Email of={session.email} /> },
          { label: 'Phone', value: session.phone },
          { label: 'Project', value: projectWords[session.projectType] },
          { label: 'Plan', value: session.description },
          { label: 'Price', value: isByTokens ? formatTokens(session.tokensUsed) : formatMoney(session.pricePence) },
          { label: 'Paid', value: paidWords(session) },
          {
            label: 'Order',
            value: session.orderId ? (
              <ObjectLink noun="order" id={session.orderId}>
                Open the order
              </ObjectLink>
            ) : null,
          },
          { label: 'Booked', value: formatDateTime(session.createdAt) },
          { label: 'Reason', value: session.cancelReason },
          {
            label: 'Owed at the desk',
            value: session.deskOwedPence > 0 ? owedWords(session) : null,
          },
        ]}
      />
      <div className={classes.deeds}>
        {can.complete ? (
          <Button onClick={() => void complete.run({ id })} loading={complete.isRunning}>
            Complete
          </Button>
        ) : null}
        {can.markPaid ? (
          <Button variant="default" onClick={() => void markPaid.run({ id })} loading={markPaid.isRunning}>
            Paid at the desk
          </Button>
        ) : null}
        {can.takeBackPayment ? (
          <Button variant="default" onClick={() => void takeBack.run({ id })} loading={takeBack.isRunning}>
            It was not paid
          </Button>
        ) : null}
        {can.handBack ? (
          <Button onClick={() => void handBack.run({ id })} loading={handBack.isRunning}>
            Handed back
          </Button>
        ) : null}
      </div>
      {can.cancel ? <CancelForm key={id} session={session} /> : null}
    </>
  )
}

/** To the card or at the desk: it is one sum of money. */
const whole = ({ tokens, pence, deskPence }: AdminSession['refunds']['all']) => ({ tokens, pence: pence + deskPence })

function CancelForm({ session }: { session: AdminSession }) {
  const { all, rule } = session.refunds
  const form = useSchemaForm({
    schema: cancelSession,
    initial: { id: session.id, reason: '', giveBack: usualGiveBack(session) },
    submit: (values, { idempotencyKey }) => rpc.studio.cancelByStaff(values, { context: { idempotencyKey } }),
    onDone: ({ deskPence }) =>
      toast.success(
        'Booking cancelled',
        `${session.person.name} has been told${deskPence > 0 ? `, and gets ${formatMoney(deskPence)} at the desk` : ''}.`,
      ),
    onFailed: () => toast.error(messages.statusFailed),
  })
  return (
    <Form
      of={form}
      label="Cancel this booking"
      actions={
        <Submit of={form} busy="Cancelling…" color="red" variant="outline">
          Cancel
        </Submit>
      }
    >
      <TextAreaField of={form.field('reason')} label="Reason" hint="The person reads this." maxLength={500} />
      <GiveBack
        of={form.field('giveBack')}
        refunds={{ all: whole(all), rule: whole(rule) }}
        isAtBank={session.moneyGone === 'disputed'}
      />
      {all.deskPence > 0 ? <p>It was paid at the desk, which gives back what you choose here.</p> : null}
    </Form>
  )
}
