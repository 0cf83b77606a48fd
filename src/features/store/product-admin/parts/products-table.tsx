import type { ReactNode } from 'react'
import { storePicture } from '#features/store/shop/parts/store-picture.ts'
import { Picture } from '#ui/plain/picture.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { deedWords, messages, mostListed, productList } from '../inputs.ts'
import { Deed, type ProductRow, pricesOf, SaleState } from './product-facts.tsx'
import { ProductPanel } from './product-panel.tsx'
import classes from './products.module.css'

const columns: Column<ProductRow>[] = [
  {
    ...{ key: 'title', header: 'Product', kind: 'status', width: 22, grows: true, priority: 1 },
    of: row => (
      <span className={classes.named}>
        <span className={classes.thumb}>
          <Picture of={storePicture(row.image)} seed={row.handle} alt="" sizes="2rem" ratio="square" />
        </span>
        <span className={classes.title}>{row.title}</span>
      </span>
    ),
  },
  { key: 'productType', header: 'Type', kind: 'text', width: 7, priority: 3, of: row => row.productType },
  { key: 'minPence', header: 'Price', kind: 'number', width: 9, priority: 2, of: pricesOf, short: pricesOf },
  { key: 'variants', header: 'Variants', kind: 'number', width: 5.5, priority: 4, of: row => row.variants },
  {
    key: 'left',
    header: 'In stock',
    kind: 'number',
    width: 5.5,
    priority: 3,
    of: row => row.left,
    short: row => (row.left === null ? null : `${row.left} in stock`),
  },
  {
    key: 'state',
    header: 'Status',
    kind: 'status',
    width: 8,
    priority: 1,
    of: row => <SaleState of={row} />,
  },
  {
    key: 'edit',
    header: 'Last change here',
    kind: 'text',
    width: 12,
    priority: 4,
    seldom: true,
    of: row => (row.edit ? `${deedWords[row.edit.deed]}${row.edit.by ? ` by ${row.edit.by}` : ''}` : null),
  },
  { key: 'createdAt', header: 'Added', kind: 'date', as: 'date', priority: 4, of: row => row.createdAt },
]

/** The products of the storefront with what is said of each; one opens to be edited or deleted (PRD-02). */
export function ProductsTable({ add }: { add: ReactNode }) {
  const list = useList(productList, api.shopProducts.list)
  const { isCut = false, deleted = [] } = list.of.data ?? {}
  return (
    <>
      <DataTable
        {...list}
        label="Products"
        noun={['product', 'products']}
        failed={messages.loadFailed}
        columns={columns}
        rowId={row => row.handle}
        rowName={row => row.title}
        searchFor="Search product, type or tag"
        filters={[
          {
            key: 'state',
            label: 'Status',
            options: [
              { value: 'available', label: 'On sale' },
              { value: 'soldOut', label: 'Sold out' },
            ],
          },
        ]}
        panel={{
          title: row => row?.title ?? 'Product',
          body: (handle, row, leave) =>
            row ? (
              <ProductPanel key={handle} product={row} onGone={leave} />
            ) : (
              <p>This product is not on this page of the list.</p>
            ),
        }}
        empty={
          <Empty
            what="The storefront sells nothing yet"
            why="What you add here can be bought in the store."
            next={add}
          />
        }
      />
      {isCut ? (
        <p className={classes.more}>
          {`These are the newest ${mostListed} products. The storefront has more: find them in its own admin.`}
        </p>
      ) : null}
      {deleted.length > 0 ? (
        <Section title="Deleted last">
          <ul className={classes.deleted}>
            {deleted.map(({ id, title, ...edit }) => (
              <li key={id}>
                {title}{' '}
                <span>
                  <Deed deed="deleted" {...edit} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  )
}
