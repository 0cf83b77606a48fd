import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { messages, mostRead } from '#features/store/products/inputs.ts'
import { formatCount, formatTime } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { type Show, type Sort, shows, showWords, sorts, sortWords } from '../inputs.ts'
import { OwnOrders } from '../parts/own-orders.tsx'
import { ProductGrid } from '../parts/product-card.tsx'
import classes from '../parts/products.module.css'
import { chosenOf, formatPoints } from '../rules.ts'

type Store = Awaited<ReturnType<typeof rpc.products.list>>

/** /store: the products of the storefront, what each of them needs, and own purchases (SHOP-01 … SHOP-03, SHOP-13). */
export function Store() {
  const { view, show, sort: asked } = useSearch({ from: '/store' })
  const sort = sorts.find(each => each === asked)
  const me = useMe()
  const navigate = useNavigate()
  const query = useQuery(api.products.list.queryOptions({ placeholderData: keepPreviousData }))
  const go = (next: { show?: Show | undefined; sort?: Sort | undefined }) =>
    void navigate({ to: '/store', search: { show, sort, ...next }, replace: true, resetScroll: false })
  return (
    <Page
      title="Store"
      kicker="From the house"
      lead={
        me && query.data ? (
          <OwnPoints points={query.data.points} />
        ) : (
          'Things of the house, some of them for whoever has the points.'
        )
      }
      actions={
        me && (
          <nav aria-label="What to show" className={classes.views}>
            <Link
              to="/store"
              search={{ show, sort }}
              activeOptions={{ exact: true }}
              aria-current={view ? undefined : 'page'}
            >
              Products
            </Link>
            <Link to="/store" search={{ view: 'orders' }} aria-current={view ? 'page' : undefined}>
              Your purchases
            </Link>
          </nav>
        )
      }
    >
      {view && me ? (
        <OwnOrders />
      ) : (
        <>
          <div className={classes.bar}>
            <Select
              label="Show"
              data={(['all', ...shows] as const).map(value => ({ value, label: showWords[value] }))}
              value={show ?? 'all'}
              onChange={value => go({ show: shows.find(each => each === value) })}
              allowDeselect={false}
            />
            <Select
              label="Sort by"
              data={(['newest', ...sorts] as const).map(value => ({ value, label: sortWords[value] }))}
              value={sort ?? 'newest'}
              onChange={value => go({ sort: sorts.find(each => each === value) })}
              allowDeselect={false}
            />
          </div>
          <Query of={query} failed={messages.loadFailed} loading={<LoadingTiles tiles={8} pictureHeight={260} />}>
            {store => <Products store={store} show={show} sort={sort} onAll={() => go({ show: undefined })} />}
          </Query>
        </>
      )}
    </Page>
  )
}

/** The points that somebody has, and where more of them are. */
const OwnPoints = ({ points }: { points: number }) => (
  <>
    You have <strong>{formatPoints(points)}</strong>. <Link to="/events">Events</Link> bring{' '}
    {points === 0 ? 'some' : 'more'}: each says how many you get for being there.
  </>
)

function Products(props: { store: Store; show: Show | undefined; sort: Sort | undefined; onAll: () => void }) {
  const { store, show, sort } = props
  const products = chosenOf(store.products, show, sort)
  const me = useMe()
  const old = store.asOf ? (
    <p className={classes.note} role="status">
      {`The store does not answer at the moment. This is how it was at ${formatTime(store.asOf)}.`}
    </p>
  ) : null
  const beyond = store.more ? (
    <p className={classes.note}>
      {`These are the newest ${mostRead} products. The store has more: ask at the desk for what you miss.`}
    </p>
  ) : null
  if (store.products.length === 0)
    return <Empty what="The store is empty at the moment" why="New things appear here as soon as the house has them." />
  if (products.length === 0)
    return (
      <>
        {old}
        <Empty
          what={show === 'locked' ? 'Nothing is locked for you' : 'No product is like that'}
          why={
            show === 'locked'
              ? `You have the points for ${store.more ? `the newest ${mostRead} products of the store` : 'everything that is in the store'}.`
              : `There are ${formatCount(store.products.length, 'product')} of other kinds.`
          }
          next={
            <Button variant="default" onClick={props.onAll}>
              Show all products
            </Button>
          }
        />
        {beyond}
      </>
    )
  return (
    <>
      {old}
      <h2 className="visually-hidden">Products</h2>
      <p className="visually-hidden" role="status">
        {formatCount(products.length, 'product')}
      </p>
      <ProductGrid products={products} points={me && store.points} />
      {beyond}
    </>
  )
}
