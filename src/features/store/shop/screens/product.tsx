import { Accordion } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { messages } from '#features/store/products/inputs.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { isMissing } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingText } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { BuyPanel } from '../parts/buy-panel.tsx'
import { ProductGallery } from '../parts/gallery.tsx'
import classes from '../parts/product.module.css'
import { ProductGrid } from '../parts/product-card.tsx'
import type { Product } from '../parts/product-words.ts'
import { priceWords } from '../rules.ts'

/** /product/{handle}: what it is, what it needs, and putting it into the cart (SHOP-04 … SHOP-08, SHOP-14, SHOP-17). */
export function ProductPage() {
  const { handle } = useParams({ from: '/product/$handle' })
  const query = useQuery(api.products.one.queryOptions({ input: { handle } }))
  const product = query.data?.product
  const me = useMe()
  return (
    <Page
      title={product?.title ?? 'Product'}
      kicker={<Link to="/store">Store</Link>}
      lead={product ? <strong className={classes.price}>{priceWords(product)}</strong> : null}
    >
      {isMissing(query.error) ? (
        <Empty
          what="This product is not in the store"
          why="Perhaps it was removed, or its address was changed."
          next={<ButtonLink to="/store">Show all products</ButtonLink>}
        />
      ) : (
        <Query of={query} failed={messages.productFailed} loading={<LoadingText lines={8} />}>
          {shown => (
            <>
              <div className={classes.columns}>
                <ProductGallery key={`pictures ${handle}`} product={shown.product} />
                <div className={classes.side}>
                  <BuyPanel key={handle} product={shown.product} points={shown.points} />
                  <About product={shown.product} />
                </div>
              </div>
              {shown.related.length > 0 ? (
                <Section title="You may also like">
                  <ProductGrid products={shown.related} points={me && shown.points} />
                </Section>
              ) : null}
            </>
          )}
        </Query>
      )}
    </Page>
  )
}

/** What one reads before buying; the first part lies open. */
function About({ product }: { product: Product }) {
  const venue = useQuery(api.venue.about.queryOptions())
  const parts = [
    { id: 'description', title: 'Description', text: product.description },
    { id: 'delivery', title: 'Delivery and returns', text: venue.data?.storeDelivery ?? '' },
    { id: 'points', title: 'How points work', text: howPointsWork },
  ].filter(({ text }) => text.trim() !== '')
  return (
    <Accordion multiple defaultValue={['description']} order={2} className={classes.about ?? ''}>
      {parts.map(({ id, title, text }) => (
        <Accordion.Item key={id} value={id}>
          <Accordion.Control>{title}</Accordion.Control>
          <Accordion.Panel>
            <p className={classes.text}>{text}</p>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

const howPointsWork = `You get points for the events you go to: the page of an event says how many. They come once the house has marked that you were there.

A product that asks for points can be bought by whoever has them. They are taken once your purchase is paid, in addition to its price, and come back when it is refunded.

Until you have paid, your points stay with you.`
