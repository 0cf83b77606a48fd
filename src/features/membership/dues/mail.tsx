import { Button, Facts, Greeting, Heading, MailLayout, Para } from '#platform/mail/layout.tsx'
import { mailTemplate } from '#platform/mail/mail.ts'
import { formatMoney } from '#platform/words.ts'
import type { ReminderType } from './inputs.ts'

const footer = 'You get this because of your membership at Exchange.'

/** Of what a reminder is (PAY-08). */
export interface Reminder {
  firstName: string
  type: ReminderType
  /** what is to pay for, such as `Creator membership` */
  itemName: string
  amountPence: number
  dueOn: string
  /** when bookings and tokens rest if it stays unpaid; null when that is not to come, or is so already */
  restsOn: string | null
  /** they rest now */
  isResting: boolean
}

const subjectOf = ({ type, amountPence, dueOn, itemName }: Reminder): string => {
  if (type === 'upcoming') return `${formatMoney(amountPence)} is charged on ${dueOn}`
  return type === 'due' ? `Your ${itemName} is due` : `Please pay for your ${itemName}`
}

/** To somebody whose membership is to be paid soon, now, or was not. */
export const paymentReminderMail = mailTemplate<Reminder>({
  name: 'memberships.payment-reminder',
  example: {
    firstName: 'Ada',
    type: 'overdue',
    itemName: 'Creator membership',
    amountPence: 9_000,
    dueOn: '18 Dec 2026',
    restsOn: '25 Dec 2026',
    isResting: false,
  },
  subject: subjectOf,
  body: (reminder, { venue, publicUrl }) => {
    const { firstName, type, itemName, amountPence, dueOn, restsOn, isResting } = reminder
    const words =
      type === 'overdue'
        ? `The payment for your ${itemName} did not go through, and is still open. ${isResting ? 'Bookings and tokens rest until it is paid, and open again at once.' : restsOn ? `Pay it before ${restsOn} and nothing changes; after that day bookings and tokens rest until it is paid.` : 'Your membership begins as soon as it is paid.'}`
        : type === 'due'
          ? `The payment for your ${itemName} is due. It is taken from the card that we have; there is nothing to do if that is in order.`
          : `The next payment for your ${itemName} is taken from the card that we have on ${dueOn}. There is nothing to do if that is in order.`
    return (
      <MailLayout preview={words} venue={venue} footer={footer}>
        <Heading>{type === 'overdue' ? 'A payment is open' : 'Your next payment'}</Heading>
        <Greeting name={firstName} />
        <Para>{words}</Para>
        <Facts
          rows={[
            ['For', itemName],
            [
              'To pay',
              `${formatMoney(amountPence)}${type === 'overdue' ? '' : ', less any credit or discount that you have'}`,
            ],
            [type === 'overdue' ? 'Due since' : 'Due on', dueOn],
          ]}
        />
        <Button href={`${publicUrl}/members`}>{type === 'overdue' ? 'Pay now' : 'See your membership'}</Button>
      </MailLayout>
    )
  },
})

/** The days of grace are over. */
export const accessRestsMail = mailTemplate<{ firstName: string; itemName: string; amountPence: number }>({
  name: 'memberships.access-rests',
  example: { firstName: 'Ada', itemName: 'Creator membership', amountPence: 9_000 },
  subject: () => 'Bookings and tokens rest until you have paid',
  body: ({ firstName, itemName, amountPence }, { venue, publicUrl }) => (
    <MailLayout preview="They open again as soon as the payment has gone through." venue={venue} footer={footer}>
      <Heading>Bookings and tokens rest</Heading>
      <Greeting name={firstName} />
      <Para>
        {`The payment for your ${itemName} is still open, so you cannot book, buy tokens or spend them for now. What you have booked stays yours. Everything opens again by itself as soon as it is paid.`}
      </Para>
      <Facts
        rows={[
          ['For', itemName],
          ['To pay', formatMoney(amountPence)],
        ]}
      />
      <Button href={`${publicUrl}/members`}>Pay now</Button>
    </MailLayout>
  ),
})
