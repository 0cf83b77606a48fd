import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { contactInfo, contactSection } from '#features/home/pages/inputs.ts'
import { ContactFacts } from '#features/home/pages/parts/contact-facts.tsx'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { EmailField, PhoneField, TextAreaField } from '#ui/form/fields.tsx'
import { AnchorLink } from '#ui/link.tsx'
import { api } from '#web/client.ts'

/** /admin/contact: address, phone and email of the house (CNT-34…36). */
export function ContactInformation() {
  return (
    <SectionEditor
      kind={contactSection}
      schema={contactInfo}
      lead="Wherever people read how to reach the house: pages, emails, receipts, the terms and their calendars."
      failed={{ load: 'Failed to load contact information', save: 'Failed to update contact information' }}
      fields={form => (
        <>
          <TextAreaField of={form.field('address')} label="Address" minRows={2} maxLength={300} />
          <PhoneField of={form.field('phone')} label="Phone" maxLength={40} />
          <EmailField of={form.field('email')} label="Email" maxLength={255} />
          <p>
            The hours are part of the{' '}
            <AnchorLink to="/admin/settings" hash="house">
              settings
            </AnchorLink>
            .
          </p>
        </>
      )}
      preview={values => <Preview of={values} />}
    />
  )
}

function Preview({ of }: { of: z.input<typeof contactInfo> }) {
  const { data } = useQuery(api.content.contact.queryOptions())
  return data ? <ContactFacts of={{ ...of, opensAt: data.opensAt, closesAt: data.closesAt }} /> : null
}
