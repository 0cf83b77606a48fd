import { useQuery } from '@tanstack/react-query'
import { firstPayment } from '#features/spaces/rentals/rules.ts'
import { formatDay, formatMoney } from '#platform/words.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { api, type rpc } from '#web/client.ts'
import { PayLink } from '../parts/pay-link.tsx'
import type { RentalState } from '../rules.ts'

type Mine = Awaited<ReturnType<typeof rpc.rentals.mine>>
type Rental = Mine['rentals'][number]

const states: Record<RentalState, { tone: StatusTone; words: string }> = {
  prepared: { tone: 'info', words: 'Being prepared' },
  toBegin: { tone: 'warn', words: 'First payment to make' },
  running: { tone: 'good', words: 'Yours' },
  unpaid: { tone: 'bad', words: 'Rent not paid' },
  ended: { tone: 'plain', words: 'Ended' },
}

/** /your-studio: what a member who rents a studio by the month needs to know of it, and what is to pay. */
export function YourStudio() {
  const query = useQuery(api.rentals.mine.queryOptions())
  return (
    <Page
      title="Your studio"
      kicker={<AnchorLink to="/account">Account</AnchorLink>}
      lead="The studio that you rent by the month, and its rent."
    >
      <Query of={query} failed="Failed to load your studio">
        {({ rentals, receipts, contact }) =>
          rentals.length === 0 ? (
            <Empty
              what="You rent no studio"
              why="Studios are rented by the month. Write to us if you would like one."
              next={<ButtonLink to="/contact">Contact us</ButtonLink>}
            />
          ) : (
            <>
              {rentals.map(rental => (
                <Section key={rental.id} title={rental.studioName} aside>
                  <OneRental rental={rental} contact={contact} />
                </Section>
              ))}
              {receipts.length === 0 ? null : (
                <Section title="Receipts" aside>
                  <ul>
                    {receipts.map(({ id, description, amountPence, paidAt }) => (
                      <li key={id}>
                        <AnchorLink to="/orders/$id" params={{ id }}>
                          {`${formatDay(paidAt!)}: ${formatMoney(amountPence)}`}
                        </AnchorLink>
                        {` ${description}`}
                      </li>
                    ))}
                  </ul>
                  <p>
                    <AnchorLink to="/account" search={{ tab: 'membership' }}>
                      All your payments
                    </AnchorLink>
                  </p>
                </Section>
              )}
            </>
          )
        }
      </Query>
    </Page>
  )
}

function OneRental({ rental, contact }: { rental: Rental; contact: string }) {
  const { state, rentPence, depositPence, firstDay, lastDay, unpaidPence, endedAt } = rental
  return (
    <>
      <p>{sentence(rental)}</p>
      <PayLink rental={rental} />
      <Facts
        facts={[
          { label: 'State', value: <Status tone={states[state].tone}>{states[state].words}</Status> },
          { label: 'Room', value: rental.room === rental.studioName ? null : rental.room },
          { label: 'Rent', value: `${formatMoney(rentPence)} a month` },
          { label: 'To begin', value: state === 'toBegin' ? firstPayment(rentPence, depositPence) : null },
          { label: 'Deposit', value: depositPence > 0 ? formatMoney(depositPence) : null },
          { label: 'Since', value: formatDay(firstDay) },
          { label: 'Until', value: endedAt ? formatDay(endedAt) : lastDay ? formatDay(lastDay) : 'Open' },
          { label: 'To pay', value: unpaidPence && formatMoney(unpaidPence) },
          {
            label: 'Next payment',
            value: rental.nextRentOn && `${formatMoney(rentPence)} on ${formatDay(rental.nextRentOn)}, from your card`,
          },
          {
            label: 'Questions',
            value: (
              <span>
                To give notice, use another card, or for anything else about the studio, write to{' '}
                <a href={`mailto:${contact}`}>{contact}</a>
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

/** How it stands, and what happens next. */
function sentence({ state, firstDay, unpaidSince, lastDay, nextRentOn, endReason }: Rental): string {
  if (state === 'prepared') return `It is kept for you from ${formatDay(firstDay)}. We send you the page to pay on.`
  if (state === 'toBegin') return 'Your rental begins with the first payment.'
  if (state === 'unpaid')
    return `The rent of ${formatDay(unpaidSince!)} could not be taken from your card. Pay it with any card. We try again for a while; if nothing can be taken by then, your rental ends.`
  if (state === 'ended') return `Your rental has ended${endReason ? `: ${endReason}` : ''}. Nothing more is charged.`
  return nextRentOn === null && lastDay
    ? `It is yours until ${formatDay(lastDay)}. Nothing more is taken.`
    : 'It is yours, and the rent is taken from your card every month.'
}
