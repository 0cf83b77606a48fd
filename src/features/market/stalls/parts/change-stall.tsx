import { useEditForm } from '#ui/form/edit-form.ts'
import { EmailField, PhoneField, SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Form, Row, Submit } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { type StallType, stallFacts, stallTypes, stallTypeWords } from '../inputs.ts'

interface Facts {
  id: string
  businessName: string
  contactName: string
  email: string
  phone: string
  stallType: StallType
  description: string
}

/** Changes what stands of a stall; its size, its extras and its price stay. */
export function ChangeStall({
  stall: { id, businessName, contactName, email, phone, stallType, description },
  isStaff = false,
  onDone,
}: {
  stall: Facts
  /** The office changes somebody else's, and they are told. */
  isStaff?: boolean
  onDone?: () => void
}) {
  const form = useEditForm({
    schema: stallFacts,
    present: { businessName, contactName, email, phone, stallType, description },
    submit: (edit, sending) =>
      (isStaff ? rpc.stalls.changeFactsByStaff : rpc.stalls.changeFacts)({ id, ...edit }, { context: sending }),
    words: (name, value) => (name === 'stallType' ? stallTypeWords[value as StallType] : undefined),
    onDone: () => {
      toast.success('Stall changed')
      onDone?.()
    },
  })
  return (
    <Form
      of={form}
      label="Change the stall"
      actions={
        <Submit of={form} busy="Saving…">
          Save changes
        </Submit>
      }
    >
      <TextField of={form.field('businessName')} label="Business name" maxLength={200} />
      <SelectField
        of={form.field('stallType') as Field<string>}
        label="What it sells"
        options={stallTypes.map(value => ({ value, label: stallTypeWords[value] }))}
      />
      <TextField of={form.field('contactName')} label="Contact name" maxLength={100} />
      <Row>
        <EmailField of={form.field('email')} label="Email" maxLength={255} />
        <PhoneField of={form.field('phone') as Field<string>} label="Phone" optional maxLength={20} />
      </Row>
      <TextAreaField of={form.field('description') as Field<string>} label="Description" optional maxLength={1_000} />
    </Form>
  )
}
