import { useQuery } from '@tanstack/react-query'
import { HostButton } from '#features/events/hosting/parts/host-dialog.tsx'
import { answerWithin } from '#features/home/pages/inputs.ts'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { EnquiryForm } from '../parts/enquiry-form.tsx'
import { HallSteps } from '../parts/hall-steps.tsx'
import classes from './event-space.module.css'

/** The key of the hall among the pictures of the house. */
const hall = 'event-space'

/** /event-space: how the hall is had, and the enquiry that begins it, for everybody (TOUR-10 … TOUR-12). */
export function EventSpace() {
  const { data } = useQuery(api.content.landing.queryOptions())
  const picture = data?.spaces.find(({ imageKey }) => imageKey === hall)?.picture ?? null
  return (
    <Page
      title="Event space"
      heading="Host a workshop or event"
      lead="A stage, 180 seats and a bar that folds into the wall."
      actions={<HeadPicture of={data && { picture, seed: hall }} />}
    >
      <Section
        title="How it goes"
        lead="Members host without a fee. What you write is kept as a draft."
        actions={<HostButton>Host a Workshop or Event</HostButton>}
        aside
      >
        <HallSteps className={classes.steps} />
      </Section>
      <Section title="Ask for the hall" lead={`We answer ${answerWithin}.`} aside id="ask">
        <EnquiryForm about="event_space" />
      </Section>
    </Page>
  )
}
