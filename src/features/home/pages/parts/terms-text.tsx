import { arriveEarly } from '#features/spaces/calendar/inputs.ts'
import { Section } from '#ui/plain/section.tsx'

/** What the terms say of the house as it is now. */
export interface TermsVenue {
  cancellationHours: number
  opensAt: string
  closesAt: string
  address: string
  email: string
}

/** The terms (NAV-09), drawn by the server as well; numbers that the venue can change are its settings. */
export function TermsText({ venue }: { venue: TermsVenue }) {
  return (
    <>
      <Section title="Membership">
        <p>
          You can become a member when the committee has approved your application. A paid membership starts with its
          first payment. Monthly fees are paid in advance and renew by themselves each month until you cancel; your
          months are counted from the day you start or, if you choose to be charged pro rata, from the first of the next
          month: then you pay only for the rest of the month in which you join. Credit that you have is used before your
          card. If you change to another plan, what is left of the month is settled between the two to the day.
        </p>
        <p>
          You can cancel with 24 hours’ notice; your membership then runs to the end of the month you have paid for.
          Fees already paid are not refunded.
        </p>
      </Section>
      <Section title="Bookings">
        <p>
          Cancel {venue.cancellationHours} hours or more ahead and you get back what you paid, in the form you paid it.
          Later than that nothing comes back. Please arrive {arriveEarly} early; sessions are not extended.
        </p>
        <p>
          The house is open 7 days, {venue.opensAt}–{venue.closesAt}.
        </p>
      </Section>
      <Section title="Tokens">
        <p>Tokens pay for rooms and desks. They do not expire, cannot be passed on and are not exchanged for money.</p>
      </Section>
      <Section title="In the house">
        <p>
          The code of conduct applies to everybody in the building, members and guests alike. You are liable for what
          your guests do, and for damage beyond fair wear.
        </p>
      </Section>
      <Section title="Your data">
        <p>
          We keep what running the house needs and nothing for advertising. In your account you can see and export
          everything we hold about you, and ask us to erase it; what bookkeeping law makes us keep is then kept without
          your name.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          Nothing here takes away the rights that the law gives consumers, among them the right to a refund where a
          service was not provided.
        </p>
        <p>
          {venue.address} · <a href={`mailto:${venue.email}`}>{venue.email}</a>
        </p>
      </Section>
    </>
  )
}
