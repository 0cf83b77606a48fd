import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, SelectField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { useDialog } from '#ui/in-address.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { missing, newSlots, usualCapacity } from '../inputs.ts'
import { messages } from '../rules.ts'

/** The button and dialog that add a tour, or one every week (TRA-05, TRA-06). */
export function AddSlots() {
  const { isOpen, open, close } = useDialog('new-tour')
  return (
    <>
      <Button onClick={open}>Add Tour Slot</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add Tour Slot">
        <AddSlotsForm onDone={close} />
      </Dialog>
    </>
  )
}

function AddSlotsForm({ onDone }: { onDone: () => void }) {
  const today = useQuery(api.tours.offer.queryOptions({ input: { partySize: 1 } })).data?.today
  const form = useSchemaForm({
    schema: newSlots,
    initial: {
      ...{ tourDate: '', startTime: '', endTime: '', capacity: usualCapacity, notes: '' },
      ...{ repeat: 'once' as const, until: '' },
    },
    submit: (values, { idempotencyKey }) => rpc.tours.addSlots(values, { context: { idempotencyKey } }),
    onDone: ({ ids }) => {
      toast.success(ids.length === 1 ? 'Tour added' : `${formatCount(ids.length, 'tour')} added`)
      onDone()
    },
    onFailed: () => toast.error(messages.slotCreate),
  })
  const submit = (event?: FormEvent) => {
    const { tourDate, startTime, endTime } = form.values
    if ([tourDate, startTime, endTime].some(value => value === '')) toast.error('Invalid Input', missing)
    form.onSubmit(event)
  }
  return (
    <Form
      of={{ ...form, onSubmit: submit }}
      label="Add Tour Slot"
      actions={
        <Submit of={form} busy="Adding…">
          Add tour
        </Submit>
      }
    >
      <Row>
        <DateField of={form.field('tourDate')} label="Day" {...(today !== undefined && { min: today })} />
        <WholeField of={form.field('capacity') as Field<number>} label="Capacity" hint="People, at least 1" />
      </Row>
      <Row>
        <TextField of={form.field('startTime')} label="Starts" hint="Like 11:00" />
        <TextField of={form.field('endTime')} label="Ends" hint="Like 12:00" />
      </Row>
      <Row>
        <SelectField
          of={form.field('repeat') as Field<string>}
          label="Repeat"
          options={[
            { value: 'once', label: 'Once' },
            { value: 'weekly', label: 'Every week' },
            { value: 'fortnightly', label: 'Every two weeks' },
          ]}
        />
        {form.values.repeat === 'once' ? null : <DateField of={form.field('until')} label="Last day" />}
      </Row>
      <TextField of={form.field('notes')} label="Notes" hint="For the office alone" maxLength={500} optional />
    </Form>
  )
}
