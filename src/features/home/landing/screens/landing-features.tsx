import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Empty } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { AddFeature, ChangeFeature, type Feature } from '../parts/feature-form.tsx'
import { FeatureIcon } from '../parts/feature-icon.tsx'
import { OrderedEditor } from '../parts/ordered-editor.tsx'

/** /admin/landing-features: the cards of the first page, in their order (CNT-23…27). */
export function LandingFeatures() {
  const query = useQuery(api.content.features.queryOptions())
  const [isAdding, setAdding] = useState(false)
  const remove = useAction(({ id }: Feature, sending) => rpc.content.deleteFeature({ id }, sending), {
    confirm: ({ title }) => ({
      title: `Delete ${title}?`,
      body: 'The card is gone for good. To take it off the page for a while, turn it off.',
      action: 'Delete feature',
      danger: true,
    }),
    done: 'Feature deleted',
    failed: messages.featureDelete,
  })
  return (
    <>
      <OrderedEditor
        title="Landing Features"
        lead="What members get, in a few cards on the first page."
        actions={<Button onClick={() => setAdding(true)}>Add feature</Button>}
        label="Landing features"
        query={query}
        empty={
          <Empty
            what="There are no cards"
            why="The first page leaves this part out while there are none."
            next={<Button onClick={() => setAdding(true)}>Add the first one</Button>}
          />
        }
        place="the page"
        sendOrder={rpc.content.orderFeatures}
        sendTurn={rpc.content.changeFeature}
        failed={{ load: messages.featuresLoad, change: messages.featureChange }}
        mark={({ iconName }) => <FeatureIcon name={iconName} />}
        more={row => (
          <Button
            variant="subtle"
            size="sm"
            loading={remove.running?.id === row.id}
            onClick={() => void remove.run(row)}
          >
            Delete<span className="visually-hidden"> {row.title}</span>
          </Button>
        )}
        dialog={(feature, close) => <ChangeFeature feature={feature} onClose={close} />}
      />
      {isAdding ? <AddFeature onClose={() => setAdding(false)} /> : null}
    </>
  )
}
