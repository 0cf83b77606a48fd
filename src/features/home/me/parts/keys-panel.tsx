import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type KeyForm, keyForm } from '#features/people/keys/inputs.ts'
import type { KeyScope } from '#platform/auth/actor.ts'
import { formatDay } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ChoiceField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './lists.module.css'

const scopeWords: Record<KeyScope, string> = { read: 'reads', write: 'reads and changes' }
const scopeOptions = [
  { value: 'read' as const, label: 'Read', hint: 'Sees what you see and changes nothing' },
  { value: 'write' as const, label: 'Read and change', hint: 'Books, cancels and spends as you do' },
]
const dayOptions = [
  { value: '30', label: 'A month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'A year' },
]

/** Keys for programs that act in one's name; a new one is shown once. */
export function KeysPanel() {
  const [made, setMade] = useState<string>()
  const query = useQuery(api.members.keys.queryOptions())
  const form = useSchemaForm({
    schema: keyForm,
    initial: { name: '', scope: 'read', days: '90' } as KeyForm,
    submit: (values, sending) => rpc.members.createKey({ ...values, days: Number(values.days) }, { context: sending }),
    onDone: ({ key }) => {
      setMade(key)
      form.reset()
    },
  })
  const revoke = useAction(rpc.members.revokeKey, {
    confirm: ({ keyId }) => ({
      title: `Revoke the key “${query.data?.find(({ id }) => id === keyId)?.name ?? ''}”?`,
      body: 'Whatever uses it stops working at once.',
      action: 'Revoke',
      danger: true,
    }),
    done: 'Key revoked',
    failed: 'That did not work',
  })
  return (
    <Section
      title="API keys"
      lead={
        <>
          For programs that act in your name. They also end when you change your password.{' '}
          <a href="/api/docs">What they can do</a>
        </>
      }
      aside
    >
      {made && (
        <div role="status">
          <strong>Copy your new key now. It is shown only this once.</strong>
          <code className={classes.secret}>{made}</code>
          <CopyButton value={made} label="Copy key" />
        </div>
      )}
      <Query of={query} failed="Failed to load your keys">
        {keys => (
          <ul className={classes.list}>
            {keys.map(({ id, name, hint, scope, createdAt, expiresAt, lastUsedAt }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <p>
                    {hint}… · {scopeWords[scope]} · made {formatDay(createdAt)} ·{' '}
                    {lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'never used'} · ends {formatDay(expiresAt)}
                  </p>
                </div>
                <Button
                  variant="default"
                  size="sm"
                  aria-label={`Revoke ${name}`}
                  onClick={() => void revoke.run({ keyId: id })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Query>
      <Form of={form} label="New API key" actions={<Submit of={form}>Make a key</Submit>}>
        <TextField of={form.field('name')} label="What the new key is for" />
        <ChoiceField of={form.field('scope')} label="What it may do" options={scopeOptions} />
        <ChoiceField of={form.field('days')} label="How long it is good" options={dayOptions} />
      </Form>
    </Section>
  )
}
