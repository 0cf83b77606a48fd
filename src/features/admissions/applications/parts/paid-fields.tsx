import type { z } from 'zod'
import { formatCount } from '#platform/words.ts'
import { CheckField, DateField, PhoneField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { Group, Row, type SchemaForm } from '#ui/form/form.tsx'
import { type applicationInput, documentKinds, documentMaxBytes } from '../inputs.ts'

export type ApplicationFormState = SchemaForm<z.input<typeof applicationInput>>

/** Where somebody on a paid tier lives, and from when they want to be a member (JOIN-12…14, JOIN-22, JOIN-23, JOIN-25). */
export function HomeFields({ form, today }: { form: ApplicationFormState; today: string }) {
  return (
    <>
      <Group legend="Where you live">
        <TextField of={form.field('address')} label="Address" autoComplete="street-address" maxLength={300} />
        <Row>
          <TextField of={form.field('city')} label="City" autoComplete="address-level2" maxLength={100} />
          <TextField of={form.field('postcode')} label="Postcode" autoComplete="postal-code" maxLength={12} />
        </Row>
        <CheckField of={form.field('isWestminsterResident')} label="I live in Westminster" />
        {form.values.isWestminsterResident ? (
          <Document
            form={form}
            name="proofOfResidence"
            purpose="proof-of-residence"
            label="Proof of residence"
            hint="Optional; it can lower the price of market stalls. PDF, JPG or PNG, up to 10 MB."
          />
        ) : null}
      </Group>
      <Group legend="When you start">
        <DateField
          of={form.field('startDate')}
          label="Start date"
          hint="Your membership and its first payment can wait for that day."
          min={today}
          optional
        />
        <CheckField of={form.field('proRataRequested')} label="Charge the first month pro rata" />
      </Group>
    </>
  )
}

/** What paid tiers ask about somebody's work (JOIN-15…17). */
export function WorkFields({ form }: { form: ApplicationFormState }) {
  return (
    <>
      <TextField of={form.field('creativeDiscipline')} label="Creative discipline" maxLength={100} />
      <TextAreaField
        of={form.field('socialMediaLinks')}
        label="Social media links"
        hint="Web addresses, separated by commas."
        minRows={1}
        optional
      />
      <TextAreaField
        of={form.field('whyJoin')}
        label="Why do you want to join?"
        hint="At least 50 characters."
        maxLength={4_000}
      />
    </>
  )
}

/** Whom the house calls, and who somebody is, for paid tiers (JOIN-18, JOIN-19, JOIN-24). */
export function SafetyFields({
  form,
  documentRetentionDays,
}: {
  form: ApplicationFormState
  documentRetentionDays: number
}) {
  return (
    <>
      <Group legend="Emergency contact">
        <TextField
          of={form.field('emergencyContactName')}
          label="Emergency contact name"
          autoComplete="off"
          maxLength={100}
        />
        <Row>
          <PhoneField
            of={form.field('emergencyContactPhone')}
            label="Emergency contact phone"
            autoComplete="off"
            maxLength={40}
          />
          <TextField of={form.field('emergencyContactRelationship')} label="Relationship" maxLength={100} />
        </Row>
      </Group>
      <Group
        legend="Identity"
        hint={`Only the committee and the house’s administrators see it. It is deleted ${formatCount(documentRetentionDays, 'day')} after the decision.`}
      >
        <Document
          form={form}
          name="idDocument"
          purpose="identity-document"
          label="ID document"
          hint="Passport, driving licence or identity card. PDF, JPG or PNG, up to 10 MB."
        />
      </Group>
    </>
  )
}

/** What only paid tiers agree to (JOIN-20, JOIN-21). */
export function PaidAgreements({ form }: { form: ApplicationFormState }) {
  return (
    <>
      <CheckField of={form.field('insuranceWaiver')} label="I accept the insurance waiver" />
      <CheckField of={form.field('backgroundCheckConsent')} label="I consent to a background check" />
    </>
  )
}

function Document(props: {
  form: ApplicationFormState
  name: 'idDocument' | 'proofOfResidence'
  purpose: string
  label: string
  hint: string
}) {
  const { form, name } = props
  const field = form.field(name)
  const file = field.value as UploadedFile | null | undefined
  return (
    <FileDrop
      label={props.label}
      hint={props.hint}
      purpose={props.purpose}
      accept={[...documentKinds]}
      kinds="a PDF, JPG or PNG file"
      maxBytes={documentMaxBytes}
      value={file ? [file] : []}
      onChange={([kept]) => field.onChange(kept ? { ...kept } : null)}
      error={field.error}
      data-path={name}
    />
  )
}
