import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Picture } from '#ui/plain/picture.tsx'
import { Status, Tag } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import { formatPoints, needWords, priceWords } from '../rules.ts'
import classes from './products.module.css'
import { storePicture } from './store-picture.ts'

export type StoreProduct = Awaited<ReturnType<typeof rpc.products.list>>['products'][number]

/** A product in a list: its picture, what it costs, and the points it asks for, if any; a locked one says how many are missing. */
export function ProductCard({ product, points }: { product: StoreProduct; points: number | null }) {
  const { handle, title, image, requiredPoints, isExclusive, isLocked, isAvailable } = product
  return (
    <li>
      <Link to="/product/$handle" params={{ handle }} className={classes.card}>
        <Picture
          of={storePicture(image)}
          seed={handle}
          alt=""
          sizes="(min-width: 62em) 18rem, 50vw"
          ratio="square"
          className={classes.picture}
        />
        <h3 className={classes.name}>{title}</h3>
        <p className={classes.price}>{priceWords(product)}</p>
        <p className={classes.badges}>
          {requiredPoints > 0 || isLocked ? (
            <Tag>
              {isLocked ? <IconLock size={14} aria-hidden /> : null}
              {needWords(requiredPoints)}
            </Tag>
          ) : null}
          {isExclusive ? <Status tone="accent">Exclusive</Status> : null}
          {isAvailable ? null : <Status tone="bad">Sold out</Status>}
        </p>
        {isLocked && points !== null ? (
          <p className={classes.missing}>{`You need ${formatPoints(requiredPoints - points)} more`}</p>
        ) : null}
      </Link>
    </li>
  )
}

/** `points`: those of whoever looks; null for visitors. */
export const ProductGrid = ({ products, points }: { products: readonly StoreProduct[]; points: number | null }) => (
  <ul className={classes.grid}>
    {products.map(product => (
      <ProductCard key={product.id} product={product} points={points} />
    ))}
  </ul>
)
