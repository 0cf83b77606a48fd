import { Button, Facts, Greeting, Heading, MailLayout, Para, Quote } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDateTime, stateWords } from '#platform/words.ts'
import { typeWords } from './inputs.ts'
import { decisionWithin, type IncidentFacts, linkDays } from './rules.ts'

const example: IncidentFacts = {
  incidentType: 'damage',
  severity: 'medium',
  incidentAt: '2026-11-16T18:30:00.000Z',
  location: 'Print Room',
}

/** The report of an incident to somebody whom it concerns (INCA-13); who else is named in it, it does not say. */
export const incidentReportMail = mailTemplate<IncidentFacts & { name: string; url: string }>({
  name: 'incidents.report',
  example: {
    ...example,
    name: 'Ada',
    url: 'https://exchange.example/incident-response?id=1&email=ada%40example.com&uid=1&token=1.x',
  },
  // It waits no longer than its link is good.
  secretMinutes: linkDays * 24 * 60,
  subject: () => 'About an incident in the house',
  body: ({ name, url, ...facts }, { venue }) => (
    <MailLayout
      preview="Please read what it is about and tell us your side."
      venue={venue}
      footer="You get this because somebody of the house asks you about an incident. The link is for you alone."
    >
      <Heading>Tell us what happened</Heading>
      <Greeting name={name} />
      <Para>We look into an incident in the house and would like to hear what you know about it.</Para>
      <IncidentOf facts={facts} />
      <Button href={url}>Read and answer</Button>
      <Para>
        The link works for {linkDays} days. When it is opened we record the time, the internet address and the browser.
        The committee decides {decisionWithin} of your answer.
      </Para>
    </MailLayout>
  ),
})

/** To the house's own address (setting): that there is an answer, and where it is read. What it says stays behind the sign-in. */
export const incidentAnsweredMail = mailTemplate<IncidentFacts & { id: string; name: string }>({
  name: 'incidents.answered',
  example: { ...example, id: '00000000-0000-4000-8000-000000000000', name: 'Ada Lovelace' },
  subject: ({ name }) => `${name} answered about an incident`,
  body: ({ id, name, ...facts }, { venue, publicUrl }) => (
    <MailLayout
      preview={`A decision was promised ${decisionWithin}.`}
      venue={venue}
      footer="You get this because it is the house's address for what waits on it."
    >
      <Heading>An answer about an incident</Heading>
      <Para>
        {name} answered. A decision was promised {decisionWithin}.
      </Para>
      <IncidentOf facts={facts} />
      <Button href={`${publicUrl}/admin/incident-reports?open=${id}`}>Read the answer</Button>
    </MailLayout>
  ),
})

/** The final decision, to the address of the link by which somebody answered. */
export const incidentDecidedMail = mailTemplate<IncidentFacts & { name: string; finalResponse: string }>({
  name: 'incidents.decided',
  example: { ...example, name: 'Ada', finalResponse: 'The press is repaired at the cost of the house.' },
  subject: () => 'Our decision about the incident',
  body: ({ name, finalResponse, ...facts }, { venue }) => (
    <MailLayout
      preview="You told us what happened; here is what was decided."
      venue={venue}
      footer="You get this because you answered about this incident. Is there more to say? Write to us."
    >
      <Heading>Our decision</Heading>
      <Greeting name={name} />
      <Para>Thank you for telling us what happened. This is what was decided:</Para>
      <Quote>{finalResponse}</Quote>
      <IncidentOf facts={facts} />
    </MailLayout>
  ),
})

const IncidentOf = ({ facts: { incidentType, severity, incidentAt, location } }: { facts: IncidentFacts }) => (
  <Facts
    rows={[
      ['What', typeWords[incidentType]],
      ['Severity', stateWords(severity)],
      ['When', formatDateTime(new Date(incidentAt))],
      ['Where', location],
    ]}
  />
)
