import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
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

/** To whom the report of an incident goes: members, an address, or both (INCA-11, INCA-12). */
export function SendReport({ of, name, onClose }: { of: Incident; name: string; onClose: () => void }) {
  const form = useSchemaForm({
    schema: sendInput,
    initial: { id: of.id, userIds: [] as string[], email: '', seenCount: of.emailSentTo.length },
    submit: (values, { idempotencyKey }) => rpc.incidents.send(values, { context: { idempotencyKey } }),
    onDone: ({ sent }) => {
      toast.success('Report sent', `${formatCount(sent, 'person', 'people')} got it by email.`)
      onClose()
    },
    onFailed: () => toast.error(messages.sendFailed),
  })
  const submit = (event?: FormEvent) => {
    const { userIds = [], email = '' } = form.values
    if (userIds.length === 0 && email.trim() === '') toast.error(messages.nobody)
    form.onSubmit(event)
  }
  return (
    <Dialog title={`Send the report of ${name}`} onClose={onClose} keepsInput>
      <Form
        of={{ ...form, onSubmit: submit }}
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
        <Members
          chosen={form.values.userIds ?? []}
          onChosen={userIds => form.set({ userIds })}
          sentTo={of.emailSentTo.map(({ email }) => email)}
        />
        <EmailField of={form.field('email') as Field<string>} label="Email address" maxLength={255} optional />
      </Form>
    </Dialog>
  )
}

interface Member {
  userId: string
  firstName: string
  lastName: string
  email: string
}

const shownAtOnce = 8

function Members(props: { chosen: string[]; onChosen: (userIds: string[]) => void; sentTo: string[] }) {
  const { chosen, onChosen, sentTo } = props
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
    onChosen(isOn ? [...chosen, member.userId] : chosen.filter(id => id !== member.userId))
  }
  return (
    <Group legend="Members" hint={chosen.length > 0 ? `${formatCount(chosen.length, 'member')} chosen` : undefined}>
      <TextInput
        type="search"
        label="Find a member"
        maxLength={100}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Query of={members} failed={messages.membersFailed}>
        {({ rows, total }) => {
          // Whoever is chosen stays in sight, whatever is searched for.
          const others = chosen.flatMap(id => (rows.some(row => row.userId === id) ? [] : [known.get(id)!]))
          const shown: Member[] = [...others.filter(Boolean), ...rows]
          return (
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
              <p role="status">{foundWords(rows.length, total)}</p>
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
