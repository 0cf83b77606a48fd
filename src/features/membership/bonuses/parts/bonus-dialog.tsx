import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { bonus, messages, mostBonusTokens } from '../inputs.ts'
import { MemberSearch, type Receiver } from './member-search.tsx'

/** The same for the person whom an address names; whoever can be given none has to be found by name, as anybody. */
export function BonusTo({ userId, onClose }: { userId: string; onClose: () => void }) {
  const found = useQuery(api.tokens.balances.queryOptions({ input: { id: userId } }))
  if (found.isPending) return null
  return <BonusDialog to={found.data?.rows.find(({ can }) => can.give) ?? null} onClose={onClose} />
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
        body: `To ${chosen.email}. They can spend them at once, and are told by email${reason === '' ? '' : ` why: “${reason}”`}.`,
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
          hint="The member reads it in the email that tells them."
          maxLength={200}
          optional
        />
      </Form>
    </Dialog>
  )
}
