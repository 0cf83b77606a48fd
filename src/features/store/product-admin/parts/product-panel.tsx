import { Button, Stack } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { storePicture } from '#features/store/shop/parts/store-picture.ts'
import { formatNumber } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { Deed, type ProductRow, pricesOf, SaleState } from './product-facts.tsx'
import classes from './products.module.css'

/** One product of the storefront as the list knows it, with the ways to its form and out of the store. */
export function ProductPanel({ product, onGone }: { product: ProductRow; onGone: () => void }) {
  const { id, handle, title, image, productType, vendor, variants, left, createdAt, edit } = product
  const remove = useAction((_: null, sending) => rpc.shopProducts.remove({ id }, sending), {
    confirm: () => ({
      title: `Delete ${title}?`,
      body: 'It leaves the storefront with its variants and pictures, and cannot be brought back. What was ordered stays ordered.',
      action: 'Delete product',
      danger: true,
    }),
    done: `${title} deleted`,
    failed: messages.deleteFailed,
    onDone: onGone,
  })
  return (
    <Stack gap="md">
      <div className={classes.picture}>
        <Picture of={storePicture(image)} seed={handle} alt="" sizes="10rem" ratio="square" />
      </div>
      <div className={classes.ways}>
        <ButtonLink to="/admin/products" search={{ edit: handle }} leftSection={<IconPencil size={16} aria-hidden />}>
          Edit product
        </ButtonLink>
        <ButtonLink to="/product/$handle" params={{ handle }} variant="default">
          Open in the store
        </ButtonLink>
      </div>
      <Facts
        facts={[
          { label: 'Price', value: pricesOf(product) },
          { label: 'Status', value: <SaleState of={product} /> },
          { label: 'In stock', value: left === null ? 'The storefront does not count' : formatNumber(left) },
          { label: 'Variants', value: formatNumber(variants) },
          ...(productType ? [{ label: 'Product type', value: productType }] : []),
          ...(vendor ? [{ label: 'Vendor', value: vendor }] : []),
          { label: 'Added', value: <When at={createdAt} /> },
          ...(edit ? [{ label: 'Last change here', value: <Deed {...edit} /> }] : []),
        ]}
      />
      <div>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isRunning}
          onClick={() => void remove.run(null)}
        >
          Delete product
        </Button>
      </div>
    </Stack>
  )
}
