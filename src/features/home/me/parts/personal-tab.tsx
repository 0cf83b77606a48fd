import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { profileFields } from '#features/people/members/inputs.ts'
import { useEditForm } from '#ui/form/edit-form.ts'
import { PhoneField, TextField } from '#ui/form/fields.tsx'
import { Form, Group, Row, Submit } from '#ui/form/form.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'

type Profile = z.input<typeof profileFields>

/** One's own name, telephone and address (MEM-20). */
export function PersonalTab() {
  const query = useQuery(api.members.profile.queryOptions())
  return (
    <Query of={query} failed="Failed to load your profile">
      {({ firstName, lastName, phone, addressLine1, addressLine2, city, postalCode, country }) => (
        <ProfileForm present={{ firstName, lastName, phone, addressLine1, addressLine2, city, postalCode, country }} />
      )}
    </Query>
  )
}

function ProfileForm({ present }: { present: Profile }) {
  const form = useEditForm({
    schema: profileFields,
    present,
    submit: (values, sending) => rpc.members.changeProfile(values, { context: sending }),
    onDone: () => toast.success('Profile saved'),
  })
  return (
    <Form
      of={form}
      label="Personal details"
      actions={
        <Submit of={form} busy="Saving…">
          Save changes
        </Submit>
      }
    >
      <Row>
        <TextField of={form.field('firstName')} label="First name" autoComplete="given-name" />
        <TextField of={form.field('lastName')} label="Last name" autoComplete="family-name" />
      </Row>
      <PhoneField of={form.field('phone')} label="Phone" hint="07700 900456, or with + and the country" optional />
      <Group legend="Address">
        <TextField of={form.field('addressLine1')} label="Address line 1" autoComplete="address-line1" optional />
        <TextField of={form.field('addressLine2')} label="Address line 2" autoComplete="address-line2" optional />
        <Row>
          <TextField of={form.field('city')} label="City" autoComplete="address-level2" optional />
          <TextField of={form.field('postalCode')} label="Postcode" autoComplete="postal-code" optional />
        </Row>
        <TextField of={form.field('country')} label="Country" autoComplete="country-name" optional />
      </Group>
    </Form>
  )
}
