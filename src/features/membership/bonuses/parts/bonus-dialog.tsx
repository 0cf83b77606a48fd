import { Button, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { bonus, messages, mostBonusTokens } from '../inputs.ts'

export interface Receiver {
  userId: string
  name: string
  /** People of one name are told apart by it. */
  email: string
}

/** Gives a member bonus tokens; whom, is chosen here unless a row has said it (MBR-31, CNT-62, CNT-63). */
export function BonusDialog({ to, onClose }: { to: Receiver | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(to)
  const form = useSchemaForm({
    schema: bonus,
    initial: { userId: to?.userId ?? '', amount: 10, reason: '' },
    ask: ({ amount, reason }) =>
      chosen && {
        title: `Give ${chosen.name} ${formatTokens(amount)}?`,
        body: `To ${chosen.email}. They can spend them at once, and are told by mail${reason === '' ? '' : ` why: “${reason}”`}.`,
        action: `Give ${formatTokens(amount)}`,
      },
    submit: (values, { idempotencyKey }) => rpc.tokens.give(values, { context: { idempotencyKey } }),
    onDone: ({ amount, balance }) => {
      toast.success('Bonus tokens given', `${chosen?.name}: ${formatTokens(amount)}, ${formatTokens(balance)} now`)
      onClose()
    },
    onFailed: () => toast.error(messages.bonusFailed),
  })
  return (
    <Dialog title="Give bonus tokens" onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Give bonus tokens"
        actions={
          <>
            <Submit of={form} busy="Giving…">
              Give tokens
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {to ? (
          <p>
            To <strong>{to.name}</strong>, {to.email}
          </p>
        ) : (
          <MemberSearch
            of={form.field('userId')}
            onChosen={person => {
              setChosen(person)
              form.set({ userId: person?.userId ?? '' })
            }}
          />
        )}
        <WholeField of={form.field('amount')} label="Tokens" hint={`From 1 to ${mostBonusTokens}`} />
        <TextField
          of={form.field('reason')}
          label="Reason"
          hint="The member reads it in the mail that tells them."
          maxLength={200}
          optional
        />
      </Form>
    </Dialog>
  )
}

/** A few members by what is typed of their name or address; one of them is chosen. */
function MemberSearch(props: {
  of: Parameters<typeof ChoiceField>[0]['of']
  onChosen: (person: Receiver | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery(api.tokens.balances.queryOptions({ input: { q, sort: 'name' }, enabled: q.length > 1 }))
  const found = q.length > 1 ? (data?.rows.filter(({ can }) => can.give).slice(0, shown) ?? []) : []
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Find a member"
        description="Name or email, two letters or more"
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          // Nobody stays chosen unseen.
          props.onChosen(null)
        }}
      />
      <ChoiceField
        of={{
          ...props.of,
          onChange: userId => {
            const person = found.find(each => each.userId === userId)
            if (person) props.onChosen(person)
          },
        }}
        label="Member"
        options={found.map(({ userId, name, email, balance }) => ({
          value: userId,
          label: name,
          hint: `${email}, ${formatTokens(balance)}`,
        }))}
      />
      <p role="status">{wordsOf(q, data, found.length)}</p>
    </Stack>
  )
}

/** So many of those who were found are offered; who looks for another types more. */
const shown = 6

function wordsOf(q: string, data: { total: number } | undefined, offered: number): string {
  if (q.length < 2 || !data) return ''
  const { total } = data
  if (total === 0) return 'Nobody is found by that.'
  if (offered === 0) return 'Whoever is found by that can be given none now.'
  return total > offered ? `${offered} of ${total} are shown. Type more to find others.` : ''
}
