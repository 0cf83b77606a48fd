import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount, nameOf } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmailField } from '#ui/form/fields.tsx'
import { type Field, Form, Group, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { messages, sendInput } from '../inputs.ts'
import { linkDays } from '../rules.ts'
import type { Incident } from './incident-panel.tsx'
import { type Recipient, recipientsOf } from './recipients.ts'

/** To whom the report of an incident goes: those it is about, other members, an address (INCA-11, INCA-12). */
export function SendReport({ of, name, onClose }: { of: Incident; name: string; onClose: () => void }) {
  const [people] = useState(() => recipientsOf(of))
  const form = useSchemaForm({
    schema: sendInput,
    initial: { id: of.id, ...chosenOf(people), email: '', seenCount: of.emailSentTo.length },
    submit: (values, { idempotencyKey }) => rpc.incidents.send(values, { context: { idempotencyKey } }),
    onDone: ({ sent }) => {
      toast.success('Report sent', `${formatCount(sent, 'person', 'people')} got it by email.`)
      onClose()
    },
    onFailed: () => toast.error(messages.sendFailed),
  })
  const { userIds = [], emails = [] } = form.values
  const isChosen = ({ userId, email }: Recipient) => (userId ? userIds.includes(userId) : emails.includes(email))
  const choose = ({ userId, email }: Recipient, isOn: boolean) =>
    form.set(userId ? { userIds: put(userIds, userId, isOn) } : { emails: put(emails, email, isOn) })
  return (
    <Dialog title={`Send the report of ${name}`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Send report"
        failed={messages.sendFailed}
        isLong
        actions={
          <>
            <Submit of={form} busy="Sending…">
              Send report
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <p>
          It says what, when and where, with a link to answer that works for {linkDays} days. Each gets a link of their
          own.
        </p>
        {people.length > 0 ? (
          <Group legend="People of this report">
            <Stack gap="sm">
              {people.map(person => (
                <Checkbox
                  key={person.userId ?? person.email}
                  checked={isChosen(person)}
                  onChange={event => choose(person, event.currentTarget.checked)}
                  label={person.name}
                  description={[person.part, person.email, person.hasIt && 'has had it'].filter(Boolean).join(', ')}
                />
              ))}
            </Stack>
          </Group>
        ) : null}
        <Members
          chosen={userIds}
          onChosen={userIds => form.set({ userIds })}
          sentTo={of.emailSentTo.map(({ email }) => email)}
          listed={people}
        />
        <EmailField of={form.field('email') as Field<string>} label="Email address" maxLength={255} optional />
      </Form>
    </Dialog>
  )
}

const put = (all: readonly string[], one: string, isOn: boolean) =>
  isOn ? [...all, one] : all.filter(each => each !== one)

const chosenOf = (people: readonly Recipient[]) => {
  const chosen = people.filter(({ isPreselected }) => isPreselected)
  return {
    userIds: chosen.flatMap(({ userId }) => userId ?? []),
    emails: chosen.flatMap(({ userId, email }) => (userId ? [] : email)),
  }
}

interface Member {
  userId: string
  firstName: string
  lastName: string
  email: string
}

const shownAtOnce = 8

/** Other members. Where the report names nobody the list is there at once, otherwise when one is searched for. */
function Members(props: {
  chosen: string[]
  onChosen: (userIds: string[]) => void
  sentTo: string[]
  listed: readonly Recipient[]
}) {
  const { chosen, onChosen, sentTo, listed } = props
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState(new Map<string, Member>())
  const [q] = useDebouncedValue(typed.trim(), 200)
  const members = useQuery({
    ...api.members.find.queryOptions({ input: { sort: 'name', pageSize: shownAtOnce, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const { isError } = members
  useEffect(() => {
    if (isError) toast.error(messages.membersFailed)
  }, [isError])
  const choose = (member: Member, isOn: boolean) => {
    setKnown(new Map(known).set(member.userId, member))
    onChosen(put(chosen, member.userId, isOn))
  }
  const own = chosen.filter(id => !listed.some(({ userId }) => userId === id))
  const isAsked = q !== '' || listed.length === 0
  return (
    <Group
      legend={listed.length > 0 ? 'Other members' : 'Members'}
      hint={own.length > 0 ? `${formatCount(own.length, 'member')} chosen` : undefined}
    >
      <TextInput
        type="search"
        label="Find a member"
        maxLength={100}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Query of={members} failed={messages.membersFailed}>
        {({ rows, total }) => {
          const found = isAsked ? rows : []
          // Whoever is chosen stays in sight, whatever is searched for.
          const others = own.flatMap(id => (found.some(row => row.userId === id) ? [] : [known.get(id)!]))
          const shown: Member[] = [...others.filter(Boolean), ...found]
          return shown.length === 0 && !isAsked ? null : (
            <Stack gap="sm">
              {shown.map(member => (
                <Checkbox
                  key={member.userId}
                  checked={chosen.includes(member.userId)}
                  onChange={event => choose(member, event.currentTarget.checked)}
                  label={nameOf(member) || member.email}
                  description={`${member.email}${sentTo.includes(member.email) ? ', has had it' : ''}`}
                />
              ))}
              <p role="status">{isAsked ? foundWords(rows.length, total) : ''}</p>
            </Stack>
          )
        }}
      </Query>
    </Group>
  )
}

function foundWords(shown: number, total: number): string {
  if (total === 0) return 'No member is found by that.'
  return shown < total ? `${shown} of ${formatCount(total, 'member')}. Type more to find others.` : ''
}
