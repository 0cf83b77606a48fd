import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { Section } from '#ui/plain/section.tsx'
import { paragraphsOf } from '../rules.ts'

export interface TermsVenue {
  cancellationHours: number
  opensAt: string
  closesAt: string
  address: string
  email: string
}

/** The terms with the numbers of this moment, so that they never lie; drawn by the server as well. */
export function TermsText(props: { parts: readonly { id: string; title: string; text: string }[]; venue: TermsVenue }) {
  const { cancellationHours, opensAt, closesAt, address, email } = props.venue
  const numbers = { cancellationHours: String(cancellationHours), arriveEarly, opensAt, closesAt }
  return (
    <>
      {props.parts.map(({ id, title, text }) => (
        <Section key={id} title={title}>
          {paragraphsOf(text, numbers).map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Section>
      ))}
      <p>
        {address} · <a href={`mailto:${email}`}>{email}</a>
      </p>
    </>
  )
}
