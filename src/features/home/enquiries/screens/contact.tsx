import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { answerWithin } from '#features/home/pages/inputs.ts'
import { ContactFacts } from '#features/home/pages/parts/contact-facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { EnquiryForm } from '../parts/enquiry-form.tsx'

/** How to reach the house, and the enquiry form (HOME-28…33). */
export function Contact() {
  const { about } = useSearch({ from: '/contact' })
  const query = useQuery(api.content.contact.queryOptions())
  return (
    <Page title="Contact" heading="Talk to us" lead="A question, an idea, a heavy machine that needs a room: write.">
      <Section title="The house" aside>
        <Query of={query} failed="Failed to load contact information">
          {contact => <ContactFacts of={contact} />}
        </Query>
      </Section>
      <Section title="Write to us" lead={`We answer ${answerWithin}.`} aside id="write">
        <EnquiryForm start={about ? `For ${about.slice(0, 100)}, please pass it on: ` : ''} />
      </Section>
    </Page>
  )
}
