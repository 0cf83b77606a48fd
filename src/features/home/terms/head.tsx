import { sectionOf, sectionsFact } from '#features/home/pages/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { Page } from '#ui/plain/page.tsx'
import { termsContent, termsStart } from './inputs.ts'
import { TermsText } from './parts/terms-text.tsx'

export const heads: Heads = { '/terms': termsHead }

async function termsHead({ facts }: Runtime): Promise<Head> {
  const { parts } = sectionOf(await facts.get(sectionsFact), 'terms', termsContent) ?? termsStart
  const { cancellationHours, opensAt, closesAt, venueAddress, venueEmail } = await facts.get(settingsFact)
  const venue = { cancellationHours, opensAt, closesAt, address: venueAddress, email: venueEmail }
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Terms · Exchange',
    description: 'What you can expect of Exchange and what Exchange expects of you.',
    html: renderToStaticMarkup(
      <Page title="Terms" lead="What you can expect of us, and what we expect of you." width="text">
        <TermsText parts={parts} venue={venue} />
      </Page>,
    ),
  }
}
