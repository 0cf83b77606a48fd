import { Checkbox, Group as Cluster, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { weekdays } from '#platform/time.ts'
import { formatMoney } from '#platform/words.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, MoneyField, TextAreaField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit } from '#ui/form/form.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingText } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { facilityFields, messages } from '../inputs.ts'
import { cashWords, durationWords } from '../parts/fare-words.tsx'

type Facility = Awaited<ReturnType<typeof rpc.facilities.list>>[number]

/** /admin/pricing, Manage Booking Types (CNT-57 … CNT-60). Name, slug and length are not editable. */
export function BookingTypes() {
  const query = useQuery(api.facilities.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <Page
      title="Manage Booking Types"
      kicker="Bookings"
      lead="What each facility costs, on which days tokens are taken, and whether it can be booked. Changes hold for new bookings; what is booked keeps its price."
    >
      <Query of={query} failed={messages.listFailed} loading={<LoadingText lines={8} />}>
        {rows =>
          rows.length === 0 ? (
            <Empty what="There are no facilities yet" />
          ) : (
            rows.map(facility => <FacilityForm key={facility.id} facility={facility} />)
          )
        }
      </Query>
    </Page>
  )
}

function FacilityForm({ facility }: { facility: Facility }) {
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
    submit: (edit, sending) => rpc.facilities.change({ id: facility.id, ...edit }, { context: sending }),
    onFailed: () => toast.error(messages.changeFailed),
    onDone: () => toast.success('Booking type saved', facility.name),
  })
  const atOnce = facility.units === 1 ? 'one booking' : `${facility.units} bookings`
  const lead = `${durationWords(facility.durationMinutes)}, ${atOnce} at a time. ${cashWords(facility)}.`
  return (
    <Section
      title={
        <>
          {facility.name} {facility.isActive ? null : <Status>Off</Status>}
        </>
      }
      lead={lead}
      id={facility.slug}
      aside
    >
      <Form
        of={form}
        label={facility.name}
        actions={
          <Submit of={form} busy="Saving…">
            Save
          </Submit>
        }
      >
        <TextAreaField of={form.field('description')} label="Description" optional maxLength={2_000} />
        <Row>
          <CostField of={form.field('tokenCost')} />
          <MoneyField
            of={form.field('cashPricePence')}
            label={facility.isPricedPerSession ? 'Card price of a session' : 'Card price of an hour'}
          />
        </Row>
        <DaysField of={form.field('tokenAvailableDays')} />
        <CheckField of={form.field('isActive')} label="Can be booked" />
      </Form>
    </Section>
  )
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
