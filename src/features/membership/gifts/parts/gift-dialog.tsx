import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDays } from '#platform/dates.ts'
import { formatDay, formatMoney } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CheckField, DateField, MoneyField, SelectField, TextField } from '#ui/form/fields.tsx'
import { Form, Group, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { gift, messages, mostGiftMonths } from '../inputs.ts'
import { letsGo } from '../rules.ts'
import { consequences, type Membership, type Receiver } from './gift-words.ts'

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
      toast.success('Membership updated', `${name} is told by email`)
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
    {
      label: 'Not paid yet',
      value: openPence ? `${formatMoney(openPence)}${letsGo(standing) ? ', which free time lets go of' : ''}` : null,
    },
  ]
}
