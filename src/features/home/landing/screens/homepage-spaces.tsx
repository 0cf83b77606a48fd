import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from '../parts/ordered-rows.module.css'
import { OrderedRows } from '../parts/ordered-rows.tsx'
import { ChangeTile, type Tile } from '../parts/tile-form.tsx'

/** /admin/spaces: the tiles of Our Spaces, in their order (CNT-28…33). */
export function HomepageSpaces() {
  const query = useQuery(api.content.tiles.queryOptions())
  const [changed, setChanged] = useState<string | null>(null)
  const order = useAction(rpc.content.orderTiles, {
    atOnce: 'the row is moved back by the button beside it',
    failed: messages.order,
    onFailed: () => void query.refetch(),
  })
  const tile = query.data?.find(({ id }) => id === changed)
  return (
    <Page title="Spaces" heading="Our Spaces" chassis="desk" lead="The tiles of the first page and of home.">
      <Query of={query} failed={messages.spacesLoad} loading={<LoadingRows />}>
        {tiles =>
          tiles.length === 0 ? (
            <Empty what="There are no tiles" why="The house comes with eight; they are put in at the first start." />
          ) : (
            <OrderedRows
              rows={tiles}
              label="Our Spaces"
              nameOf={({ title }) => title}
              onOrder={async ids => (await order.run({ ids })) !== undefined}
            >
              {row => <TileRow tile={row} onEdit={() => setChanged(row.id)} />}
            </OrderedRows>
          )
        }
      </Query>
      {tile ? <ChangeTile key={tile.id} tile={tile} onClose={() => setChanged(null)} /> : null}
    </Page>
  )
}

function TileRow({ tile, onEdit }: { tile: Tile; onEdit: () => void }) {
  const { id, title, description, imageKey, picture, isActive } = tile
  const turn = useAction(rpc.content.changeTile, {
    atOnce: 'the same switch turns it back',
    done: (_, input) => (input.isActive ? `${title} is on the pages` : `${title} is off the pages`),
    failed: messages.spaceChange,
  })
  return (
    <div className={classes.row}>
      <Picture of={picture} seed={imageKey} alt="" sizes="6rem" className={classes.picture} />
      <div>
        <h2>{title}</h2>
        <p>{description}</p>
      </div>
      <div className={classes.deeds}>
        <Switch
          label="On the pages"
          aria-label={`${title}: on the pages`}
          checked={isActive}
          disabled={turn.isRunning}
          onChange={event => void turn.run({ id, isActive: event.currentTarget.checked, was: { isActive } })}
        />
        <Button variant="default" size="sm" onClick={onEdit}>
          Edit<span className="visually-hidden"> {title}</span>
        </Button>
      </div>
    </div>
  )
}
