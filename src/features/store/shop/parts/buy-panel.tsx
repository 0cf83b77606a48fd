import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#features/store/products/inputs.ts'
import { insufficient } from '#features/store/products/rules.ts'
import { formatMoney, formatNumber } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Status } from '#ui/plain/status.tsx'
import { stayingBar } from '#ui/staying-bar.ts'
import { api, rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { type Choice, choiceWords, formatPoints, needWords, priceWords, usualChoice, variantOf } from '../rules.ts'
import { Options } from './options.tsx'
import classes from './product.module.css'
import { type Product, whyNotChosen } from './product-words.ts'
import { ShowCart } from './show-cart.tsx'

/** Points, options and the one action of a product's page (SHOP-05, SHOP-07, SHOP-14, SHOP-17). */
export function BuyPanel({ product, points }: { product: Product; points: number }) {
  const [choice, setChoice] = useState<Choice>(() => usualChoice(product.variants))
  const variant = variantOf(product.variants, choice)
  return (
    <div className={classes.panel}>
      {/* What cannot be had at all is said first; else one chooses first. */}
      {product.isLocked ? <Need product={product} points={points} /> : null}
      <Options product={product} choice={choice} onChoose={setChoice} />
      {variant?.left ? (
        <p className={classes.few}>
          <Status tone="warn">{`Only ${formatNumber(variant.left)} left`}</Status>
        </p>
      ) : null}
      {product.isLocked ? null : <Need product={product} points={points} />}
      <Buy product={product} choice={choice} />
    </div>
  )
}

/** What the product asks for, what somebody has, and where more comes from. */
function Need({ product, points }: { product: Product; points: number }) {
  const { requiredPoints, isLocked, isExclusive } = product
  const me = useMe()
  // What of the points waits for purchases still open, the cart knows.
  const cart = useQuery(api.shopCart.mine.queryOptions({ enabled: me !== null && !isLocked && requiredPoints > 0 }))
  return (
    <section className={classes.need} data-locked={isLocked} data-open={requiredPoints === 0} aria-label="Points">
      <p className={classes.needed}>
        {isLocked && me ? messages.insufficient : needWords(requiredPoints)}
        {isExclusive ? <Status tone="accent">Exclusive</Status> : null}
      </p>
      {isLocked && !me ? (
        <p className={classes.why}>It is locked for visitors. Sign in to use your points.</p>
      ) : isLocked ? (
        <>
          <p role="status">{insufficient(requiredPoints).message}</p>
          <p className={classes.why}>
            {`You have ${formatNumber(points)}; ${formatPoints(requiredPoints - points)} are missing. `}
            <Link to="/events">Events</Link> bring points: each says how many.
          </p>
        </>
      ) : requiredPoints > 0 ? (
        <p className={classes.why}>{leftWords(points, cart.data?.pointsLeft ?? points, requiredPoints)}</p>
      ) : null}
    </section>
  )
}

function leftWords(points: number, left: number, required: number): string {
  const has =
    left < points
      ? `You have ${formatNumber(points)}, of which ${formatPoints(points - left)} wait for a purchase still open`
      : `You have ${formatNumber(points)}`
  return left < required ? `${has}.` : `${has}; ${formatNumber(left - required)} would be left once it is paid.`
}

function Buy({ product, choice }: { product: Product; choice: Choice }) {
  const { title, variants, isLocked, requiredPoints, whyNotBuy } = product
  const variant = variantOf(variants, choice)
  // The page sells without it too: putting in what lies in the cart already changes nothing.
  const me = useMe()
  const cart = useQuery(api.shopCart.mine.queryOptions({ enabled: me !== null && !isLocked }))
  const isInCart = cart.data?.lines.some(({ variantId }) => variantId === variant?.id) ?? false
  const add = useAction((input: { variantId: string }, sending) => rpc.shopCart.add(input, sending), {
    undo:
      (_, { variantId }) =>
      sending =>
        rpc.shopCart.remove({ variantId }, sending),
    done: { title: 'Added to your cart', message: title },
    failed: error => titled(error, 'Not added to your cart'),
  })
  const whyNot = me && whyNotBuy && !isLocked && product.isAvailable ? whyNotBuy.message : whyNotChosen(product, choice)
  const words = variant ? choiceWords(variant.selectedOptions) : ''
  return (
    <div ref={stayingBar} className={classes.foot}>
      {isLocked ? null : whyNot ? (
        <p className={classes.problem} role="status">
          {whyNot}
        </p>
      ) : isInCart ? (
        <p className={classes.done} role="status">
          {words ? `${words} is in your cart.` : 'It is in your cart.'}
        </p>
      ) : null}
      <strong className={classes.sum}>
        {variant ? formatMoney(variant.pricePence) : priceWords(product)}
        {requiredPoints > 0 ? <small>{`and ${formatPoints(requiredPoints)}`}</small> : null}
        {/* On a phone what was chosen is out of sight. */}
        {words && !isInCart ? <small>{words}</small> : null}
      </strong>
      {me === null ? (
        <ButtonLink to="/auth" search={{ return: `/product/${product.handle}` }}>
          Sign in to buy
        </ButtonLink>
      ) : isLocked ? (
        <ButtonLink to="/events">Find events</ButtonLink>
      ) : isInCart ? (
        <ShowCart />
      ) : (
        <Button
          disabled={whyNot !== null || !variant}
          loading={add.isRunning}
          onClick={() => variant && void add.run({ variantId: variant.id })}
        >
          Add to cart
        </Button>
      )}
    </div>
  )
}

/** A refusal that has a name of its own, such as "Insufficient points", is called by it. */
function titled(error: unknown, fallback: string): string {
  const { title } = (error as { data?: { title?: string } | null }).data ?? {}
  return title ?? fallback
}
