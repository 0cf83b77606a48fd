import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CatalogueName, catalogueNames } from '#features/membership/tiers/inputs.ts'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { TierGrid } from '#features/membership/tiers/parts/tier-card.tsx'
import { type OfficeTier, TierEditor } from '#features/membership/tiers/parts/tier-editor.tsx'
import { formatCount, formatMoney } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, rpc } from '#web/client.ts'
import { OtherPrices } from '../parts/other-prices.tsx'

const catalogueWords: Record<CatalogueName, string> = {
  information: 'information page (Builder, Creator, Innovator)',
  application: 'application form (Creative, Collective, Catalyst)',
}

/** /admin/membership-tiers: every tier as a card that is edited in place (TIER-01…12). */
export function MembershipTiers() {
  const query = useQuery(api.memberships.allTiers.queryOptions())
  const [edited, setEdited] = useState<string | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const leave = (id: string) => {
    setEdited(null)
    setLeft(id)
  }
  const install = useAction(rpc.memberships.installCatalogue, {
    confirm: ({ catalogue }) => ({
      title: `Switch to the tiers of the ${catalogueWords[catalogue]}?`,
      body: 'They become the ones people can choose; the other set is retired. Members keep the tier they have.',
      action: 'Switch tiers',
      keep: 'Leave as it is',
    }),
    done: 'Tiers switched',
    failed: 'Failed to update membership tier',
  })
  return (
    <Page
      title="Membership Tiers"
      chassis="desk"
      lead="What people can choose, in the order of price. Forms, prices and rules read them from here."
      actions={
        <Query of={query} failed="" loading={null}>
          {tiers => (
            <>
              {catalogueNames
                .filter(name => !isInForce(tiers, name))
                .map(name => (
                  <Button
                    key={name}
                    variant="default"
                    loading={install.running?.catalogue === name}
                    onClick={() => void install.run({ catalogue: name })}
                  >
                    {name === 'information' ? 'Use the information page’s tiers' : 'Use the application form’s tiers'}
                  </Button>
                ))}
            </>
          )}
        </Query>
      }
    >
      <Query of={query} failed="Failed to load membership tiers" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
        {tiers => (
          <TierGrid isDense>
            {tiers.map(tier => (
              <li key={tier.id} className={classes.tier} data-retired={!tier.isActive}>
                <div className={classes.name}>
                  <h2>{tier.name}</h2>
                  {edited === tier.id ? null : (
                    <Button
                      size="xs"
                      variant="default"
                      // Whoever leaves the form goes on from where it was opened.
                      autoFocus={left === tier.id}
                      onClick={() => setEdited(tier.id)}
                    >
                      Edit<span className="visually-hidden"> {tier.name}</span>
                    </Button>
                  )}
                </div>
                <p>{tier.isActive ? <Status tone="good">Active</Status> : <Status>Retired</Status>}</p>
                {edited === tier.id ? (
                  <TierEditor tier={tier} onCancel={() => leave(tier.id)} onDone={() => leave(tier.id)} />
                ) : (
                  <TierFacts tier={tier} />
                )}
              </li>
            ))}
          </TierGrid>
        )}
      </Query>
    </Page>
  )
}

function TierFacts({ tier }: { tier: OfficeTier }) {
  return (
    <>
      <p className={classes.price}>
        {tier.isFree ? 'Free' : formatMoney(tier.pricePence)}
        {tier.isFree ? null : <small> a month</small>}
      </p>
      <p className={classes.soft}>{tier.description}</p>
      <Facts
        facts={[
          { label: 'On it now', value: onIt(tier) },
          { label: 'Weekly tokens', value: String(tier.weeklyTokens) },
          { label: 'Token discount', value: `${tier.tokenDiscountPercent}%` },
          { label: 'Market discount', value: `${tier.marketDiscountPercent}%` },
          { label: 'Guest passes', value: `${tier.guestPassesPerMonth} a month` },
          { label: 'Price at the payment provider', value: tier.stripePriceId },
        ]}
      />
      <div>{tier.paying > 0 ? <OtherPrices tierId={tier.id} tierName={tier.name} /> : null}</div>
      <ul className={classes.features}>
        {tier.features.map(feature => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  )
}

function onIt({ members, paying }: OfficeTier): string {
  if (members === 0) return 'Nobody'
  return paying === 0 ? formatCount(members, 'member') : `${formatCount(members, 'member')}, ${paying} by subscription`
}

const isInForce = (tiers: OfficeTier[], name: CatalogueName) =>
  tiers.some(tier => tier.catalogue === name && tier.isActive)
