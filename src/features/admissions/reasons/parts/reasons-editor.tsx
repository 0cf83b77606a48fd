import { Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#ui/action.ts'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { reasonInput } from '../inputs.ts'

/** The list that rejections choose from: add, and switch on and off (APPL-16). */
export function ReasonsEditor() {
  const reasons = useQuery(api.applications.reasons.queryOptions())
  const save = useAction(rpc.applications.saveReason, {
    done: (_, { isActive }) => (isActive ? 'Reason is offered' : 'Reason is no longer offered'),
    undo: (_, input) => sending => rpc.applications.saveReason({ ...input, isActive: !input.isActive }, sending),
    failed: 'Error',
  })
  const form = useSchemaForm({
    schema: reasonInput,
    initial: { reason: '' },
    submit: (values, { idempotencyKey }) => rpc.applications.saveReason(values, { context: { idempotencyKey } }),
    onDone: () => {
      form.reset()
      toast.success('Reason added')
    },
  })
  return (
    <>
      <Query of={reasons} failed="Failed to load rejection reasons">
        {list => (
          <Stack component="ul" gap="sm" p={0} style={{ listStyle: 'none' }}>
            {list.map(({ id, reason, isActive, needsNotes }) => (
              <li key={id}>
                <Switch
                  label={reason}
                  description={needsNotes ? 'Asks for words of its own; always in the list.' : undefined}
                  checked={isActive}
                  disabled={needsNotes}
                  onChange={event => void save.run({ id, reason, isActive: event.currentTarget.checked })}
                />
              </li>
            ))}
          </Stack>
        )}
      </Query>
      <Form
        of={form}
        label="Add a reason"
        actions={
          <Submit of={form} variant="default" busy="Adding…">
            Add reason
          </Submit>
        }
      >
        <TextField of={form.field('reason')} label="New reason" maxLength={200} />
      </Form>
    </>
  )
}
