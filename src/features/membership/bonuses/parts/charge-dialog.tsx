import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { charge, messages, mostChargedTokens } from '../inputs.ts'
import { MemberSearch, type Receiver } from './member-search.tsx'

/** Takes tokens of a member for what was arranged with them, such as a day in the market hall (TOK-14); of whom, as in `BonusDialog`. */
export function ChargeDialog({ from, onClose }: { from: Receiver | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(from)
  const form = useSchemaForm({
    schema: charge,
    initial: { userId: from?.userId ?? '', amount: 20, what: '' },
    ask: ({ amount, what }) =>
      chosen && {
        title: `Take ${formatTokens(amount)} of ${chosen.name}?`,
        body: `From ${chosen.email}, for “${what}”. They are told by email. Take only what was agreed with them.`,
        action: `Take ${formatTokens(amount)}`,
      },
    submit: (values, { idempotencyKey }) => rpc.tokens.charge(values, { context: { idempotencyKey } }),
    onDone: ({ amount, balance }) => {
      toast.success('Tokens taken', `${chosen?.name}: ${formatTokens(amount)}, ${formatTokens(balance)} left`)
      onClose()
    },
    onFailed: () => toast.error(messages.chargeFailed),
  })
  return (
    <Dialog title="Take tokens" onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Take tokens"
        actions={
          <>
            <Submit of={form} busy="Taking…">
              Take tokens
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {from ? (
          <p>
            From <strong>{from.name}</strong>, {from.email}
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
        <WholeField of={form.field('amount')} label="Tokens" hint={`From 1 to ${mostChargedTokens}`} />
        <TextField
          of={form.field('what')}
          label="What for"
          hint="Such as “The market hall on 4 December”. The member reads it in the email that tells them."
          maxLength={200}
        />
      </Form>
    </Dialog>
  )
}
