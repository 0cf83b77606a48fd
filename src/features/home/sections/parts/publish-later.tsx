import { z } from 'zod'
import { formatDateTime } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { sectionSave } from '../inputs.ts'

const time = z.object({
  publishOn: sectionSave.shape.publishOn.unwrap().refine(value => value !== '', 'Choose a day'),
  publishTime: sectionSave.shape.publishTime.unwrap().refine(value => value !== '', 'Enter a time like 09:00'),
})
type Time = z.output<typeof time>

/** When a version is to be published by itself; the whole hour that comes next unless another is chosen. */
export function PublishLater(props: {
  name: string
  first: Time
  save: (time: Time) => Promise<unknown>
  failed: string
  onClose: () => void
}) {
  const form = useSchemaForm({
    schema: time,
    initial: props.first,
    submit: values => props.save(values),
    onDone: (_, { publishOn, publishTime }) => {
      props.onClose()
      toast.success(`${props.name} saved`, `It is published on ${formatDateTime(publishOn)} at ${publishTime}.`)
    },
    onFailed: () => toast.error(props.failed),
  })
  return (
    <Dialog title={`Publish ${props.name} later`} onClose={props.onClose} keepsInput>
      <Form of={form} actions={<Submit of={form}>Save for this time</Submit>}>
        <Row>
          <DateField of={form.field('publishOn')} label="Day" />
          <TextField of={form.field('publishTime')} label="Time" hint="Of the venue’s clock." inputMode="numeric" />
        </Row>
      </Form>
    </Dialog>
  )
}
