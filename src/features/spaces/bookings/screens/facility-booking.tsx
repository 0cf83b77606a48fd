import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messages } from '#features/spaces/facilities/inputs.ts'
import {
  cashPriceWords,
  dayWords,
  durationWords,
  priceWords,
  tokenWords,
} from '#features/spaces/facilities/parts/fare-words.ts'
import { TermsList } from '#features/spaces/facilities/parts/terms.tsx'
import { TokenLine } from '#features/spaces/facilities/parts/token-line.tsx'
import { ClosedPanel, UpgradePanel } from '#features/spaces/facilities/parts/upgrade-panel.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api, type rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { BookingForm } from '../parts/booking-form.tsx'
import { OwnHolds } from '../parts/own-holds.tsx'
import { studioWords } from '../parts/studio-line.tsx'
import type { Asked } from '../parts/windows.ts'
import classes from './facility-booking.module.css'

export type Facility = Awaited<ReturnType<typeof rpc.bookings.facility>>

/** /facility-booking?id=…: a facility, its days and times, and what booking it costs (BOOK-10 … BOOK-15). */
export function FacilityBooking() {
  const { id, ...asked } = useSearch({ from: '/facility-booking' })
  return id ? <FacilityPage key={id} id={id} asked={asked} /> : <Navigate replace to="/bookings" />
}

function FacilityPage({ id, asked }: { id: string; asked: Asked }) {
  const navigate = useNavigate()
  const me = useMe()
  const query = useQuery(api.bookings.facility.queryOptions({ input: { id } }))
  const isMissing = (query.error as { message?: string } | null)?.message === messages.notFound
  useEffect(() => {
    if (!isMissing) return
    toast.error(messages.notFound)
    void navigate({ to: '/bookings', replace: true })
  }, [isMissing, navigate])
  if (isMissing) return null
  return (
    <Page
      title={query.data?.name ?? 'Facility'}
      kicker={
        <>
          <Link to="/bookings">Book Your Space</Link>
          {me && me.cartCount > 0 ? (
            <span className={classes.cart}>
              <Link to="/cart">Cart ({me.cartCount})</Link>
            </span>
          ) : null}
        </>
      }
      lead={
        query.data ? (
          <>
            <strong className={classes.price}>{priceWords(query.data)}</strong>
            <span className={classes.words}>
              <AboutRoom of={query.data} />
            </span>
          </>
        ) : null
      }
      actions={<HeadPicture of={query.data && { picture: query.data.picture, seed: query.data.slug }} isSmall isLow />}
    >
      <Query of={query} failed={messages.loadFailed} loading={<LoadingText lines={8} />}>
        {facility => (
          <>
            {me ? <OwnHolds /> : null}
            {facility.whyNotBook?.code === 'UPGRADE_REQUIRED' ? (
              <UpgradePanel />
            ) : facility.whyNotBook && me ? (
              <ClosedPanel next={me.standing.next} why={facility.whyNotBook} />
            ) : (
              <BookingForm
                facility={facility}
                asked={asked}
                onChosen={chosen =>
                  void navigate({
                    to: '/facility-booking',
                    search: { id, ...chosen },
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            )}
            <div className={classes.about}>
              <p className={classes.wordsBelow}>
                <AboutRoom of={facility} />
              </p>
              <Section title="The room" aside>
                <Facts
                  facts={[
                    { label: 'Length', value: durationWords(facility.durationMinutes) },
                    facility.people > 1 ? { label: 'For', value: `up to ${facility.people} people` } : null,
                    facility.features.length > 0 ? { label: 'In the room', value: facility.features.join(', ') } : null,
                    facility.units > 1 ? { label: 'At a time', value: `${facility.units} bookings` } : null,
                  ]}
                />
              </Section>
              <Section title="What it costs" aside>
                <div className={classes.top}>
                  <Facts
                    facts={[
                      ...pricesOf(facility),
                      facility.tokenBalance === null
                        ? null
                        : {
                            label: 'Your week',
                            value: `${facility.hoursUsed} ${facility.hoursUsed === 1 ? 'hour' : 'hours'} booked since Monday`,
                          },
                      facility.limits.length === 0
                        ? null
                        : {
                            label: facility.tokenBalance === null ? 'Limits' : 'Limits for you',
                            value: (
                              <ul className={classes.limits}>
                                {facility.limits.map(limit => (
                                  <li key={limit}>{limit}</li>
                                ))}
                              </ul>
                            ),
                          },
                    ]}
                  />
                  {facility.tokenBalance === null ? null : <TokenLine balance={facility.tokenBalance} />}
                </div>
              </Section>
              <Section title="Terms" aside>
                <TermsList terms={facility.terms} />
              </Section>
            </div>
          </>
        )}
      </Query>
    </Page>
  )
}

/** What there is, and where it is had for longer. On a phone it stands below what one came for. */
function AboutRoom({ of: { description, studio } }: { of: Facility }) {
  const me = useMe()
  return (
    <>
      {description}
      {studio && me ? (
        <>
          {' '}
          A session of half a day or a whole one, with the flash heads and the make-up table, is {studioWords(studio)},
          on the page of <Link to="/studio">the studio</Link>.
        </>
      ) : null}
    </>
  )
}

const pricesOf = (facility: Facility) =>
  facility.tokenCost === 0 && facility.cashPricePence === 0
    ? [{ label: 'Price', value: priceWords(facility) }]
    : [
        { label: 'Tokens', value: tokenWords(facility) },
        { label: 'Tokens are taken', value: dayWords(facility.tokenAvailableDays) },
        { label: 'Card', value: cashPriceWords(facility) },
      ]
