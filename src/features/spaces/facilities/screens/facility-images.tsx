import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ImagePicker } from '#features/house/images/parts/image-picker.tsx'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from './facility-images.module.css'

type FacilityImage = Awaited<ReturnType<typeof rpc.facilities.images>>[number]

/** /admin/facilities, Facility Images: the picture of each place of the house, wherever visitors see it (CNT-53…56). */
export function FacilityImages() {
  const query = useQuery(api.facilities.images.queryOptions())
  return (
    <Page
      title="Facility Images"
      chassis="desk"
      lead="What you choose is on the pages at once, wherever visitors see the place."
    >
      <Query of={query} failed={messages.imagesFailed} loading={<LoadingTiles tiles={9} />}>
        {rows =>
          rows.length === 0 ? (
            <Empty what="There are no facilities yet" />
          ) : (
            <ul className={classes.grid}>
              {rows.map(row => (
                <Facility key={row.id} facility={row} />
              ))}
            </ul>
          )
        }
      </Query>
    </Page>
  )
}

function Facility({ facility }: { facility: FacilityImage }) {
  const { id, facilityName, facilityKey, imageUrl, picture } = facility
  const [isPicking, setPicking] = useState(false)
  const change = useAction(
    (next: string, sending) => rpc.facilities.changeImage({ id, imageUrl: next, was: { imageUrl } }, sending),
    {
      done: { title: 'Facility image saved', message: facilityName },
      failed: messages.imageFailed,
      undo: (_, next) => sending => rpc.facilities.changeImage({ id, imageUrl, was: { imageUrl: next } }, sending),
    },
  )
  return (
    <li>
      <Picture of={picture} seed={facilityKey} alt={picture?.alt ?? ''} sizes="(min-width: 62em) 20rem, 100vw" />
      <h2 className={classes.name}>{facilityName}</h2>
      <div className={classes.ways}>
        <Button variant="default" loading={change.isRunning} onClick={() => setPicking(true)}>
          Change picture<span className="visually-hidden"> of {facilityName}</span>
        </Button>
        {imageUrl === '' ? null : (
          <Button variant="subtle" onClick={() => void change.run('')}>
            Back to the original picture<span className="visually-hidden"> of {facilityName}</span>
          </Button>
        )}
      </div>
      {isPicking ? (
        <ImagePicker
          bucket="admin-uploads"
          onClose={() => setPicking(false)}
          onPick={next => {
            setPicking(false)
            void change.run(next)
          }}
        />
      ) : null}
    </li>
  )
}
