import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { calendarDate } from '#platform/time.ts'
import { formatTime, stateWords } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import {
  CheckField,
  DateField,
  EmailField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
} from '#ui/form/fields.tsx'
import { type Field, Form, Group, Row, type SchemaForm, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { useDialog } from '#ui/in-address.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { incidentTypes, messages, newIncident, severities, typeWords } from '../inputs.ts'
import { PersonName } from './person-name.tsx'

/** The button and dialog that record an incident (INCA-02, INCA-06). */
export function RecordIncident() {
  const { isOpen, open, close } = useDialog('new-incident')
  return (
    <>
      <Button onClick={open}>Record incident</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Record an incident" size="46rem" keepsInput>
        <RecordForm />
      </Dialog>
    </>
  )
}

interface Values {
  incidentType: string
  severity: string
  incidentOn: string
  incidentTime: string
  location: string
  description: string
  peopleInvolved: { name: string; email: string; role: string }[]
  witnesses: { name: string; email: string; phone: string }[]
  actionsTaken: string
  followUpRequired: boolean
  followUpNotes: string
}

function RecordForm() {
  const navigate = useNavigate()
  const now = new Date()
  const initial: Values = {
    ...{ incidentType: '', severity: '', incidentOn: calendarDate(now), incidentTime: formatTime(now), location: '' },
    ...{
      description: '',
      peopleInvolved: [],
      witnesses: [],
      actionsTaken: '',
      followUpRequired: false,
      followUpNotes: '',
    },
  }
  const form = useSchemaForm({
    schema: newIncident,
    initial,
    keep: 'new-incident',
    notKept: ['incidentOn', 'incidentTime'],
    submit: (values, { idempotencyKey }) => rpc.incidents.create(values, { context: { idempotencyKey } }),
    onDone: ({ id }) => {
      toast.success('Incident recorded', 'It is open. Send the report to those who should answer.')
      void navigate({ to: '/admin/incident-reports', search: { open: id }, replace: true })
    },
    onFailed: () => toast.error(messages.createFailed),
  }) as unknown as SchemaForm<Values>
  const { peopleInvolved, witnesses } = form.values
  const at = (path: string) => form.nested(path) as unknown as Field<string>
  return (
    <Form
      of={form}
      label="Record an incident"
      failed={messages.createFailed}
      isLong
      actions={
        <Submit of={form} busy="Recording…">
          Record incident
        </Submit>
      }
    >
      <Group legend="What, when and where">
        <Row>
          <SelectField
            of={form.field('incidentType')}
            label="Type"
            placeholder="Choose a type"
            options={incidentTypes.map(value => ({ value, label: typeWords[value] }))}
          />
          <SelectField
            of={form.field('severity')}
            label="Severity"
            placeholder="Choose a severity"
            options={severities.map(value => ({ value, label: stateWords(value) }))}
          />
        </Row>
        <Row>
          <DateField of={form.field('incidentOn')} label="Day" max={calendarDate(now)} />
          <TextField of={form.field('incidentTime')} label="Time" hint="Like 14:30" maxLength={5} />
        </Row>
        <TextField of={form.field('location')} label="Where" maxLength={200} />
        <TextAreaField of={form.field('description')} label="What happened" maxLength={5_000} optional />
      </Group>
      <Group legend="People involved" hint="They see none of this: the report says what, when and where.">
        {peopleInvolved.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <div key={index}>
            <Row>
              <PersonName
                of={at(`peopleInvolved.${index}.name`)}
                label={`Person ${index + 1}`}
                onMember={email => form.inner.setFieldValue(`peopleInvolved.${index}.email`, email)}
              />
              <EmailField of={at(`peopleInvolved.${index}.email`)} label="Email" maxLength={255} optional />
              <TextField of={at(`peopleInvolved.${index}.role`)} label="Role" maxLength={100} optional />
            </Row>
            <Away name={`person ${index + 1}`} onPress={() => form.inner.removeListItem('peopleInvolved', index)} />
          </div>
        ))}
        <More onPress={() => form.inner.insertListItem('peopleInvolved', { name: '', email: '', role: '' })}>
          Add person
        </More>
      </Group>
      <Group legend="Witnesses">
        {witnesses.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <div key={index}>
            <Row>
              <PersonName
                of={at(`witnesses.${index}.name`)}
                label={`Witness ${index + 1}`}
                onMember={email => form.inner.setFieldValue(`witnesses.${index}.email`, email)}
              />
              <EmailField of={at(`witnesses.${index}.email`)} label="Email" maxLength={255} optional />
              <PhoneField of={at(`witnesses.${index}.phone`)} label="Phone" maxLength={20} optional />
            </Row>
            <Away name={`witness ${index + 1}`} onPress={() => form.inner.removeListItem('witnesses', index)} />
          </div>
        ))}
        <More onPress={() => form.inner.insertListItem('witnesses', { name: '', email: '', phone: '' })}>
          Add witness
        </More>
      </Group>
      <Group legend="What follows">
        <TextAreaField of={form.field('actionsTaken')} label="Actions taken" maxLength={5_000} optional />
        <CheckField of={form.field('followUpRequired')} label="It needs follow-up" />
        {form.values.followUpRequired ? (
          <TextAreaField of={form.field('followUpNotes')} label="What is to do" maxLength={5_000} optional />
        ) : null}
      </Group>
    </Form>
  )
}

const More = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <div>
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onPress}>
      {children}
    </Button>
  </div>
)

const Away = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <Button variant="subtle" leftSection={<IconTrash size={16} aria-hidden />} onClick={onPress}>
    Remove {name}
  </Button>
)
