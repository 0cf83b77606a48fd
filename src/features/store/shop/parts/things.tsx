import { Link } from '@tanstack/react-router'
import { formatMoney } from '#platform/words.ts'
import { Picture } from '#ui/plain/picture.tsx'
import type { rpc } from '#web/client.ts'
import { formatPoints, optionWords } from '../rules.ts'
import classes from './cart.module.css'
import { storePicture } from './store-picture.ts'

export type Purchase = Awaited<ReturnType<typeof rpc.shopOrders.result>>

/** What was checked out, as it was then. */
export const Things = ({ of }: { of: Purchase['lines'] }) => (
  <ul className={classes.lines}>
    {of.map(({ variantId, handle, productTitle, image, selectedOptions, pricePence, pointsRequired }) => (
      <li key={variantId}>
        <Picture
          of={storePicture(image)}
          seed={handle}
          alt=""
          sizes="5rem"
          ratio="square"
          className={classes.picture ?? ''}
        />
        <div className={classes.words}>
          <Link to="/product/$handle" params={{ handle }} className={classes.name}>
            {productTitle}
          </Link>
          {optionWords(selectedOptions) ? <p className={classes.options}>{optionWords(selectedOptions)}</p> : null}
        </div>
        <p className={classes.cost}>
          {formatMoney(pricePence)}
          {pointsRequired > 0 ? <small>{formatPoints(pointsRequired)}</small> : null}
        </p>
      </li>
    ))}
  </ul>
)
