import { Button } from '@mantine/core'
import { messages as orderMessages, pendingMinutes } from '#features/store/orders/inputs.ts'
import { formatMoney, formatNumber, formatTime } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { formatPoints } from '../rules.ts'
import classes from './outcome.module.css'
import { ShowCart } from './show-cart.tsx'
import type { Purchase } from './things.tsx'
import type { Verifying } from './verifying.ts'

/** One of the three results, and the way on from each (SHOP-23, SHOP-24). */
export function Outcome({ result, verifying }: { result: Purchase; verifying: Verifying }) {
  if (result.state === 'success') return <Paid result={result} />
  if (result.state === 'pending') return <Awaited result={result} verifying={verifying} />
  return <NotPaid result={result} verifying={verifying} />
}

function Paid({ result }: { result: Purchase }) {
  const { pointsDeducted, newBalance, paidPence, totalPence } = result
  return (
    <div className={classes.state} data-tone="good">
      <p className={classes.what} role="status">
        Purchase complete
      </p>
      <Facts
        columns
        facts={[
          { label: 'Paid', value: formatMoney(paidPence ?? totalPence) },
          { label: 'Points deducted', value: formatNumber(pointsDeducted) },
          { label: 'New balance', value: formatPoints(newBalance) },
        ]}
      />
      <p className={classes.why}>The checkout sends you the receipt by email, and word when it is on its way.</p>
      <div className={classes.next}>
        <ButtonLink to="/store">Back to the store</ButtonLink>
        <ButtonLink to="/store" search={{ view: 'orders' }} variant="default">
          Your purchases
        </ButtonLink>
      </div>
    </div>
  )
}

function Awaited({ result, verifying }: { result: Purchase; verifying: Verifying }) {
  const { message, checkoutUrl, expiresAt } = result
  return (
    <div className={classes.state}>
      <div role="status">
        <p className={classes.what}>{message}</p>
        <p className={classes.why}>
          {`Finish it on the checkout’s page by ${formatTime(expiresAt)}. This page changes as soon as it is paid; no points are taken before.`}
        </p>
      </div>
      <Failure verifying={verifying} />
      <div className={classes.next}>
        {checkoutUrl ? (
          <Button component="a" href={checkoutUrl} target="_blank" rel="noopener noreferrer">
            Open the checkout
          </Button>
        ) : null}
        <Check verifying={verifying}>I have paid, check now</Check>
      </div>
    </div>
  )
}

function NotPaid({ result, verifying }: { result: Purchase; verifying: Verifying }) {
  const isRefunded = result.status === 'refunded'
  return (
    <div className={classes.state} data-tone={isRefunded ? undefined : 'bad'}>
      <div role="status">
        <p className={classes.what}>{result.message}</p>
        <p className={classes.why}>{isRefunded ? wordsOfRefund(result) : wordsOfUnpaid(result)}</p>
      </div>
      <Failure verifying={verifying} />
      <div className={classes.next}>
        {isRefunded ? (
          <ButtonLink to="/store">Back to the store</ButtonLink>
        ) : (
          <>
            {result.isInCart ? <ShowCart /> : <ButtonLink to="/store">Back to the store</ButtonLink>}
            {result.isExpired ? <Check verifying={verifying}>I have paid, check now</Check> : null}
          </>
        )}
      </div>
    </div>
  )
}

const wordsOfRefund = ({ pointsDeducted }: Purchase) =>
  pointsDeducted > 0
    ? `What you paid was given back, and your ${formatPoints(pointsDeducted)} are with you again.`
    : 'What you paid was given back.'

function wordsOfUnpaid({ isExpired, isInCart, isWithOffice }: Purchase): string {
  if (isWithOffice)
    return 'It was paid, but not for these things at these prices. The office looks at it. No points were taken.'
  const why = isExpired ? `It was not paid within ${pendingMinutes} minutes. ` : ''
  return `${why}No points were taken${isInCart ? ', and what you chose lies in your cart still' : ''}.`
}

const Check = ({ verifying, children }: { verifying: Verifying; children: string }) => (
  <Button variant="default" loading={verifying.isRunning} onClick={() => void verifying.verify()}>
    {children}
  </Button>
)

/** The storefront could not be asked; nothing is lost by it. */
const Failure = ({ verifying: { hasFailed } }: { verifying: Verifying }) =>
  hasFailed ? (
    <p className={classes.problem} role="alert">
      {`${orderMessages.purchaseNotVerified}. The checkout does not answer at the moment; we ask again by ourselves.`}
    </p>
  ) : null
