import { Button, Switch } from '@mantine/core'
import { formatCount } from '#platform/words.ts'
import { type ChangeLine, Changes, isLargeChange } from '#ui/form/changes.tsx'
import { type Change, useEditForm } from '#ui/form/edit-form.ts'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit } from '#ui/form/form.tsx'
import { ListField } from '#ui/form/list-field.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { tierFields } from '../inputs.ts'

export type OfficeTier = Awaited<ReturnType<typeof rpc.memberships.allTiers>>[number]

/** The fields of a tier, edited in its card (TIER-03). */
export function TierEditor({ tier, onDone, onCancel }: { tier: OfficeTier; onDone: () => void; onCancel: () => void }) {
  const form = useEditForm({
    schema: tierFields,
    present: {
      name: tier.name,
      description: tier.description,
      priceMonthly: tier.pricePence / 100,
      weeklyTokens: tier.weeklyTokens,
      tokenDiscountPercent: tier.tokenDiscountPercent,
      marketDiscountPercent: tier.marketDiscountPercent,
      guestPassesPerMonth: tier.guestPassesPerMonth,
      stripePriceId: tier.stripePriceId ?? '',
      features: tier.features,
      isActive: tier.isActive,
    },
    words: (name, value) => (name === 'priceMonthly' ? `£${value}` : undefined),
    ask: changes => {
      const large = linesOf(tier, changes).filter(({ name }) => name === 'priceMonthly')
      if (!large.some(({ was, is }) => isLargeChange(was, is))) return null
      return {
        title: `Change the price of ${tier.name} by more than half?`,
        body: large.map(({ from, to, means }) => (
          <p key={to}>
            {from} → {to}. {means}
          </p>
        )),
        action: 'Save the new price',
        keep: 'Look at it again',
      }
    },
    submit: (edit, sending) => rpc.memberships.updateTier({ id: tier.id, ...edit }, { context: sending }),
    onFailed: error => toast.error('Failed to update membership tier', describeProblem(error).message),
    onDone: () => {
      toast.success('Tier updated')
      onDone()
    },
  })
  return (
    <Form
      of={form}
      label={`Edit ${tier.name}`}
      isOpened
      actions={
        <>
          <Submit of={form} busy="Saving…">
            Save
          </Submit>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <TextField of={form.field('name')} label="Name" maxLength={60} />
      <TextAreaField of={form.field('description')} label="Description" maxLength={500} minRows={2} optional />
      <WholeField of={form.field('priceMonthly')} label="Monthly price" unit="£" hint="Whole pounds, without pence" />
      <Row>
        <WholeField of={form.field('weeklyTokens')} label="Weekly tokens" />
        <WholeField of={form.field('tokenDiscountPercent')} label="Token discount, %" hint="At most 90" />
      </Row>
      <Row>
        <WholeField of={form.field('marketDiscountPercent')} label="Market discount, %" />
        <WholeField of={form.field('guestPassesPerMonth')} label="Guest passes a month" />
      </Row>
      <Changes lines={linesOf(tier, form.changes)} />
      <TextField
        of={form.field('stripePriceId')}
        label="Price at the payment provider"
        placeholder="N/A"
        hint="Its id there. Empty: made from the price. Used only while it costs the same."
        optional
      />
      <ListField
        lines={form.values.features}
        of={index => form.nested(`features.${index}`)}
        onAdd={() => form.inner.insertListItem('features', '')}
        onRemove={index => form.inner.removeListItem('features', index)}
        legend="Features"
        item="Feature"
        maxLength={120}
      />
      <Switch
        label="Active: people can choose it"
        checked={form.values.isActive}
        onChange={event => form.set({ isActive: event.currentTarget.checked })}
      />
    </Form>
  )
}

/** The changed numbers in words, with whom a new price does not reach (TIER-09). */
function linesOf(tier: OfficeTier, changes: readonly Change[]) {
  const keeps = tier.paying === 0 ? '' : `${formatCount(tier.paying, 'member')} with a running subscription. `
  const said: Record<string, { label: string; words: (number: number) => string; means: string }> = {
    priceMonthly: {
      label: 'Monthly price',
      words: pounds => `£${pounds} a month`,
      means: `${keeps}Running subscriptions keep their price. Once this is saved you can move them, with an email that tells them.`,
    },
    weeklyTokens: {
      label: 'Weekly tokens',
      words: tokens => `${tokens} a week`,
      means: `With their next weekly tokens, for everybody on this tier (${tier.members}): who has had this week’s gets the new number on Monday.`,
    },
    tokenDiscountPercent: {
      label: 'Token discount',
      words: percent => `${percent}%`,
      means: 'From now on.',
    },
    marketDiscountPercent: { label: 'Market discount', words: percent => `${percent}%`, means: 'From now on.' },
    guestPassesPerMonth: {
      label: 'Guest passes',
      words: passes => `${passes} a month`,
      means: 'From now on, this month’s included. Passes that are out stay good.',
    },
  }
  return changes.flatMap(({ name, from, to }): (ChangeLine & { name: string; was: number; is: number })[] => {
    const number = said[name]
    if (!number || !Number.isFinite(to)) return []
    const [was, is] = [from as number, to as number]
    return [{ name, was, is, label: number.label, from: number.words(was), to: number.words(is), means: number.means }]
  })
}
