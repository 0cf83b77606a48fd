import { Checkbox, Group as Cluster, TextInput } from '@mantine/core'
import { weekdays } from '#platform/dates.ts'
import { formatMoney, formatTokens } from '#platform/words.ts'
import { type ChangeLine, Changes, isLargeChange } from '#ui/form/changes.tsx'
import { type Change, useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, MoneyField, TextAreaField } from '#ui/form/fields.tsx'
import { type Field, Form, Submit } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { facilityFields, messages } from '../inputs.ts'
import { everyWords } from './fare-words.ts'

export type OfficeFacility = Awaited<ReturnType<typeof rpc.facilities.list>>[number]

/** What staff change of a facility (CNT-59): each changed number is said old → new before it is saved. */
export function FacilityEditor({ facility }: { facility: OfficeFacility }) {
  const form = useEditForm({
    schema: facilityFields,
    present: {
      description: facility.description,
      tokenCost: facility.tokenCost,
      cashPricePence: facility.cashPricePence,
      tokenAvailableDays: facility.tokenAvailableDays as (typeof weekdays)[number][],
      isActive: facility.isActive,
    },
    words: (name, value) => (name === 'cashPricePence' ? formatMoney(value as number) : undefined),
    ask: changes => {
      const large = linesOf(facility, changes, isLargeChange)
      if (large.length === 0) return null
      return {
        title: `Change the price of ${facility.name} by more than half?`,
        body: large.map(({ label, from, to, means }) => (
          <p key={label}>
            {label}: {from} → {to}. {means}
          </p>
        )),
        action: 'Save the new price',
        keep: 'Look at it again',
      }
    },
    submit: (edit, sending) => rpc.facilities.change({ id: facility.id, ...edit }, { context: sending }),
    onFailed: () => toast.error(messages.changeFailed),
    onDone: () => toast.success('Booking type saved', facility.name),
  })
  return (
    <Form
      of={form}
      label={facility.name}
      actions={
        <Submit of={form} busy="Saving…">
          Save
        </Submit>
      }
    >
      <MoneyField
        of={form.field('cashPricePence')}
        label={facility.isPricedPerSession ? 'Card price of a session' : 'Card price of an hour'}
      />
      <CostField of={form.field('tokenCost')} />
      <Changes lines={linesOf(facility, form.changes, (from, to) => from !== to)} />
      <DaysField of={form.field('tokenAvailableDays')} />
      <TextAreaField of={form.field('description')} label="Description" optional maxLength={2_000} />
      <CheckField of={form.field('isActive')} label="Can be booked" />
    </Form>
  )
}

/** The changed numbers in words, those that `isMeant`; what is no number yet is left to the field's own words. */
function linesOf(
  facility: OfficeFacility,
  changes: readonly Change[],
  isMeant: (from: number, to: number) => boolean,
): ChangeLine[] {
  const said = {
    cashPricePence: { label: 'Card price', words: (pence: number) => formatMoney(pence), unit: everyWords(facility) },
    tokenCost: { label: 'Token cost', words: formatTokens, unit: 'a booking' },
  }
  return changes.flatMap(({ name, from, to }) => {
    const number = said[name as keyof typeof said]
    if (!number || !Number.isFinite(to) || !isMeant(from as number, to as number)) return []
    const { label, words, unit } = number
    const means = 'From now on; bookings made keep their price.'
    return [{ label, from: words(from as number), to: `${words(to as number)} ${unit}`, means }]
  })
}

/** Whole tokens; what is no number arrives as NaN, for the schema to refuse. */
function CostField({ of }: { of: Field<number> }) {
  const { value, onChange, ...rest } = of
  return (
    <TextInput
      {...rest}
      label="Token cost"
      description="With 0 it is part of paid plans"
      inputMode="numeric"
      required
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={event => {
        const typed = event.currentTarget.value.trim()
        onChange(/^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN)
      }}
    />
  )
}

function DaysField({ of }: { of: Field<(typeof weekdays)[number][]> }) {
  return (
    <Checkbox.Group
      label="Days on which tokens are taken"
      description="None chosen: every day"
      value={of.value}
      onChange={days => of.onChange(days as (typeof weekdays)[number][])}
      data-path={of['data-path']}
      error={of.error}
    >
      <Cluster gap="md" mt="xs">
        {weekdays.map(day => (
          <Checkbox key={day} value={day} label={`${day.charAt(0).toUpperCase()}${day.slice(1)}`} />
        ))}
      </Cluster>
    </Checkbox.Group>
  )
}
