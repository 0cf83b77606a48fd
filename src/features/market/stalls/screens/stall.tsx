import { Button } from '@mantine/core'
import { IconCalendarPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { bankDays } from '#features/money/orders/inputs.ts'
import { askEveryMs, usePayment } from '#features/money/orders/parts/payment.ts'
import { cancelLine } from '#features/money/refunds/rules.ts'
import { formatDate, formatMoney, formatTime, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages, stallTypeWords } from '../inputs.ts'
import { ChangeStall } from '../parts/change-stall.tsx'
import { MoveStall } from '../parts/move-stall.tsx'
import { partsOf } from '../parts/stall-form.tsx'
import classes from '../parts/stalls.module.css'
import { extrasOf, sizeWords } from '../rules.ts'

type OneStall = Awaited<ReturnType<typeof rpc.stalls.one>>

/** /market-booking/ID: one stall with its pitch, its set-up times and whatever can still be done about it. */
export function StallPage() {
  const { id } = useParams({ from: '/market-booking/$id' })
  const query = useQuery(
    api.stalls.one.queryOptions({
      input: { id },
      retry: false,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' && !state.error ? askEveryMs : false),
    }),
  )
  const stall = query.data
  return (
    <Page
      title={stall ? `Stall: ${stall.businessName}` : isMissing(query.error) ? messages.notFound : 'Stall'}
      kicker={
        <Link to="/market-booking" search={{ view: 'mine' }}>
          My stalls
        </Link>
      }
      lead={
        stall
          ? `${formatDate(stall.marketDate, { year: true })}, ${formatTimeRange(stall.opensAt, stall.closesAt)}`
          : null
      }
      actions={stall ? <Deeds stall={stall} /> : null}
    >
      {isMissing(query.error) ? (
        <Empty
          what="There is no such stall of yours"
          why="Perhaps it was booked with another account."
          next={<ButtonLink to="/market-booking">Book a stall</ButtonLink>}
        />
      ) : (
        <Query of={query} failed={messages.oneLoad}>
          {found => <Whole stall={found} />}
        </Query>
      )}
    </Page>
  )
}

function Whole({ stall }: { stall: OneStall }) {
  const venue = useQuery(api.venue.about.queryOptions())
  const isOn = stall.status !== 'cancelled'
  return (
    <>
      <div className={classes.state} role="status">
        <p>{stateOf(stall)}</p>
      </div>
      <Section title="On the day" aside>
        <Facts
          facts={[
            { label: 'Set-up', value: `From ${stall.setUpFrom}` },
            { label: 'Open', value: formatTimeRange(stall.opensAt, stall.closesAt) },
            { label: 'Good to know', value: stall.note },
            { label: 'Pitch', value: isOn ? (stall.pitch ?? 'We tell you before the market') : null },
            { label: 'Size', value: sizeWords[stall.stallSize] },
            { label: 'Extras', value: extrasOf(stall).join(', ') || 'None' },
            { label: 'Where', value: venue.data?.address },
            { label: 'Getting in', value: stall.gettingIn },
            {
              label: 'Documents',
              value: (
                <AnchorLink to="/market-booking" search={{ view: 'documents' }}>
                  Your documents
                </AnchorLink>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Your stall" aside>
        <Facts
          facts={[
            { label: 'Business', value: stall.businessName },
            { label: 'Sells', value: stallTypeWords[stall.stallType] },
            { label: 'Description', value: stall.description },
            { label: 'Contact', value: [stall.contactName, stall.email, stall.phone].filter(Boolean).join(', ') },
            { label: 'For', value: stall.person },
          ]}
        />
      </Section>
      <Section title="Price and payment" aside>
        <PriceBreakdown
          unit="pence"
          parts={partsOf(stall, { tierName: null })}
          total={stall.finalPrice}
          refund={isOn ? refundOf(stall) : undefined}
        />
        <Facts
          facts={[
            {
              label: 'Receipt',
              value: stall.orderId ? (
                <AnchorLink to="/orders/$id" params={{ id: stall.orderId }}>
                  {stall.status === 'pending' ? 'Open the payment' : 'Open the receipt'}
                </AnchorLink>
              ) : null,
            },
            { label: 'Booked', value: <When at={stall.createdAt} /> },
          ]}
        />
      </Section>
    </>
  )
}

function stateOf({ status, heldUntil, isOver, cancelReason, pitch }: OneStall): string {
  if (status === 'cancelled') return cancelReason ? `Cancelled: ${cancelReason}` : 'Cancelled'
  if (status === 'pending') return heldUntil ? `Held for you until ${formatTime(heldUntil)}, unpaid` : 'Not paid yet'
  if (isOver) return 'This market has been.'
  return pitch ? `Confirmed, on pitch ${pitch}` : 'Confirmed'
}

const withBank = (pence: number) =>
  `${formatMoney(pence)} is with your bank: it comes to you once the bank returns it to us.`

function refundOf({ back, bankPence, refundableUntil, status, finalPrice: price }: OneStall): string {
  if (status === 'pending') return 'Nothing was paid yet.'
  if (bankPence > 0) return withBank(bankPence)
  return back > 0 && refundableUntil
    ? cancelLine({ back: formatMoney(back), until: refundableUntil })
    : price > 0
      ? cancelLine({ back: formatMoney(price), until: null })
      : cancelLine({ back: '', until: refundableUntil })
}

function Change({ stall }: { stall: OneStall }) {
  const { isOpen, open, close } = useDialog('change-stall')
  return (
    <>
      <Button variant="default" onClick={open}>
        Change
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Change your stall" keepsInput>
        <p>Its size, its extras and its price stay as they were booked.</p>
        <ChangeStall stall={stall} onDone={close} />
      </Dialog>
    </>
  )
}

function Deeds({ stall }: { stall: OneStall }) {
  const { id, can, back } = stall
  const pay = usePayment()
  const cancel = useAction(rpc.stalls.cancel, {
    confirm: () => ({
      title: `Cancel your stall on ${formatDate(stall.marketDate)}?`,
      body:
        stall.status === 'pending'
          ? 'Nothing was paid, and nothing will be asked for.'
          : back > 0
            ? `You get ${formatMoney(back)} back within ${bankDays}.`
            : stall.bankPence > 0
              ? withBank(stall.bankPence)
              : 'It is too close to the market: nothing comes back.',
      action: 'Cancel stall',
      keep: 'Keep the stall',
      danger: true,
    }),
    done: answer => ({
      title: 'Stall cancelled',
      message: answer.back > 0 ? `You get ${formatMoney(answer.back)} back.` : undefined,
    }),
    failed: 'The stall was not cancelled',
  })
  return (
    <div className={classes.deeds}>
      {can.pay ? (
        <Button onClick={() => void pay.run({ id: stall.orderId! })} loading={pay.isRunning}>
          Pay now
        </Button>
      ) : null}
      {stall.person === null && stall.status === 'confirmed' && !stall.isOver ? (
        <Button
          component="a"
          href={`/api/stalls/calendarFile?id=${id}`}
          download
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Add to calendar
        </Button>
      ) : null}
      {stall.status === 'confirmed' ? (
        <Button variant="default" onClick={() => window.print()} leftSection={<IconPrinter size={18} aria-hidden />}>
          Print
        </Button>
      ) : null}
      {can.change ? <Change stall={stall} /> : null}
      {can.moveDay || can.movePitch ? <MoveStall stall={stall} /> : null}
      {can.cancel ? (
        <Button variant="default" onClick={() => void cancel.run({ id, back })} loading={cancel.isRunning}>
          Cancel stall
        </Button>
      ) : null}
    </div>
  )
}
