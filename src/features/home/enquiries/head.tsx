import { answerWithin } from '#features/home/pages/inputs.ts'
import { contactOf, houseData, letterFields } from '#features/home/pages/model.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { settingsFact } from '#features/house/settings/model.ts'
import { hall } from '#features/spaces/rooms/rules.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { formatNumber, formatTokens } from '#platform/words.ts'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Phone } from '#ui/plain/phone.tsx'
import { Section } from '#ui/plain/section.tsx'
import { PlainButton, PlainOpener } from '#ui/plain/visitor-frame.tsx'
import { HallSteps } from './parts/hall-steps.tsx'

export const heads: Heads = { '/event-space': eventSpaceHead }

/** The hall: how it is had, what it costs by the day, and whom to ask. */
async function eventSpaceHead({ facts, env }: Runtime): Promise<Head> {
  const settings = await facts.get(settingsFact)
  const contact = contactOf(settings)
  const picture = (await facts.get(picturesFact))[hall] ?? null
  const { eventSpaceLeastTokens: least, eventSpaceMostTokens: most } = settings
  const price =
    least === most
      ? `${formatTokens(least)} a day`
      : `${formatNumber(Math.min(least, most))}–${formatTokens(Math.max(least, most))} a day`
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    freshUntil: 'changed',
    stylesOf: 'event-space',
    title: 'Event space · Exchange',
    description: `Host a workshop or event: a stage, 180 seats and a bar. Members host without a fee. We answer ${answerWithin}.`,
    preview: {
      title: 'Host a workshop or event',
      lines: ['A stage, 180 seats and a bar'],
      fileId: picture?.src.split('/').at(-1) ?? null,
    },
    jsonLd: [
      {
        '@type': 'EventVenue',
        name: 'The Hall, Exchange',
        description: 'A stage, 180 seats and a bar that folds into the wall.',
        url: `${env.publicUrl}/event-space`,
        maximumAttendeeCapacity: 180,
        address: houseData(contact, env.publicUrl).address,
        telephone: contact.phone,
        ...(picture && { image: env.publicUrl + picture.src }),
      },
    ],
    html: renderToStaticMarkup(
      <Page
        title="Event space"
        heading="Host a workshop or event"
        lead="A stage, 180 seats and a bar that folds into the wall."
        actions={<HeadPicture of={{ picture, seed: hall }} />}
      >
        <Section
          title="How it goes"
          lead="Members host without a fee. What you write is kept as a draft."
          actions={
            <PlainButton to={`/auth?return=${encodeURIComponent('/event-space?dialog=host-event')}`}>
              Host a Workshop or Event
            </PlainButton>
          }
          aside
        >
          <HallSteps className="hall-steps" />
        </Section>
        <Section title="Ask for the hall" lead={`We answer ${answerWithin}.`} aside id="ask">
          <PlainOpener
            to="ask"
            stands="letter"
            fields={letterFields}
            words="Say what you plan, when, and for how many people."
          >
            Send message
          </PlainOpener>
          <Facts
            facts={[
              { label: 'Members', value: `Host without a fee, or ${price} as arranged with the house` },
              { label: 'Everybody else', value: 'A price for your day, with our answer' },
              { label: 'Email', value: <Email of={contact.email} /> },
              { label: 'Phone', value: <Phone of={contact.phone} /> },
            ]}
          />
        </Section>
      </Page>,
    ),
  }
}
