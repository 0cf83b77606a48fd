import type { z } from 'zod'
import { Dialog } from '#ui/dialog.tsx'
import { useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, type SchemaForm, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { featureFields, featureIcons, messages } from '../inputs.ts'

export type Feature = Awaited<ReturnType<typeof rpc.content.features>>[number]
type Values = z.input<typeof featureFields>

/** CNT-27: the plain sentence first, and what the server says of it. */
export const failedTo = (words: string) => (error: unknown) => toast.error(words, describeProblem(error).message)

/** A new card, with what is usual on one (CNT-25). */
export function AddFeature({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm({
    schema: featureFields,
    initial: { title: '', description: '', iconName: 'Star', linkUrl: '', linkText: 'Learn More →', isActive: true },
    submit: (values, { idempotencyKey }) => rpc.content.addFeature(values, { context: { idempotencyKey } }),
    onDone: () => {
      onClose()
      toast.success('Feature added')
    },
    onFailed: failedTo(messages.featureAdd),
  })
  return (
    <Dialog title="Add a feature" onClose={onClose} keepsInput>
      <Form of={form} actions={<Submit of={form}>Add feature</Submit>}>
        <Fields of={form} />
      </Form>
    </Dialog>
  )
}

export function ChangeFeature({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { title, description, linkUrl, linkText, isActive } = feature
  const iconName = featureIcons.find(icon => icon === feature.iconName) ?? 'Star'
  const form = useEditForm({
    schema: featureFields,
    present: { title, description, iconName, linkUrl, linkText, isActive },
    submit: (edit, sending) => rpc.content.changeFeature({ ...edit, id: feature.id }, { context: sending }),
    onDone: () => {
      onClose()
      toast.success('Feature saved')
    },
    onFailed: failedTo(messages.featureChange),
  })
  return (
    <Dialog title={`Edit ${feature.title}`} onClose={onClose} keepsInput>
      <Form of={form} actions={<Submit of={form}>Save</Submit>}>
        <Fields of={form} />
      </Form>
    </Dialog>
  )
}

function Fields({ of: form }: { of: SchemaForm<Values> }) {
  return (
    <>
      <TextField of={form.field('title')} label="Title" maxLength={100} />
      <TextAreaField of={form.field('description')} label="Description" maxLength={500} />
      <SelectField of={form.field('iconName') as Field<string>} label="Icon" options={featureIcons} />
      <Row>
        <TextField
          of={form.field('linkUrl')}
          label="Link"
          hint="A page such as /membership-info, or https://…"
          maxLength={500}
          optional
        />
        <TextField of={form.field('linkText')} label="Link text" maxLength={50} />
      </Row>
      <CheckField of={form.field('isActive')} label="On the page" />
    </>
  )
}
