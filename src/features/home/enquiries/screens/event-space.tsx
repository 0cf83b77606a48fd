import { useQuery } from '@tanstack/react-query'
import { HostButton } from '#features/events/hosting/parts/host-dialog.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { EnquiryForm } from '../parts/enquiry-form.tsx'
import { answerWithin } from '../rules.ts'
import classes from './event-space.module.css'

/** The key of the hall among the pictures of the house. */
const hall = 'event-space'

/** TOUR-10 */
const steps = [
  ['Submit', 'Write what you plan, when, and for how many people.'],
  ['Committee review', 'Members of the committee read it and ask where something is unclear.'],
  [`Decision ${answerWithin}`, 'You hear from us either way, with the price and the day.'],
  ['Host', 'The hall is yours: a stage, 180 seats and a bar. We help you set it up.'],
]

/** /event-space: how the hall is had, and the enquiry that begins it, for everybody (TOUR-10 … TOUR-12). */
export function EventSpace() {
  const { data } = useQuery(api.content.landing.queryOptions())
  const picture = data?.spaces.find(({ imageKey }) => imageKey === hall)?.picture ?? null
  return (
    <Page
      title="Event space"
      heading="Host a workshop or event"
      lead="A stage, 180 seats and a bar that folds into the wall, in the middle of Marylebone."
      actions={<HeadPicture of={data && { picture, seed: hall }} />}
    >
      <Section
        title="How it goes"
        lead="Members host without a fee. What you write is kept as a draft."
        actions={<HostButton>Host a Workshop or Event</HostButton>}
        aside
      >
        <ol className={classes.steps}>
          {steps.map(([title, words]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Ask for the hall" lead={`We answer ${answerWithin}.`} aside>
        <EnquiryForm about="event_space" />
      </Section>
    </Page>
  )
}
