import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { durationWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { MemberSearch } from '#features/spaces/rentals/parts/member-search.tsx'
import { calendarDate } from '#platform/time.ts'
import { formatTimeRange, formatTokens } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField, DateField, SelectField, TextAreaField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog, useInAddress } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { bookForInput, messages } from '../inputs.ts'

/** The button and dialog that book for a member, on a day that is on screen. */
export function BookFor({ on }: { on: string }) {
  const { isOpen, open, close } = useDialog('book-for', 'member')
  // Whoever comes from a person books for them.
  const member = useInAddress('member').value
  const facilities = useQuery({ ...api.bookings.facilities.queryOptions(), enabled: isOpen })
  return (
    <>
      <Button onClick={open}>Book for somebody</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Book for somebody" keepsInput>
        <Query of={facilities} failed="Failed to load facilities">
          {({ rows }) => <BookForForm on={on} member={member} facilities={rows} onDone={close} />}
        </Query>
      </Dialog>
    </>
  )
}

type Facilities = Awaited<ReturnType<typeof rpc.bookings.facilities>>['rows']

function BookForForm(props: { on: string; member: string | null; facilities: Facilities; onDone: () => void }) {
  const { on, facilities, onDone } = props
  const form = useSchemaForm({
    schema: bookForInput,
    initial: {
      ...{ userId: '', facilityId: facilities[0]?.id ?? '', on, startsAt: '', lengths: 1 },
      ...{ payer: 'tokens' as (typeof bookForInput)['_zod']['input']['payer'], reason: '' },
    },
    submit: (values, { idempotencyKey }) => rpc.bookings.bookFor(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Booked', 'They have an email with everything they need.')
      onDone()
    },
    onFailed: () => toast.error(messages.bookFailed),
  })
  const { userId, facilityId, on: day, startsAt, payer } = form.values
  const lengths = Number(form.values.lengths)
  const slots = useQuery({
    ...api.bookings.slotsFor.queryOptions({ input: { userId, facilityId, on: day } }),
    enabled: userId !== '' && facilityId !== '' && day !== '',
  })
  const offered = slots.data?.slots ?? []
  const most = Math.max(1, offered.find(slot => slot.startsAt === startsAt)?.mostLengths ?? 1)
  const quote = useQuery({
    ...api.bookings.quoteFor.queryOptions({ input: { userId, facilityId, on: day, startsAt, lengths } }),
    enabled: userId !== '' && startsAt !== '',
  })
  const oneLength = facilities.find(({ id }) => id === facilityId)?.durationMinutes ?? 0
  const count = form.field('lengths') as Field<unknown>
  return (
    <Form
      of={form}
      label="Book for somebody"
      isLong
      actions={
        userId === '' || startsAt === '' ? (
          <Button disabled>Book</Button>
        ) : (
          <Submit of={form} busy="Booking…">
            Book
          </Submit>
        )
      }
    >
      <MemberSearch
        of={form.field('userId')}
        begin={props.member}
        // What is offered to one is not what is offered to another.
        onChosen={chosen => form.set({ userId: chosen, startsAt: '', lengths: 1 })}
      />
      <SelectField
        of={{
          ...form.field('facilityId'),
          onChange: id => form.set({ facilityId: id ?? '', startsAt: '', lengths: 1 }),
        }}
        label="Facility"
        options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Row>
        <DateField
          of={{ ...form.field('on'), onChange: to => form.set({ on: to ?? '', startsAt: '', lengths: 1 }) }}
          label="Day"
          min={calendarDate(new Date())}
        />
        <SelectField
          of={{ ...form.field('startsAt'), onChange: at => form.set({ startsAt: at ?? '', lengths: 1 }) }}
          label="Starts"
          placeholder={
            userId === ''
              ? messages.choose
              : slots.data && offered.length === 0
                ? 'Nothing on this day'
                : 'Choose a time'
          }
          options={offered.map(slot => ({
            value: slot.startsAt,
            label: slotWords(slot),
            disabled: !slot.isAvailable || slot.isTheirs,
          }))}
        />
        <SelectField
          of={{ ...count, value: String(lengths), onChange: to => form.set({ lengths: Number(to) }) } as Field<string>}
          label="How long"
          options={Array.from({ length: most }, (_, before) => ({
            value: String(before + 1),
            label: durationWords(oneLength * (before + 1)),
          }))}
        />
      </Row>
      <ChoiceField
        of={form.field('payer') as Field<string>}
        label="Who pays"
        options={[
          {
            value: 'tokens',
            label: 'Their tokens',
            hint: quote.data && !quote.data.problem ? quoteWords(quote.data) : null,
          },
          { value: 'nobody', label: 'Nobody: without charge', hint: 'Cancelling it gives nothing back' },
        ]}
      />
      {payer === 'nobody' ? (
        <TextAreaField
          of={form.field('reason') as Field<string>}
          label="Why it costs nothing"
          hint="For the house"
          maxLength={500}
        />
      ) : null}
      <p role="status">
        {slots.data?.problem ??
          quote.data?.problem ??
          (quote.data?.endsAt ? formatTimeRange(startsAt, quote.data.endsAt) : ruleWords(offered))}
      </p>
    </Form>
  )
}

type Slot = Awaited<ReturnType<typeof rpc.bookings.slotsFor>>['slots'][number]

function slotWords({ startsAt, isAvailable, isTheirs, why }: Slot): string {
  if (isTheirs) return `${startsAt}, theirs already`
  if (why) return `${startsAt}, not by the rules`
  return isAvailable ? startsAt : `${startsAt}, taken`
}

/** The rules that keep the person from some of the day, each once. */
const ruleWords = (slots: readonly Slot[]) => [...new Set(slots.flatMap(({ why }) => why ?? []))].join(' ')

function quoteWords({ tokens, tokenBalance, whyNotTokens }: Awaited<ReturnType<typeof rpc.bookings.quoteFor>>) {
  return whyNotTokens ?? `${formatTokens(tokens)} of the ${tokenBalance.toLocaleString('en-GB')} that they have`
}
