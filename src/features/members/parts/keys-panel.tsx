import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { formatDay } from '#ui/dates.tsx'
import { TextField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { keyInput } from '../inputs.ts'
import classes from './lists.module.css'

/** Keys for programs that act in one's name; a new one is shown once. */
export function KeysPanel() {
  const cache = useQueryClient()
  const [made, setMade] = useState<string>()
  const query = useQuery(api.members.keys.queryOptions())
  const refresh = () => cache.invalidateQueries({ queryKey: api.members.keys.key() })
  const form = useSchemaForm({
    schema: keyInput,
    initial: { name: '' },
    submit: (values, sending) => rpc.members.createKey(values, { context: sending }),
    onDone: ({ key }) => {
      setMade(key)
      form.reset()
      void refresh()
    },
  })
  const revoke = async (keyId: string, name: string) => {
    const isSure = await confirm({
      title: `Revoke the key “${name}”?`,
      body: 'Whatever uses it stops working at once.',
      action: 'Revoke',
      danger: true,
    })
    if (!isSure) return
    try {
      await rpc.members.revokeKey({ keyId })
      toast.success('Key revoked')
    } catch (error) {
      toast.error('That did not work', describeProblem(error).message)
    }
    await refresh()
  }
  return (
    <Section
      title="API keys"
      lead={
        <>
          For programs that act in your name. <a href="/api/docs">What they can do</a>
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
            {keys.map(({ id, name, hint, createdAt, lastUsedAt }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <p>
                    {hint}… · made {formatDay(createdAt)} ·{' '}
                    {lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : 'never used'}
                  </p>
                </div>
                <Button variant="default" size="sm" aria-label={`Revoke ${name}`} onClick={() => void revoke(id, name)}>
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Query>
      <Form of={form} label="New API key" actions={<Submit of={form}>Make a key</Submit>}>
        <TextField of={form.field('name')} label="What the new key is for" />
      </Form>
    </Section>
  )
}
