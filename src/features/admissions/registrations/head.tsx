import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatDate } from '#platform/words.ts'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { type PlainField, PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { phoneCountries } from './inputs.ts'
import { launchLead, launchPicture } from './rules.ts'

export const heads: Heads = { '/launch': launchHead }

/** The launch show, and how one registers for it. */
async function launchHead({ facts }: Runtime): Promise<Head> {
  const { venueAddress, venueEmail, launchOn } = await facts.get(settingsFact)
  const picture = (await facts.get(picturesFact))[launchPicture] ?? null
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    title: 'Launch show · Exchange',
    description: `One evening, every floor open: come to the launch show of Exchange, ${venueAddress}. ${launchLead(launchOn)}`,
    preview: {
      kicker: 'One evening, every floor open',
      title: 'Come to the launch show',
      lines: [...(launchOn ? [formatDate(launchOn, { year: true })] : []), venueAddress],
    },
    html: renderToStaticMarkup(
      <Page
        title="Launch show"
        kicker="One evening, every floor open"
        heading="Come to the launch show"
        lead={launchLead(launchOn)}
        actions={<HeadPicture of={{ picture, seed: launchPicture }} />}
      >
        <Section title="Your place" lead="We confirm it by email." aside id="register">
          <PlainOpener
            to="register"
            stands="registration"
            fields={fields}
            words={
              <>
                You register on this page. Or write to <a href={`mailto:${venueEmail}`}>{venueEmail}</a> with your name,
                your city and your phone number. We confirm your place by email. The house is at {venueAddress}.
              </>
            }
          >
            Register
          </PlainOpener>
        </Section>
      </Page>,
    ),
  }
}

/** As the form has them (screens/launch.tsx), for a phone of this country first. */
const fields: PlainField[] = [
  { label: 'First name', autoComplete: 'given-name', maxLength: 100 },
  { label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  { label: 'City', autoComplete: 'address-level2', maxLength: 100 },
  { label: 'Email', kind: 'email', autoComplete: 'email', maxLength: 255 },
  { label: 'Phone country', kind: 'choice', value: `GB ${phoneCountries.GB}` },
  { label: 'Phone', kind: 'tel', autoComplete: 'tel', maxLength: 20 },
]
