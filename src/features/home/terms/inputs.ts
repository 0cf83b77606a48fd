import { z } from 'zod'
import { contentLine, contentText } from '#features/home/pages/inputs.ts'
import { numberNames, unknownNumber } from './rules.ts'

const part = z.strictObject({
  id: z.string().min(1).max(40),
  title: contentLine('Title', 100),
  text: contentText('Text', 5_000).superRefine((text, context) => {
    const unknown = unknownNumber(text)
    if (unknown)
      context.addIssue({
        code: 'custom',
        message: `There is no {${unknown}}: use ${numberNames.map(name => `{${name}}`).join(', ')}`,
      })
  }),
})

export type TermsPart = z.output<typeof part>

/** Section "terms": the parts of /terms in their order. Numbers that the venue sets elsewhere stand in braces and are put in when it is read. */
export const termsContent = z.strictObject({ parts: z.array(part).min(1, 'Terms have at least one part').max(30) })

/** What the house comes with. */
export const termsStart: z.output<typeof termsContent> = {
  parts: [
    {
      id: 'membership',
      title: 'Membership',
      text: 'You can become a member when the committee has approved your application. A paid membership starts with its first payment. Monthly fees are paid in advance and renew by themselves each month until you cancel; your months are counted from the day you start or, if you choose to be charged pro rata, from the first of the next month: then you pay only for the rest of the month in which you join. Credit that you have is used before your card. If you change to another plan, what is left of the month is settled between the two to the day.\n\nYou can cancel with 24 hours’ notice; your membership then runs to the end of the month you have paid for. Fees already paid are not refunded.',
    },
    {
      id: 'bookings',
      title: 'Bookings',
      text: 'Cancel {cancellationHours} hours or more ahead and you get back what you paid, in the form you paid it. Later than that nothing comes back. Please arrive {arriveEarly} early; sessions are not extended.\n\nThe house is open 7 days, {opensAt}–{closesAt}.',
    },
    {
      id: 'tokens',
      title: 'Tokens',
      text: 'Tokens pay for rooms and desks. They do not expire, cannot be passed on and are not exchanged for money.',
    },
    {
      id: 'house',
      title: 'In the house',
      text: 'The code of conduct applies to everybody in the building, members and guests alike. You are liable for what your guests do, and for damage beyond fair wear.',
    },
    {
      id: 'data',
      title: 'Your data',
      text: 'We keep what running the house needs and nothing for advertising. In your account you can see and export everything we hold about you, and ask us to erase it; what bookkeeping law makes us keep is then kept without your name.',
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: 'Nothing here takes away the rights that the law gives consumers, among them the right to a refund where a service was not provided.',
    },
  ],
}

export const termsSection = { key: 'terms', name: 'Terms', schema: termsContent, start: () => termsStart } as const
