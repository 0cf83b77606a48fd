import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths } from '#platform/dates.ts'
import { formatCount, formatDay, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField, DateField, MoneyField, SelectField, TextField } from '#ui/form/fields.tsx'
import { Form, Group, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { gift, messages, mostGiftMonths } from '../inputs.ts'

type Receiver = Awaited<ReturnType<typeof rpc.memberships.giftsOf>>
type Membership = Receiver & { standing: NonNullable<Receiver['standing']>; tier: NonNullable<Receiver['tier']> }
const hasMembership = (of: Receiver): of is Membership => of.standing !== null && of.tier !== null

/** Free months, free time until a day, and a price of one's own for one membership (PAY-03). */
export function GiftDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const receiver = useQuery(api.memberships.giftsOf.queryOptions({ input: { userId } }))
  return (
    <Dialog title="Gift or custom price" onClose={onClose} size="lg" keepsInput>
      <Query of={receiver} failed="Failed to load the membership">
        {found =>
          hasMembership(found) ? (
            <GiftForm key={userId} receiver={found} userId={userId} onClose={onClose} />
          ) : (
            <p>{found.name} has no membership. They have to be approved first.</p>
          )
        }
      </Query>
    </Dialog>
  )
}

function GiftForm({ receiver, userId, onClose }: { receiver: Membership; userId: string; onClose: () => void }) {
  const { standing, name } = receiver
  const initial = {
    userId,
    tierId: standing.hasSubscription || receiver.tier.isFree ? '' : receiver.tier.id,
    giftMonths: 0,
    isComplimentary: false,
    complimentaryUntil: '',
    customPence: standing.hasCustomPrice ? standing.monthlyPence : null,
    notes: '',
    seenUntil: standing.periodEnd?.toISOString() ?? null,
  }
  const form = useSchemaForm({
    schema: gift,
    initial,
    ask: values => {
      const lines = consequences(receiver, values)
      return lines.length === 0
        ? null
        : {
            title: `Save this for ${name}?`,
            body: lines.map(line => <p key={line}>{line}</p>),
            action: 'Save',
            keep: 'Look at it again',
          }
    },
    submit: (values, { idempotencyKey }) => rpc.memberships.give(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Membership updated', `${name} is told by mail`)
      onClose()
    },
    onFailed: () => toast.error(messages.saveFailed),
  })
  const { isComplimentary } = form.values
  return (
    <Form
      of={form}
      label="Gift or custom price"
      isLong
      actions={
        <>
          <Submit of={form} busy="Saving…">
            Save
          </Submit>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Facts facts={factsOf(receiver)} />
      {standing.hasSubscription ? null : (
        <SelectField
          of={form.field('tierId')}
          label="Plan"
          placeholder="Choose a plan"
          hint="They pay for none. They have this one until the free time ends, and nothing is ever charged."
          options={receiver.plans.map(({ id, name: plan, pricePence }) => ({
            value: id,
            label: `${plan}, ${formatMoney(pricePence)} a month`,
          }))}
        />
      )}
      <Group legend="Free time">
        <WholeField
          of={form.field('giftMonths')}
          label="Gift months"
          hint={`From 0 to ${mostGiftMonths}, counted from ${formatDay(receiver.days.monthsFrom)}`}
        />
        <CheckField
          of={form.field('isComplimentary')}
          label="Complimentary"
          hint="Free until a day that you choose, instead of months"
        />
        {isComplimentary ? (
          <DateField
            of={form.field('complimentaryUntil')}
            label="Complimentary until"
            hint="The last free day"
            min={addDays(receiver.days.today, 1)}
          />
        ) : null}
      </Group>
      {standing.hasSubscription ? (
        <MoneyField
          of={form.field('customPence')}
          label="Custom monthly price"
          hint={`From the next invoice on. Leave it empty for the price of the plan, ${formatMoney(receiver.tier.pricePence)}.`}
          optional
        />
      ) : null}
      <TextField of={form.field('notes')} label="Notes" hint="For the office alone" maxLength={300} optional />
    </Form>
  )
}

function factsOf({ name, email, tier, standing, freeUntil, cancelsAtPeriodEnd, openPence }: Membership) {
  const end = standing.periodEnd && formatDay(standing.periodEnd)
  const isCharged = standing.hasSubscription && !cancelsAtPeriodEnd
  return [
    { label: 'Member', value: `${name}, ${email}` },
    {
      label: 'Plan',
      value: tier.isFree ? `${tier.name}, free` : `${tier.name}, ${formatMoney(standing.monthlyPence)} a month`,
    },
    {
      label: 'Price agreed',
      value: standing.hasCustomPrice
        ? `${formatMoney(standing.monthlyPence)} instead of ${formatMoney(tier.pricePence)}`
        : null,
    },
    { label: isCharged ? 'Next charge' : 'Ends', value: tier.isFree ? null : end },
    { label: 'Free until', value: freeUntil && formatDay(freeUntil) },
    { label: 'Not paid yet', value: openPence ? `${formatMoney(openPence)}, which free time lets go of` : null },
  ]
}

/** What saving does, in the words of the question. */
function consequences(
  receiver: Membership,
  wish: {
    giftMonths: number
    isComplimentary: boolean
    complimentaryUntil: string
    customPence: number | null
    tierId: string
  },
): string[] {
  const { standing, tier, days, openPence, cancelsAtPeriodEnd, plans } = receiver
  const until = wish.isComplimentary
    ? addDays(wish.complimentaryUntil, 1)
    : wish.giftMonths > 0
      ? addMonths(days.monthsFrom, wish.giftMonths)
      : null
  const isOtherPrice = wish.customPence !== (standing.hasCustomPrice ? standing.monthlyPence : null)
  const pence = isOtherPrice ? (wish.customPence ?? tier.pricePence) : standing.monthlyPence
  const plan = plans.find(({ id }) => id === wish.tierId)?.name ?? tier.name
  const months = wish.giftMonths > 0 ? `${formatCount(wish.giftMonths, 'free month')}: ` : ''
  const lines: string[] = []
  if (until && standing.hasSubscription)
    lines.push(
      `${months}nothing is charged before ${formatDay(until)}. ${cancelsAtPeriodEnd ? 'They have cancelled, so it ends then.' : `Then it is ${formatMoney(pence)} a month.`}`,
    )
  else if (until)
    lines.push(`${months}they have ${plan} for nothing until ${formatDay(until)}. Then it ends by itself.`)
  if (until && openPence)
    lines.push(`The ${formatMoney(openPence)} that they have not paid is no longer asked for. This cannot be undone.`)
  if (isOtherPrice)
    lines.push(
      cancelsAtPeriodEnd
        ? `They have cancelled, so no further month is charged. Should they keep their membership, a month costs ${formatMoney(pence)} instead of ${formatMoney(standing.monthlyPence)}.`
        : `From the next invoice on a month costs ${formatMoney(pence)} instead of ${formatMoney(standing.monthlyPence)}, until they change their plan.`,
    )
  if (lines.length > 0) lines.push('They are told by mail.')
  return lines
}
