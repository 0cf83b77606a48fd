import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { ProductForm } from '../parts/product-form.tsx'
import { ProductsTable } from '../parts/products-table.tsx'

/** /admin/products: what the storefront sells, as the office keeps it (PRD-01 … PRD-13). */
export function AdminProducts() {
  const { edit } = useSearch({ from: '/admin/products' })
  const navigate = useNavigate()
  const go = (next?: string) => void navigate({ to: '/admin/products', search: next ? { edit: next } : {} })
  if (edit === 'new')
    return (
      <Page title="A new product" chassis="desk">
        <ProductForm of={null} onDone={() => go()} />
      </Page>
    )
  return edit ? <EditPage handle={edit} onDone={() => go()} /> : <ListPage onNew={() => go('new')} />
}

function ListPage({ onNew }: { onNew: () => void }) {
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
      Add a product
    </Button>
  )
  return (
    <Page title="Product management" chassis="desk" actions={add}>
      <ProductsTable add={add} />
    </Page>
  )
}

function EditPage({ handle, onDone }: { handle: string; onDone: () => void }) {
  const query = useQuery(api.shopProducts.one.queryOptions({ input: { handle }, refetchOnWindowFocus: false }))
  return (
    <Page title={query.data?.fields.title ?? 'Product'} chassis="desk">
      <Query of={query} failed={messages.loadFailed}>
        {product => <ProductForm key={product.handle} of={product} onDone={onDone} />}
      </Query>
    </Page>
  )
}
