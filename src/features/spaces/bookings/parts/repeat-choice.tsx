import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { z } from 'zod'
import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { rhythms } from '#features/spaces/series/inputs.ts'
import { formatDate, formatTokens } from '#platform/words.ts'
import { DateField, SelectField } from '#ui/form/fields.tsx'
import { Row, type SchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import type { Facility } from './booking-form.tsx'
import { rhythmWords } from './booking-words.ts'
import classes from './repeat-choice.module.css'
import type { Preview, Repeating, repeatedInput } from './repeating.ts'

type Form = SchemaForm<z.input<typeof repeatedInput>>

/** Whether a booking is repeated, until when, and every time of it with what can be chosen for it. */
export function RepeatChoice({ form, repeating }: { form: Form; repeating: Repeating }) {
  const { values } = form
  const until = form.field('until')
  const choose = (on: string, at: string) => {
    const others = {
      skipped: values.skipped.filter(day => day !== on),
      moved: values.moved.filter(each => each.on !== on),
    }
    if (at === skip) form.set({ ...others, skipped: [...others.skipped, on] })
    else form.set(at === values.startsAt ? others : { ...others, moved: [...others.moved, { on, startsAt: at }] })
  }
  return (
    <div className={classes.repeat}>
      <Row>
        <SelectField
          of={form.field('repeat')}
          label="Repeat"
          options={[
            { value: '', label: 'Does not repeat' },
            ...rhythms.map(weeks => ({ value: String(weeks), label: rhythmWords(weeks) })),
          ]}
        />
        {repeating.isOn ? (
          <DateField
            of={{ ...until, value: repeating.until, ...(repeating.problem && { error: repeating.problem }) }}
            label="Until"
            min={repeating.earliest}
            max={repeating.latest}
          />
        ) : null}
      </Row>
      {!repeating.isOn || repeating.problem ? null : values.startsAt === '' ? (
        <p className={classes.hint}>Choose a time to see what is free on these days.</p>
      ) : (
        <Query of={repeating.preview} failed="Failed to load the days" loading={<LoadingText lines={5} />}>
          {({ occurrences }) => (
            <ol className={classes.list} aria-label="Days of the series">
              {occurrences.map(each => (
                <Occurrence key={each.on} of={each} usual={values.startsAt} onChoose={at => choose(each.on, at)} />
              ))}
            </ol>
          )}
        </Query>
      )}
    </div>
  )
}

const skip = 'skip'

function Occurrence(props: { of: Preview['occurrences'][number]; usual: string; onChoose: (at: string) => void }) {
  const { of: occurrence, usual } = props
  const { on, startsAt, canBook, isUsualFree, problem } = occurrence
  const others = (occurrence.others ?? []).map(other => other.startsAt)
  const starts = [...new Set([...others, ...(canBook && startsAt !== usual ? [startsAt] : [])])].sort()
  return (
    <li className={classes.one} data-out={!canBook}>
      <span className={classes.day}>{formatDate(on)}</span>
      <NativeSelect
        aria-label={`Time on ${formatDate(on)}`}
        size="sm"
        value={canBook ? startsAt : skip}
        onChange={event => props.onChoose(event.currentTarget.value)}
        data={[
          { value: usual, label: isUsualFree ? usual : `${usual}, not free`, disabled: !isUsualFree },
          ...starts.map(at => ({ value: at, label: at })),
          { value: skip, label: 'Skip' },
        ]}
      />
      <span className={classes.price}>{canBook ? priceOf(occurrence) : 'Skipped'}</span>
      {problem ? <span className={classes.why}>{whyWords(problem, others.length)}</span> : null}
    </li>
  )
}

const priceOf = ({ tokens, pence }: { tokens: number; pence: number }) =>
  tokens + pence === 0 ? 'Free' : sumWords({ tokens, pence })

// What the server says ends by asking for another time, where there may be none.
const whyWords = (problem: string, others: number) =>
  others > 0 ? problem : `${problem.replace(/ Please choose another\.$/, '')} No other time is free on this day.`

/** How all of them are paid, and what cancelling gives back; what they cost together stands above the button. */
export function RepeatPrice({ facility, form, preview }: { facility: Facility; form: Form; preview: Preview }) {
  const { count, tokens, pence, tokenBalance } = preview
  const isByCard = form.values.payWith === 'card'
  const canChoose = isByCard ? tokenBalance > 0 && facility.tokenCost > 0 : tokens > 0
  return (
    <div className={classes.panel}>
      {canChoose ? (
        <SegmentedControl
          aria-label="Pay with"
          data={[
            { value: 'auto', label: 'Tokens' },
            { value: 'card', label: 'Card' },
          ]}
          value={isByCard ? 'card' : 'auto'}
          onChange={value => form.set({ payWith: value as 'auto' | 'card' })}
        />
      ) : null}
      {count === 0 ? (
        <p className={classes.sum}>
          <strong>Nothing can be booked</strong>
        </p>
      ) : null}
      <p className={classes.hint}>
        {tokens > 0
          ? `You have ${formatTokens(tokenBalance)}; ${formatTokens(tokenBalance - tokens)} would be left. `
          : ''}
        {tokens > 0 && pence > 0 ? 'The card pays what they do not, in one payment. ' : ''}
        {tokens === 0 && pence > 0 ? 'All of it is one payment. ' : ''}
        <strong>If you cancel</strong> one or several of them, each gives back what it cost until{' '}
        {facility.cancellationHours} hours before it begins, and nothing after that.
      </p>
    </div>
  )
}
