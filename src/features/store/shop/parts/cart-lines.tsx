import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { rpc } from '#web/client.ts'
import { formatPoints, optionWords } from '../rules.ts'
import classes from './cart.module.css'
import { storePicture } from './store-picture.ts'

export type ShopCart = Awaited<ReturnType<typeof rpc.shopCart.mine>>

/** What lies in the cart: one of each (SHOP-11, SHOP-15), and what cannot be bought any more with the reason. */
export function CartLines({ lines, onLeave }: { lines: ShopCart['lines']; onLeave: () => void }) {
  const remove = useAction((input: { variantId: string }, sending) => rpc.shopCart.remove(input, sending), {
    done: 'Removed from your cart',
    undo:
      (_, { variantId }) =>
      sending =>
        rpc.shopCart.add({ variantId }, sending),
    failed: 'Not removed',
  })
  return (
    <ul className={classes.lines} aria-label="In your cart">
      {lines.map(({ variantId, product, pricePence, selectedOptions, whyNot }) => (
        <li key={variantId}>
          <Picture
            of={storePicture(product.image)}
            seed={product.handle}
            alt=""
            sizes="5rem"
            ratio="square"
            className={classes.picture ?? ''}
          />
          <div className={classes.words}>
            <Link to="/product/$handle" params={{ handle: product.handle }} onClick={onLeave} className={classes.name}>
              {product.title}
            </Link>
            {optionWords(selectedOptions) ? <p className={classes.options}>{optionWords(selectedOptions)}</p> : null}
            <p className={classes.price}>
              {formatMoney(pricePence)}
              {product.requiredPoints > 0 ? ` and ${formatPoints(product.requiredPoints)}` : ''}
            </p>
            {whyNot ? (
              <p className={classes.problem} role="alert">
                {whyNot.message}
              </p>
            ) : null}
          </div>
          <Button
            variant="subtle"
            size="sm"
            className={classes.remove}
            loading={remove.running?.variantId === variantId}
            onClick={() => void remove.run({ variantId })}
            aria-label={`Remove ${[product.title, optionWords(selectedOptions)].filter(Boolean).join(', ')}`}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
