import { useQuery } from '@tanstack/react-query'
import { Picture } from '#ui/plain/picture.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { OrderedEditor } from '../parts/ordered-editor.tsx'
import classes from '../parts/ordered-rows.module.css'
import { ChangeTile } from '../parts/tile-form.tsx'

/** /admin/spaces: the tiles of Our Spaces, in their order (CNT-28…33). */
export function HomepageSpaces() {
  const query = useQuery(api.content.tiles.queryOptions())
  return (
    <OrderedEditor
      title="Spaces"
      heading="Our Spaces"
      lead="The tiles of the first page and of home."
      label="Our Spaces"
      query={query}
      empty={<Empty what="There are no tiles" why="The house comes with eight; they are put in at the first start." />}
      place="the pages"
      sendOrder={rpc.content.orderTiles}
      sendTurn={rpc.content.changeTile}
      failed={{ load: messages.spacesLoad, change: messages.spaceChange }}
      mark={({ picture, imageKey }) => (
        <Picture of={picture} seed={imageKey} alt="" sizes="6rem" className={classes.picture} />
      )}
      dialog={(tile, close) => <ChangeTile tile={tile} onClose={close} />}
    />
  )
}
