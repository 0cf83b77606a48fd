import { Checkbox, Group as Cluster, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { weekdays } from '#platform/time.ts'
import { CheckField, MoneyField, TextAreaField } from '#ui/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { Empty, LoadingText } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { messages, typeChange } from '../inputs.ts'
import { cashWords, durationWords } from '../parts/fare-words.tsx'

type Facility = Awaited<ReturnType<typeof rpc.bookings.typesForStaff>>[number]

/** /admin/pricing, Manage Booking Types (CNT-57 … CNT-60). Name, slug and length are not editable. */
export function BookingTypes() {
  const query = useQuery(api.bookings.typesForStaff.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  return (
    <Page
      title="Manage Booking Types"
      kicker="Bookings"
      lead="What each facility costs, on which days tokens are taken, and whether it can be booked. Changes hold for new bookings; what is booked keeps its price."
    >
      <Query of={query} failed={messages.typesFailed} loading={<LoadingText lines={8} />}>
        {rows =>
          rows.length === 0 ? (
            <Empty what="There are no facilities yet" />
          ) : (
            rows.map(facility => <TypeForm key={facility.id} facility={facility} />)
          )
        }
      </Query>
    </Page>
  )
}

function TypeForm({ facility }: { facility: Facility }) {
  const cache = useQueryClient()
  const form = useSchemaForm({
    schema: typeChange,
    initial: {
      id: facility.id,
      description: facility.description,
      tokenCost: facility.tokenCost,
      cashPricePence: facility.cashPricePence,
      tokenAvailableDays: facility.tokenAvailableDays as (typeof weekdays)[number][],
      isActive: facility.isActive,
    },
    submit: async (change, { idempotencyKey }) => {
      try {
        return await rpc.bookings.changeType(change, { context: { idempotencyKey } })
      } catch (error) {
        toast.error(messages.typeChangeFailed)
        throw error
      }
    },
    onDone: () => {
      void cache.invalidateQueries({ queryKey: api.bookings.key() })
      toast.success('Booking type saved', facility.name)
    },
  })
  const lead = `${durationWords(facility.durationMinutes)}, ${facility.units === 1 ? 'one place' : `${facility.units} places`}. ${cashWords(facility)}.`
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
      description="With 0 it is part of paid tiers"
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
