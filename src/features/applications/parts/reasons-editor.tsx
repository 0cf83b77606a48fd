import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TextField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { rejectionReason } from '../inputs.ts'

/** The list that rejections choose from: add, and switch on and off (APPL-16). */
export function ReasonsEditor() {
  const cache = useQueryClient()
  const reasons = useQuery(api.applications.reasons.queryOptions())
  const refresh = () => void cache.invalidateQueries({ queryKey: api.applications.reasons.key() })
  const form = useSchemaForm({
    schema: rejectionReason,
    initial: { reason: '' },
    submit: (values, { idempotencyKey }) => rpc.applications.saveReason(values, { context: { idempotencyKey } }),
    onDone: () => {
      form.reset()
      refresh()
      toast.success('Reason added')
    },
  })
  const switchTo = async (reason: { id: string; reason: string }, isActive: boolean) => {
    try {
      await rpc.applications.saveReason({ ...reason, isActive })
    } catch (error) {
      toast.error('Error', describeProblem(error).message)
    }
    refresh()
  }
  return (
    <>
      <Query of={reasons} failed="Failed to load rejection reasons">
        {list => (
          <ul style={{ display: 'grid', gap: '0.75rem', padding: 0, listStyle: 'none' }}>
            {list.map(({ id, reason, isActive, needsNotes }) => (
              <li key={id}>
                <Switch
                  label={reason}
                  description={needsNotes ? 'Asks for words of its own; always in the list.' : undefined}
                  checked={isActive}
                  disabled={needsNotes}
                  onChange={event => void switchTo({ id, reason }, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
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
