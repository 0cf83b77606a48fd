import type { ReactNode } from 'react'
import { Button, Greeting, Heading, MailLayout, Para, Quote, TextLink } from '#platform/mail/layout.tsx'
import { type MailFrame, mailTemplate } from '#platform/mail/mail.ts'
import { formatCount } from '#platform/words.ts'
import { digestLeave, kindTerms, type NotificationKind } from './inputs.ts'
import { headline } from './rules.ts'

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
  unsubscribe: ({ userId, kind }) => ({ userId, from: kind }),
  body: (told, frame) => (
    <MailLayout
      preview={told.text || kindTerms[told.kind].label}
      venue={frame.venue}
      footer={<Leave frame={frame}>Stop emails about this</Leave>}
    >
      <Heading>{headline({ ...told, others: 0 })}</Heading>
      <Greeting name={told.firstName} />
      {told.text ? <Quote>{told.text}</Quote> : null}
      <Button href={`${frame.publicUrl}${told.path}`}>Open it in the house</Button>
    </MailLayout>
  ),
})

interface Digest {
  userId: string
  firstName: string
  /** The newest, as many as a mail holds. */
  items: { title: string; text: string; path: string }[]
  /** Of all that were not read. */
  total: number
}

/** What somebody has not read, once a day. */
export const digestMail = mailTemplate<Digest>({
  name: 'notifications.digest',
  example: {
    userId: 'ada',
    firstName: 'Ada',
    items: [
      { title: 'Wren Okafor and 4 others liked your post', text: '', path: '/community' },
      { title: 'Ben Hale commented on your post', text: 'Which paper did you use?', path: '/community' },
    ],
    total: 3,
  },
  subject: ({ total }) => `${formatCount(total, 'thing')} you have not read`,
  unsubscribe: ({ userId }) => ({ userId, from: digestLeave }),
  body: ({ firstName, items, total }, frame) => (
    <MailLayout
      preview={items.map(({ title }) => title).join(' · ')}
      venue={frame.venue}
      footer={<Leave frame={frame}>Stop the daily digest</Leave>}
    >
      <Heading>What you have not read</Heading>
      <Greeting name={firstName} />
      {items.map(({ title, text, path }) => (
        <Para key={`${path} ${title}`}>
          <TextLink href={`${frame.publicUrl}${path}`}>{title}</TextLink>
          {text ? <> – {text}</> : null}
        </Para>
      ))}
      {total > items.length ? <Para>{`And ${total - items.length} more.`}</Para> : null}
      <Button href={`${frame.publicUrl}/notifications`}>See all of it</Button>
    </MailLayout>
  ),
})

const Leave = ({ frame, children }: { frame: MailFrame; children: ReactNode }) => (
  <>
    You chose to get these emails.{' '}
    {frame.unsubscribeUrl ? <TextLink href={frame.unsubscribeUrl}>{children}</TextLink> : null}
    {frame.unsubscribeUrl ? ' · ' : null}
    <TextLink href={`${frame.publicUrl}/notifications?view=choices`}>Choose what you are told</TextLink>
  </>
)
