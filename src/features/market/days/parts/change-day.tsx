import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { type Change, useEditForm } from '#ui/form/edit-form.ts'
import { Form, Submit } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { wholeDay } from '../inputs.ts'
import { changeOf, messages, promiseOf } from '../rules.ts'
import { DayFields } from './day-fields.tsx'

type Affected = Awaited<ReturnType<typeof rpc.market.affected>>

interface Day {
  id: string
  on: string
  setUpFrom: string
  opensAt: string
  closesAt: string
  pitches: number
  note: string
}

/** Changes a market day; before another day or other hours are saved it says who is told, counted. */
export function ChangeDay({ day }: { day: Day }) {
  const affected = useQuery(api.market.affected.queryOptions({ input: { id: day.id } }))
  return (
    <Section
      title="Change this market"
      lead="Whoever has a ticket or a stall is told of another day or other hours by email."
    >
      <Query of={affected} failed={messages.daysLoad}>
        {found => <Fields day={day} affected={found} />}
      </Query>
    </Section>
  )
}

function Fields({ day, affected }: { day: Day; affected: Affected }) {
  const { id, on, setUpFrom, opensAt, closesAt, pitches, note } = day
  const present = { on, setUpFrom, opensAt, closesAt, pitches: pitches as string | number, note }
  const form = useEditForm({
    schema: wholeDay,
    present,
    ask: changes => questionOf(day, changes, affected),
    submit: (edit, sending) => rpc.market.changeDay({ id, ...edit }, { context: sending }),
    onDone: () => toast.success('Market day changed'),
  })
  return (
    <Form
      of={form}
      label="Change this market"
      actions={
        <Submit of={form} busy="Saving…">
          Save changes
        </Submit>
      }
    >
      <DayFields field={form.field} pitches={pitches} />
    </Form>
  )
}

/** Another day or other hours: what they were and become, and who is told. */
function questionOf(day: Day, changes: readonly Change[], affected: Affected) {
  const is = { ...day, ...Object.fromEntries(changes.map(({ name, to }) => [name, to])) }
  const what = changeOf(day, is)
  const told = affectedWords(affected, what)
  if (!what.any) return null
  const paid = { sellers: affected.stalls > 0, guests: what.visit && affected.guestTickets > 0 }
  return {
    title: what.day ? `Put this market to ${formatDate(is.on, { year: true })}?` : 'Change the hours of this market?',
    body: (
      <>
        <p>
          {wordsOf(day)} → {wordsOf(is)}.
        </p>
        <p>
          {told.length === 0
            ? 'Nobody has a stall or a ticket yet.'
            : `Told by email, at once: ${told.join(', ')}. ${promiseOf(is, paid, new Date())}`.trim()}
        </p>
      </>
    ),
    action: 'Save and tell them',
    keep: 'Look at it again',
  }
}

const wordsOf = ({ on, opensAt, closesAt, setUpFrom }: Day) =>
  `${formatDate(on, { year: true })}, ${formatTimeRange(opensAt, closesAt)}, set-up from ${setUpFrom}`

/** Whom a change concerns, counted; other set-up times concern no visitor. */
const affectedWords = (
  { stalls, waiting, guestTickets, memberTickets }: Affected,
  { visit }: ReturnType<typeof changeOf>,
) =>
  [
    stalls > 0 && formatCount(stalls, 'stall'),
    waiting > 0 && `${formatCount(waiting, 'place')} on the waiting list`,
    visit && guestTickets > 0 && formatCount(guestTickets, 'guest ticket'),
    visit && memberTickets > 0 && formatCount(memberTickets, 'member ticket'),
  ].filter(words => words !== false)
