import { settingsFact } from '#features/house/settings/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { answerWithin } from './inputs.ts'
import { contactOf, houseData, letterFields } from './model.ts'
import { ContactFacts } from './parts/contact-facts.tsx'

export const heads: Heads = { '/contact': contactHead }

export async function contactHead({ facts, env }: Runtime): Promise<Head> {
  const contact = contactOf(await facts.get(settingsFact))
  const { address, phone, email, opensAt, closesAt } = contact
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Contact · Exchange',
    description: `Write to Exchange, ${address}, ${phone}. Open 7 days, ${opensAt}–${closesAt}.`,
    preview: { title: 'Talk to us', lines: [address, `Open 7 days, ${opensAt}–${closesAt}`] },
    jsonLd: [houseData(contact, env.publicUrl)],
    html: renderToStaticMarkup(
      <Page title="Contact" heading="Talk to us" lead="A question, an idea, a heavy machine that needs a room: write.">
        <Section title="The house" aside>
          <ContactFacts of={contact} />
        </Section>
        <Section title="Write to us" lead={`We answer ${answerWithin}.`} aside id="write">
          <PlainOpener
            to="write"
            stands="letter"
            fields={letterFields}
            words={
              <>
                By email to <a href={`mailto:${email}`}>{email}</a>: your name, how we reach you, and what it is about.
              </>
            }
          >
            Send message
          </PlainOpener>
        </Section>
      </Page>,
    ),
  }
}
