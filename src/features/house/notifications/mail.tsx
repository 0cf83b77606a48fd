import { Button, Greeting, Heading, MailLayout, Quote, TextLink } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { headline, kindTerms, type NotificationKind } from './inputs.ts'

interface Told {
  userId: string
  firstName: string
  kind: NotificationKind
  who: string
  title: string
  text: string
  path: string
}

/** One notification, to whoever chose to have its kind by email. */
export const notificationMail = mailTemplate<Told>({
  name: 'notifications.told',
  example: {
    userId: 'ada',
    firstName: 'Ada',
    kind: 'mention',
    who: 'Wren Okafor',
    title: 'mentioned you in a post',
    text: 'Ada, is the press free on Thursday?',
    path: '/community',
  },
  subject: told => headline({ ...told, others: 0 }),
  body: (told, { venue, publicUrl }) => (
    <MailLayout
      preview={told.text || kindTerms[told.kind].label}
      venue={venue}
      footer={
        <>
          You get these emails because of your choices in the house.{' '}
          <TextLink href={`${publicUrl}/notifications?view=choices`}>Choose what you are told</TextLink>
        </>
      }
    >
      <Heading>{headline({ ...told, others: 0 })}</Heading>
      <Greeting name={told.firstName} />
      {told.text ? <Quote>{told.text}</Quote> : null}
      <Button href={`${publicUrl}${told.path}`}>Open it in the house</Button>
    </MailLayout>
  ),
})
