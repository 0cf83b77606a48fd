import { settingsFact } from '#features/house/settings/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { Page } from '#ui/plain/page.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { messages } from './inputs.ts'
import { InvalidLink } from './parts/invalid-link.tsx'
import { responsePage } from './parts/response-page.ts'
import { recordedWords } from './rules.ts'

export const heads: Heads = { '/incident-response': responseHead }

/**
 * What is read before the link is opened: nothing of the incident, which the server tells to the page's own call alone and
 * notes that it did. So a program that only fetches the address opens nothing.
 */
async function responseHead({ facts }: Runtime, _: object, { hasId }: { hasId: boolean }): Promise<Head> {
  const { linkViewMonths, venueEmail: email, venuePhone: phone } = await facts.get(settingsFact)
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    isUnlisted: true,
    title: hasId ? `${responsePage.title} · Exchange` : `${messages.invalidLink} · Exchange`,
    description: 'Where whoever got a report of an incident reads what it is about, and says what happened.',
    html: renderToStaticMarkup(
      hasId ? (
        <Page {...responsePage}>
          <Section title="The incident" aside id="incident">
            <PlainOpener to="incident">Open the report</PlainOpener>
            <p>{recordedWords(linkViewMonths, { isOpened: false })}</p>
            <p>
              You answer on this page. Or write to <a href={`mailto:${email}`}>{email}</a> or call <Phone of={phone} />{' '}
              and say what you know.
            </p>
          </Section>
        </Page>
      ) : (
        <InvalidLink reach={{ email, phone }} />
      ),
    ),
  }
}
