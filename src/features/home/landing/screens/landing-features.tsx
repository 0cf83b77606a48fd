import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { AddFeature, ChangeFeature, type Feature } from '../parts/feature-form.tsx'
import { FeatureIcon } from '../parts/feature-icon.tsx'
import classes from '../parts/ordered-rows.module.css'
import { OrderedRows } from '../parts/ordered-rows.tsx'

/** /admin/landing-features: the cards of the first page, in their order (CNT-23…27). */
export function LandingFeatures() {
  const query = useQuery(api.content.features.queryOptions())
  const [isAdding, setAdding] = useState(false)
  const [changed, setChanged] = useState<string | null>(null)
  const order = useAction(rpc.content.orderFeatures, {
    atOnce: 'the row is moved back by the button beside it',
    failed: messages.order,
    onFailed: () => void query.refetch(),
  })
  const rows = query.data ?? []
  const feature = rows.find(({ id }) => id === changed)
  return (
    <Page
      title="Landing Features"
      chassis="desk"
      lead="What members get, in a few cards on the first page."
      actions={<Button onClick={() => setAdding(true)}>Add feature</Button>}
    >
      <Query of={query} failed={messages.featuresLoad} loading={<LoadingRows />}>
        {features =>
          features.length === 0 ? (
            <Empty
              what="There are no cards"
              why="The first page leaves this part out while there are none."
              next={<Button onClick={() => setAdding(true)}>Add the first one</Button>}
            />
          ) : (
            <OrderedRows
              rows={features}
              label="Landing features"
              nameOf={({ title }) => title}
              onOrder={async ids => (await order.run({ ids })) !== undefined}
            >
              {row => <FeatureRow feature={row} onEdit={() => setChanged(row.id)} />}
            </OrderedRows>
          )
        }
      </Query>
      {isAdding ? <AddFeature onClose={() => setAdding(false)} /> : null}
      {feature ? <ChangeFeature key={feature.id} feature={feature} onClose={() => setChanged(null)} /> : null}
    </Page>
  )
}

function FeatureRow({ feature, onEdit }: { feature: Feature; onEdit: () => void }) {
  const { id, title, description, iconName, isActive } = feature
  const turn = useAction(rpc.content.changeFeature, {
    atOnce: 'the same switch turns it back',
    done: (_, input) => (input.isActive ? `${title} is on the page` : `${title} is off the page`),
    failed: messages.featureChange,
  })
  const remove = useAction(rpc.content.deleteFeature, {
    confirm: () => ({
      title: `Delete ${title}?`,
      body: 'The card is gone for good. To take it off the page for a while, turn it off.',
      action: 'Delete feature',
      danger: true,
    }),
    done: 'Feature deleted',
    failed: messages.featureDelete,
  })
  return (
    <div className={classes.row}>
      <FeatureIcon name={iconName} />
      <div>
        <h2>{title}</h2>
        <p>{description}</p>
      </div>
      <div className={classes.deeds}>
        <Switch
          label="On the page"
          aria-label={`${title}: on the page`}
          checked={isActive}
          disabled={turn.isRunning}
          onChange={event => void turn.run({ id, isActive: event.currentTarget.checked, was: { isActive } })}
        />
        <Button variant="default" size="sm" onClick={onEdit}>
          Edit<span className="visually-hidden"> {title}</span>
        </Button>
        <Button variant="subtle" size="sm" loading={remove.isRunning} onClick={() => void remove.run({ id })}>
          Delete<span className="visually-hidden"> {title}</span>
        </Button>
      </div>
    </div>
  )
}
