import { Button, Stack } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { Form, Submit } from '#ui/form/form.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { accessFields, messages } from '../inputs.ts'
import { AccessFields } from './access-fields.tsx'
import { useSaidSaved } from './put-back.ts'

export type AccessRow = Awaited<ReturnType<typeof rpc.products.access>>['rows'][number]

/** One product's rule: what it asks for, and taking the rule away. */
export function AccessPanel({ rule, onGone }: { rule: AccessRow; onGone: () => void }) {
  const { shopifyProductId, productTitle, requiredPoints, isExclusive, createdAt } = rule
  const sayByToast = useSaidSaved()
  const form = useEditForm({
    schema: accessFields,
    present: { requiredPoints, isExclusive },
    submit: (edit, sending) => rpc.products.saveAccess({ shopifyProductId, ...edit }, { context: sending }),
    onDone: sayByToast,
    onFailed: () => toast.error(messages.accessFailed),
  })
  const remove = useAction((_: null, sending) => rpc.products.removeAccess({ shopifyProductId }, sending), {
    undo: gone => sending => rpc.products.saveAccess({ shopifyProductId, ...gone.before }, sending),
    done: { title: 'Rule removed', message: `${productTitle} is open to all.` },
    failed: messages.accessRemoveFailed,
    onDone: onGone,
  })
  return (
    <Stack gap="md">
      <Facts facts={[{ label: 'Rule since', value: <When at={createdAt} /> }]} />
      <Form
        of={form}
        label={productTitle}
        failed={messages.accessFailed}
        actions={
          <>
            <Submit of={form} busy="Saving…">
              Save rule
            </Submit>
            <Button variant="subtle" color="red" loading={remove.isRunning} onClick={() => void remove.run(null)}>
              Remove rule
            </Button>
          </>
        }
      >
        <AccessFields points={form.field('requiredPoints')} isExclusive={form.field('isExclusive')} />
      </Form>
    </Stack>
  )
}
