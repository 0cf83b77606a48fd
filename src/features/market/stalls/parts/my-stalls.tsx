import { Button } from '@mantine/core'
import { usePayment } from '#features/money/orders/parts/payment.ts'
import { formatDate, formatDateTime, formatMoney, formatTime } from '#platform/words.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { stallTypeWords } from '../inputs.ts'
import { sizeWords } from '../rules.ts'
import type { MarketPage } from './stall-form.tsx'
import classes from './stalls.module.css'
import { Leave } from './wait-for.tsx'

/** Own stalls to come, what one waits for, and the stalls that were. */
export function MyStalls({ of: { stalls, past, days } }: { of: MarketPage }) {
  const waits = days.flatMap(day => day.waits.map(wait => ({ ...wait, on: day.on })))
  if (stalls.length + waits.length + past.length === 0)
    return (
      <Empty
        what="You have no stall yet"
        why="Stalls that you book are here, with their pitch and set-up times."
        next={<ButtonLink to="/market-booking">Book a stall</ButtonLink>}
      />
    )
  return (
    <>
      {stalls.length > 0 ? (
        <Section title="Your stalls" aside>
          <ul className={classes.list} aria-label="Your stalls">
            {stalls.map(stall => (
              <Stall key={stall.id} stall={stall} />
            ))}
          </ul>
        </Section>
      ) : null}
      {waits.length > 0 ? (
        <Section title="You wait for" aside>
          <ul className={classes.list} aria-label="You wait for">
            {waits.map(wait => {
              const what = `${sizeWords[wait.stallSize]}, ${stallTypeWords[wait.stallType].toLowerCase()}, ${formatDate(wait.on)}`
              return (
                <li key={wait.id}>
                  <p>
                    <strong>{what}</strong>{' '}
                    {wait.heldUntil
                      ? `Held for you until ${formatDateTime(new Date(wait.heldUntil))}`
                      : `Number ${wait.position} in line`}
                  </p>
                  <div className={classes.deeds}>
                    {wait.heldUntil ? (
                      <ButtonLink to="/market-booking" search={{ on: wait.on }}>
                        Book it
                      </ButtonLink>
                    ) : null}
                    <Leave id={wait.id} what={what} />
                  </div>
                </li>
              )
            })}
          </ul>
        </Section>
      ) : null}
      {past.length > 0 ? (
        <Section title="Past and cancelled stalls" aside>
          <ul className={classes.list} aria-label="Past and cancelled stalls">
            {past.map(({ id, marketDate, businessName, stallSize, status }) => (
              <li key={id}>
                <AnchorLink to="/market-booking/$id" params={{ id }}>
                  {formatDate(marketDate, { year: true })}, {businessName}
                </AnchorLink>{' '}
                {sizeWords[stallSize]}
                {status === 'cancelled' ? ', cancelled' : ''}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}

function Stall({ stall }: { stall: MarketPage['stalls'][number] }) {
  const pay = usePayment()
  return (
    <li>
      <p>
        <strong>
          {formatDate(stall.marketDate, { year: true })}, {stall.businessName}
        </strong>{' '}
        {sizeWords[stall.stallSize]}, {stall.pitch ? `pitch ${stall.pitch}` : 'pitch to be told'}, set-up from{' '}
        {stall.setUpFrom}
      </p>
      <div className={classes.deeds}>
        {stall.status === 'pending' && stall.heldUntil ? (
          <Button size="sm" onClick={() => void pay.run({ id: stall.orderId! })} loading={pay.isRunning}>
            Pay {formatMoney(stall.finalPrice)} by {formatTime(stall.heldUntil)}
          </Button>
        ) : null}
        <ButtonLink to="/market-booking/$id" params={{ id: stall.id }} variant="default" size="sm">
          Open the stall
        </ButtonLink>
      </div>
    </li>
  )
}
