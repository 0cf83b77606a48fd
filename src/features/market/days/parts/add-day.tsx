import { Button } from '@mantine/core'
import { formatDate } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { newDay } from '../inputs.ts'
import { DayFields } from './day-fields.tsx'

/** The button and dialog that add a market day; weekends only. */
export function AddDay() {
  const { isOpen, open, close } = useDialog('new-market-day')
  return (
    <>
      <Button onClick={open}>Add market day</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add a market day">
        <AddDayForm onDone={close} />
      </Dialog>
    </>
  )
}

function AddDayForm({ onDone }: { onDone: () => void }) {
  const form = useSchemaForm({
    schema: newDay,
    initial: { on: '', setUpFrom: '08:00', opensAt: '10:00', closesAt: '17:00', pitches: 60, note: '' },
    submit: (values, { idempotencyKey }) => rpc.market.addDay(values, { context: { idempotencyKey } }),
    onDone: (_, { on }) => {
      toast.success('Market day added', formatDate(on, { year: true }))
      onDone()
    },
  })
  return (
    <Form
      of={form}
      label="Add a market day"
      actions={
        <Submit of={form} busy="Adding…">
          Add day
        </Submit>
      }
    >
      <DayFields field={form.field} />
    </Form>
  )
}
