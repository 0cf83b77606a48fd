import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messages } from '#features/facilities/inputs.ts'
import { cashPriceWords, dayWords, durationWords, tokenWords } from '#features/facilities/parts/fare-words.tsx'
import { TermsList } from '#features/facilities/parts/terms.tsx'
import { TokenLine } from '#features/facilities/parts/token-line.tsx'
import { UpgradePanel } from '#features/facilities/parts/upgrade-panel.tsx'
import { Facts } from '#ui/facts.tsx'
import { Page } from '#ui/page.tsx'
import { Query } from '#ui/query.tsx'
import { Section } from '#ui/section.tsx'
import { LoadingText } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { api, type rpc } from '#web/client.ts'
import { useMe } from '#web/session.tsx'
import { BookingForm } from '../parts/booking-form.tsx'
import classes from './facility-booking.module.css'

export type Facility = Awaited<ReturnType<typeof rpc.bookings.facility>>

/** /facility-booking?id=…: a facility, its days and times, and what booking it costs (BOOK-10 … BOOK-15). */
export function FacilityBooking() {
  const { id, on } = useSearch({ strict: false }) as { id?: string; on?: string }
  return id ? <FacilityPage key={id} id={id} on={on ?? null} /> : <Navigate replace to={'/bookings' as string} />
}

function FacilityPage({ id, on }: { id: string; on: string | null }) {
  const navigate = useNavigate()
  const me = useMe()
  const query = useQuery(api.bookings.facility.queryOptions({ input: { id } }))
  const isMissing = (query.error as { message?: string } | null)?.message === messages.notFound
  useEffect(() => {
    if (!isMissing) return
    toast.error(messages.notFound)
    void navigate({ to: '/bookings' as string, replace: true })
  }, [isMissing, navigate])
  if (isMissing) return null
  return (
    <Page
      title={query.data?.name ?? 'Facility'}
      kicker={<Link to={'/bookings' as string}>Book Your Space</Link>}
      lead={query.data?.description}
      actions={
        me ? (
          <Button component={Link} to={'/cart' as string} variant="default">
            Cart ({me.cartCount})
          </Button>
        ) : null
      }
    >
      <Query of={query} failed={messages.facilityFailed} loading={<LoadingText lines={8} />}>
        {facility => (
          <>
            <div className={classes.top}>
              <Facts
                facts={[
                  { label: 'Tokens', value: tokenWords(facility) },
                  { label: 'Tokens are taken', value: dayWords(facility.tokenAvailableDays) },
                  { label: 'Card', value: cashPriceWords(facility) },
                  { label: 'Length', value: durationWords(facility.durationMinutes) },
                  facility.units > 1 ? { label: 'Places', value: `${facility.units} at the same time` } : null,
                  facility.tokenBalance === null
                    ? null
                    : {
                        label: 'Your week',
                        value: `${facility.hoursUsed} ${facility.hoursUsed === 1 ? 'hour' : 'hours'} booked since Monday`,
                      },
                ]}
              />
              {facility.tokenBalance === null ? null : <TokenLine balance={facility.tokenBalance} />}
            </div>
            {facility.right === 'upgrade' ? (
              <UpgradePanel />
            ) : (
              <BookingForm
                facility={facility}
                on={on}
                onDay={day =>
                  void navigate({
                    to: '/facility-booking' as string,
                    search: { id, ...(day && { on: day }) } as never,
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            )}
            <div className={classes.terms}>
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
