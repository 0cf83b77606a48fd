import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatDate } from '#platform/words.ts'
import { type PaperKind, paperWords } from './inputs.ts'

interface PaperMail {
  firstName: string
  kind: PaperKind
  /** Calendar date until which it is good; null where it is not. */
  expiresOn: string | null
}

const footer = 'You get this because you handed in a document for a stall at the market.'
const rowsOf = ({ kind, expiresOn }: PaperMail): [string, string][] => [
  ['Document', paperWords[kind]],
  ...(expiresOn === null ? [] : ([['Good until', formatDate(expiresOn, { year: true })]] as [string, string][])),
]

/** A document was accepted, or refused with a reason (MKT-11). */
export const paperDecidedMail = mailTemplate<PaperMail & { reason: string | null }>({
  name: 'papers.decided',
  example: { firstName: 'Ada', kind: 'residence', expiresOn: null, reason: 'The address cannot be read.' },
  subject: ({ kind, reason }) => `${paperWords[kind]}: ${reason === null ? 'accepted' : 'please send another one'}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview={`${paperWords[props.kind]}.`} venue={venue} footer={footer}>
      <Heading>{props.reason === null ? 'Your document is accepted' : 'We cannot accept your document'}</Heading>
      <Greeting name={props.firstName} />
      <Para>
        {props.reason === null
          ? 'Thank you. It counts for your stalls from now on.'
          : `The reason: ${props.reason} You can hand in another one on the page of the market.`}
      </Para>
      <Facts rows={rowsOf(props)} />
      <Button href={`${publicUrl}/market-booking?view=documents`}>Open your documents</Button>
    </MailLayout>
  ),
})

/** A document runs out soon. */
export const paperExpiresMail = mailTemplate<PaperMail & { expiresOn: string }>({
  name: 'papers.expires',
  example: { firstName: 'Ada', kind: 'insurance', expiresOn: '2026-12-24' },
  subject: ({ kind, expiresOn }) => `${paperWords[kind]}: good until ${formatDate(expiresOn)}`,
  body: (props, { venue, publicUrl }) => (
    <MailLayout preview="Hand in the next one in time for your stall." venue={venue} footer={footer}>
      <Heading>A document of yours runs out</Heading>
      <Greeting name={props.firstName} />
      <Para>Hand in the next one before then, so that we have it for your stall.</Para>
      <Facts rows={rowsOf(props)} />
      <Button href={`${publicUrl}/market-booking?view=documents`}>Open your documents</Button>
    </MailLayout>
  ),
})
