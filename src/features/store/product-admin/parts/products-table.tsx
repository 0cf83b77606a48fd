import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { storePicture } from '#features/store/shop/parts/store-picture.ts'
import { formatCount } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { When } from '#ui/plain/dates.tsx'
import { Money } from '#ui/plain/money.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Section } from '#ui/plain/section.tsx'
import { rpc } from '#web/client.ts'
import { deedWords, messages } from '../inputs.ts'
import classes from './products.module.css'

type Listed = Awaited<ReturnType<typeof rpc.shopProducts.list>>
type Row = Listed['products'][number]

const Deed = ({ deed, by, at }: NonNullable<Row['edit']>) => (
  <>
    {`${deedWords[deed]}${by ? ` by ${by}` : ''}, `}
    <When at={at} />
  </>
)

/** What the office took out of the storefront last; nothing where it took nothing. */
export const DeletedProducts = ({ of }: { of: Listed['deleted'] }) =>
  of.length === 0 ? null : (
    <Section title="Deleted last">
      <ul className={classes.deleted}>
        {of.map(({ id, title, ...edit }) => (
          <li key={id}>
            {title}{' '}
            <span>
              <Deed deed="deleted" {...edit} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )

/** The products of the storefront with what is said of each, to be edited or deleted (PRD-02). */
export function ProductRows({ products }: { products: Row[] }) {
  const remove = useAction(({ id }: Pick<Row, 'id' | 'title'>, sending) => rpc.shopProducts.remove({ id }, sending), {
    confirm: ({ title }) => ({
      title: `Delete ${title}?`,
      body: 'It leaves the storefront with its variants and pictures, and cannot be brought back. What was ordered stays ordered.',
      action: 'Delete product',
      danger: true,
    }),
    done: (_, { title }) => `${title} deleted`,
    failed: messages.deleteFailed,
  })
  return (
    <ul className={classes.rows}>
      {products.map(({ id, handle, title, image, edit, ...product }) => (
        <li key={id}>
          <Picture of={storePicture(image)} seed={handle} alt="" sizes="6rem" ratio="square" />
          <div className={classes.about}>
            <h2>
              <Link to="/admin/products" search={{ edit: handle }}>
                {title}
              </Link>
            </h2>
            <p>
              <Money pence={product.minPence} zero="£0" />
              {product.maxPence > product.minPence ? (
                <>
                  {' – '}
                  <Money pence={product.maxPence} />
                </>
              ) : null}
              {product.variants > 1 ? ` · ${formatCount(product.variants, 'variant')}` : ''}
              {product.productType ? ` · ${product.productType}` : ''}
              {product.isAvailable ? '' : ' · Sold out'}
            </p>
            {edit ? (
              <p className={classes.edit}>
                <Deed {...edit} />
              </p>
            ) : null}
          </div>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-disabled={remove.running?.id === id}
            onClick={() => void remove.run({ id, title })}
          >
            Delete<span className="visually-hidden"> {title}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
