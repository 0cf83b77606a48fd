import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { minutesOf, timeOfMinutes } from '#platform/dates.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, formatTokens, nameOf } from '#platform/words.ts'
import { ChoiceField, DateField, EmailField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages, projectTypes, projectWords, sessionInput } from '../inputs.ts'
import { endOf, hoursAllowed, hoursOf, isTaken, opensWith, type PaidWith, priceOf, tokenWords } from '../rules.ts'
import type { StudioPage } from './sessions.tsx'

const step = 30

/** The form that books the studio: start and length make the end, hours make the price, and the button says it. */
export function StudioForm({ of: { prices, open, today, whyNotTokens, cancellationHours } }: { of: StudioPage }) {
  const me = useMe()
  const navigate = useNavigate()
  const { startTime: opens, hours: usual } = opensWith
  const form = useSchemaForm({
    schema: sessionInput,
    initial: {
      ...{ bookingDate: '', startTime: opens, endTime: endOf(opens, usual.card)! },
      ...{ clientName: me ? nameOf(me) : '', email: me?.email ?? '', phone: '' },
      ...{ projectType: 'portrait' as const, description: '', paidWith: 'card' as PaidWith },
    },
    submit: (values, { idempotencyKey }) => rpc.studio.book(values, { context: { idempotencyKey } }),
    onDone: (_, { bookingDate, startTime, paidWith }) => {
      const paying =
        paidWith === 'card' ? 'Pay by card on the page of the studio, or at the desk.' : 'The tokens are spent.'
      toast.success('Studio booked', `${formatDate(bookingDate, { year: true })} at ${startTime}. ${paying}`)
      void navigate({ to: '/' })
    },
    onFailed: error => {
      const { title, message } = describeProblem(error)
      toast.error(title ?? messages.failed, message)
    },
  })
  const { bookingDate, startTime, endTime, paidWith } = form.values
  const hours = hoursOf({ startTime, endTime })
  const { least, most } = hoursAllowed[paidWith]
  const lengths = Array.from({ length: most - least + 1 }, (_, more) => least + more)
  const starts = Array.from({ length: (minutesOf(open.closesAt) - minutesOf(open.opensAt)) / step }, (_, index) =>
    timeOfMinutes(minutesOf(open.opensAt) + index * step),
  )
  const day = useQuery(
    api.studio.day.queryOptions({
      input: { on: bookingDate },
      enabled: bookingDate !== '',
      placeholderData: keepPreviousData,
    }),
  )
  const taken = bookingDate === '' ? [] : (day.data ?? [])
  const price = lengths.includes(hours) ? priceOf(hours, paidWith, prices) : null
  const lasts = (start: string, count: number) =>
    form.set({ startTime: start, endTime: endOf(start, count) ?? '23:59' })
  return (
    <Form
      of={form}
      label="Book the studio"
      actions={
        <Submit of={form} busy="Booking…">
          {price ? `Book for ${price.tokens > 0 ? formatTokens(price.tokens) : formatMoney(price.pence)}` : 'Book'}
        </Submit>
      }
    >
      <ChoiceField
        of={
          {
            ...form.field('paidWith'),
            onChange: (next: PaidWith) => {
              form.set({ paidWith: next, endTime: endOf(startTime, usual[next]) ?? '23:59' })
            },
          } as Field<string>
        }
        label="Pay"
        options={[
          { value: 'card', label: 'By card', hint: 'Now or at the desk when you come' },
          {
            value: 'tokens',
            label: 'With tokens, on Tuesdays',
            hint: whyNotTokens?.message ?? tokenWords(prices),
            disabled: whyNotTokens !== null,
          },
        ]}
      />
      <Row>
        <DateField of={form.field('bookingDate')} label="Day" min={today} />
        <SelectField
          of={{ ...form.field('startTime'), onChange: start => lasts(start ?? startTime, hours) }}
          label="Starts"
          options={starts.map(start => {
            const isGone = isTaken(taken, start, hours)
            return { value: start, label: isGone ? `${start}, taken` : start, disabled: isGone }
          })}
        />
        <SelectField
          of={
            {
              ...form.field('endTime'),
              value: String(hours),
              onChange: (count: string) => lasts(startTime, Number(count)),
            } as Field<string>
          }
          label="Duration"
          hint={`Ends at ${endTime}`}
          options={lengths.map(count => ({
            value: String(count),
            label: formatCount(count, 'hour'),
            disabled: (endOf(startTime, count) ?? '24:00') > open.closesAt || isTaken(taken, startTime, count),
          }))}
        />
      </Row>
      <Row>
        <TextField of={form.field('clientName')} label="Name" autoComplete="name" maxLength={100} />
        <EmailField of={form.field('email')} label="Email" maxLength={255} />
      </Row>
      <Row>
        <TextField of={form.field('phone') as Field<string>} label="Phone" optional maxLength={20} autoComplete="tel" />
        <SelectField
          of={form.field('projectType') as Field<string>}
          label="Project"
          options={projectTypes.map(value => ({ value, label: projectWords[value] }))}
        />
      </Row>
      <TextAreaField of={form.field('description') as Field<string>} label="What you plan" optional maxLength={1_000} />
      <p role="status">{takenWords(taken)}</p>
      <p>
        {price === null ? null : `${formatCount(hours, 'hour')}, ${startTime} to ${endTime}. `}
        Cancel {cancellationHours} or more hours ahead and what you paid comes back.
      </p>
    </Form>
  )
}

const takenWords = (taken: readonly { from: string; until: string }[]) =>
  taken.length === 0
    ? ''
    : `Taken on this day: ${taken.map(({ from, until }) => formatTimeRange(from, until)).join(', ')}.`
