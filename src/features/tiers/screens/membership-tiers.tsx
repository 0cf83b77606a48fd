import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/memberships/parts/plans.module.css'
import { TierGrid } from '#features/memberships/parts/tier-card.tsx'
import type { CatalogueName } from '#features/memberships/rules.ts'
import { confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { formatMoney } from '#ui/money.tsx'
import { Page } from '#ui/page.tsx'
import { describeProblem } from '#ui/problem.ts'
import { Query } from '#ui/query.tsx'
import { LoadingTiles } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { type OfficeTier, TierEditor } from '../parts/tier-editor.tsx'

const catalogueNames: Record<CatalogueName, string> = {
  information: 'information page (Builder, Creator, Innovator)',
  application: 'application form (Creative, Collective, Catalyst)',
}

/** /admin/membership-tiers: every tier as a card that is edited in place (TIER-01…12). */
export function MembershipTiers() {
  const cache = useQueryClient()
  const query = useQuery(api.memberships.allTiers.queryOptions())
  const [edited, setEdited] = useState<string | null>(null)
  const reread = () => cache.invalidateQueries({ queryKey: api.memberships.key() })

  const use = async (catalogue: CatalogueName) => {
    const isSure = await confirm({
      title: `Switch to the tiers of the ${catalogueNames[catalogue]}?`,
      body: 'They become the ones people can choose; the other set is retired. Members keep the tier they have.',
      action: 'Switch tiers',
      keep: 'Leave as it is',
    })
    if (!isSure) return
    try {
      // biome-ignore lint/correctness/useHookAtTopLevel: a procedure whose name begins like a hook's
      await rpc.memberships.useCatalogue({ catalogue })
      await reread()
      toast.success('Tiers switched')
    } catch (error) {
      toast.error('Failed to update membership tier', describeProblem(error).message)
    }
  }
  return (
    <Page
      title="Membership Tiers"
      kicker="People"
      lead="What people can choose, in the order of price. Forms, prices and rules read them from here."
      actions={
        <Query of={query} failed="" loading={null}>
          {tiers => (
            <>
              {(['information', 'application'] as const)
                .filter(name => !isInForce(tiers, name))
                .map(name => (
                  <Button key={name} variant="default" onClick={() => use(name)}>
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
          <TierGrid>
            {tiers.map(tier => (
              <li key={tier.id} className={classes.tier} data-retired={!tier.isActive}>
                <h2 className={classes.name}>
                  {tier.name}
                  {tier.isActive ? <Status tone="good">Active</Status> : <Status>Retired</Status>}
                </h2>
                {edited === tier.id ? (
                  <TierEditor
                    tier={tier}
                    onCancel={() => setEdited(null)}
                    onDone={() => {
                      setEdited(null)
                      void reread()
                    }}
                  />
                ) : (
                  <TierFacts tier={tier} onEdit={() => setEdited(tier.id)} />
                )}
              </li>
            ))}
          </TierGrid>
        )}
      </Query>
    </Page>
  )
}

function TierFacts({ tier, onEdit }: { tier: OfficeTier; onEdit: () => void }) {
  return (
    <>
      <p className={classes.price}>
        {tier.isFree ? 'Free' : formatMoney(tier.pricePence)}
        {tier.isFree ? null : <small> a month</small>}
      </p>
      {tier.description ? <p className={classes.soft}>{tier.description}</p> : null}
      <Facts
        facts={[
          { label: 'Slug', value: tier.slug },
          { label: 'Weekly tokens', value: String(tier.weeklyTokens) },
          { label: 'Token discount', value: `${tier.tokenDiscountPercent}%` },
          { label: 'Market discount', value: `${tier.marketDiscountPercent}%` },
          { label: 'Price id', value: tier.stripePriceId ?? 'N/A' },
        ]}
      />
      <ul className={classes.features}>
        {tier.features.map(feature => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button variant="default" onClick={onEdit} aria-label={`Edit ${tier.name}`}>
          Edit
        </Button>
      </div>
    </>
  )
}

const isInForce = (tiers: OfficeTier[], name: CatalogueName) =>
  tiers.some(tier => tier.catalogue === name && tier.isActive)
