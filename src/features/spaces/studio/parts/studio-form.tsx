import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { daysShown } from '#features/spaces/calendar/inputs.ts'
import { addDays } from '#platform/dates.ts'
import { formatCount, formatDate, formatMoney, formatTimeRange, formatTokens, nameOf } from '#platform/words.ts'
import { AnotherDate } from '#ui/composer/another-date.tsx'
import { Composer } from '#ui/composer/composer.tsx'
import { DayStrip } from '#ui/composer/day-strip.tsx'
import { StartPicker } from '#ui/composer/start-picker.tsx'
import { ChoiceField, EmailField, PhoneField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages, projectTypes, projectWords, sessionInput } from '../inputs.ts'
import {
  endOf,
  hoursAllowed,
  hoursOf,
  opensWith,
  type PaidWith,
  priceOf,
  spanOf,
  startsOf,
  startsThatFit,
  takesTokens,
  tokenWords,
} from '../rules.ts'
import type { StudioPage } from './sessions.tsx'
import classes from './studio.module.css'
import { StudioPrice } from './studio-price.tsx'

const { startTime: opens, hours: usual } = opensWith

/** Books the studio: a day, a length and a start that fits; hours make the price, and the button says it. */
export function StudioForm({ of: page }: { of: StudioPage }) {
  const { prices, open, today, whyNotTokens } = page
  const me = useMe()
  const navigate = useNavigate()
  const [from, setFrom] = useState(today)
  const lastDay = addDays(today, 365)
  // The price that was on screen when the button was pressed is the one that is agreed to.
  const shown = useRef<{ tokens: number; pence: number }>(undefined)
  const form = useSchemaForm({
    schema: sessionInput,
    initial: {
      ...{ bookingDate: '', startTime: opens, endTime: endOf(opens, usual.card)! },
      ...{ clientName: me ? nameOf(me) : '', email: me?.email ?? '', phone: page.phone },
      ...{ projectType: 'portrait' as const, description: '', paidWith: 'card' as PaidWith },
    },
    submit: (values, { idempotencyKey }) =>
      rpc.studio.book({ ...values, seen: shown.current }, { context: { idempotencyKey } }),
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
  const { bookingDate: day, startTime, endTime, paidWith } = form.values
  const hours = hoursOf({ startTime, endTime })
  const { least, most } = hoursAllowed[paidWith]
  const lengths = Array.from({ length: most - least + 1 }, (_, more) => least + more)
  const days = useQuery(api.studio.days.queryOptions({ input: { from }, placeholderData: keepPreviousData }))
  const offer = days.data?.map(({ on, taken }) => {
    const isFor = paidWith === 'card' || takesTokens(on)
    const fitting = (count: number) =>
      isFor ? startsThatFit(count, { taken, open, after: on === today ? page.timeNow : null }) : []
    return { on, taken, isFor, fitting, starts: fitting(hours) }
  })
  const chosen = offer?.find(({ on }) => on === day)
  const fits = chosen?.starts.includes(startTime) ?? false
  const price = fits ? priceOf(hours, paidWith, prices) : null
  const sum = price && (price.tokens > 0 ? formatTokens(price.tokens) : formatMoney(price.pence))
  useEffect(() => {
    shown.current = price ?? undefined
  })

  // The start that the form opens with, or that the person chose: another day begins with it, whatever today still had.
  const wished = useRef(opensWith.startTime)
  // Whoever comes begins with the nearest day that has a time left, and nobody with a time that has none.
  const nextDay = day === '' ? offer?.find(({ starts }) => starts.length > 0)?.on : undefined
  const nextStart = chosen && !fits ? chosen.starts[0] : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once it is known, and never over a choice that can be had
  useEffect(() => {
    if (nextDay) form.set({ bookingDate: nextDay })
    if (nextStart) lasts(nextStart, hours)
  }, [nextDay, nextStart])

  const lasts = (start: string, count: number) => form.set(spanOf(start, count))
  const chooseDay = (on: string) => {
    if (on < from || on >= addDays(from, daysShown)) setFrom(on)
    form.set({ bookingDate: on })
    lasts(wished.current, hours)
    form.inner.clearErrors()
  }
  const pay = (next: PaidWith) => {
    const count = usual[next]
    // With tokens another day may be meant.
    const keeps = next === 'card' || day === '' || takesTokens(day)
    form.set({ paidWith: next, ...spanOf(startTime, count), ...(!keeps && { bookingDate: '' }) })
  }
  const when =
    day === '' ? 'Choose a day' : fits ? `${formatDate(day)}, ${formatTimeRange(startTime, endTime)}` : formatDate(day)
  const none = chosen && chosen.starts.length === 0 ? noneWords(chosen.isFor, hours) : ''
  return (
    <Form of={form} label="Book the studio">
      <Composer
        choices={
          <>
            <div>
              <DayStrip
                legend="Day"
                from={from}
                count={daysShown}
                days={offer?.map(({ on, isFor, starts }) => ({
                  ...{ on, isOpen: true, free: starts.length },
                  ...(!isFor && { isLimited: true, note: 'card only' }),
                }))}
                min={today}
                max={lastDay}
                value={day || null}
                onChange={chooseDay}
                onFrom={setFrom}
                error={form.field('bookingDate').error}
                data-path="bookingDate"
              />
              <Query of={days} failed="Failed to load what is free" loading={<span />}>
                {() => null}
              </Query>
              <AnotherDate value={day || null} onChange={chooseDay} min={today} max={lastDay} />
            </div>
            <SelectField
              of={
                {
                  ...form.field('endTime'),
                  value: String(hours),
                  onChange: (count: string) => lasts(startTime, Number(count)),
                } as Field<string>
              }
              label="Duration"
              options={lengths.map(count => ({
                value: String(count),
                label: formatCount(count, 'hour'),
                disabled: chosen?.isFor === true && chosen.fitting(count).length === 0 && count !== hours,
              }))}
            />
            {none ? <p className={classes.none}>{none}</p> : null}
            {chosen && chosen.starts.length > 0 ? (
              <StartPicker
                legend={`Start on ${formatDate(day)}`}
                value={startTime}
                onChange={start => {
                  wished.current = start
                  lasts(start, hours)
                }}
                error={form.field('startTime').error}
                data-path="startTime"
                starts={startsOf(open, hours).map(at => ({
                  at,
                  ...(!chosen.starts.includes(at) && {
                    unavailable: goneWords(at, day === today ? page.timeNow : null),
                  }),
                }))}
              />
            ) : null}
            <Row>
              <TextField of={form.field('clientName')} label="Name" autoComplete="name" maxLength={100} />
              <EmailField of={form.field('email')} label="Email" maxLength={255} />
            </Row>
            <Row>
              <PhoneField of={form.field('phone') as Field<string>} label="Phone" optional maxLength={20} />
              <SelectField
                of={form.field('projectType') as Field<string>}
                label="Project"
                options={projectTypes.map(value => ({ value, label: projectWords[value] }))}
              />
            </Row>
            <TextAreaField
              of={form.field('description') as Field<string>}
              label="What you plan"
              optional
              maxLength={1_000}
            />
          </>
        }
        price={
          <>
            <ChoiceField
              of={{ ...form.field('paidWith'), onChange: pay } as Field<string>}
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
            <StudioPrice price={price} hours={hours} page={page} />
          </>
        }
        chosen={when}
        sum={sum}
        actions={
          chosen && !fits ? (
            <Button disabled>Book</Button>
          ) : (
            <Submit of={form} busy="Booking…">
              {sum ? `Book for ${sum}` : 'Book'}
            </Submit>
          )
        }
        said={none || (sum ? `${when}: ${sum}` : '')}
      />
    </Form>
  )
}

const goneWords = (at: string, now: string | null) => (now !== null && at <= now ? 'Past' : 'Taken')

const noneWords = (isFor: boolean, hours: number) =>
  isFor
    ? `The studio is not free for ${formatCount(hours, 'hour')} on this day. Choose another day or fewer hours.`
    : 'Tokens pay for the studio on Tuesdays. Choose a Tuesday, or pay by card.'
