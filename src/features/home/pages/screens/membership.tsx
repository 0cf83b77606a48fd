import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { decide, findRoute } from '#access.ts'
import { planWords } from '#features/membership/subscriptions/parts/plan-words.ts'
import { formatMoney } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { useBuiltPath } from '#web/built.ts'
import { api, type rpc } from '#web/client.ts'
import { type Me, useMe } from '#web/session/session.tsx'
import classes from './membership.module.css'

type Plan = Awaited<ReturnType<typeof rpc.content.plans>>[number]
type Tier = Awaited<ReturnType<typeof rpc.memberships.tiers>>[number]
type Mine = Awaited<ReturnType<typeof rpc.memberships.mine>>

/** /membership: the ways to work in the house as the venue words them, what each costs, and how to get it (MEM-01, MEM-02). */
export function Membership() {
  const plans = useQuery(api.content.plans.queryOptions())
  const tiers = useQuery(api.memberships.tiers.queryOptions())
  const me = useMe()
  const tour = useBuiltPath('/tour-booking')
  const step = stepOf(me)
  const own = me?.tier ? tiers.data?.find(({ isOwn }) => isOwn) : undefined
  const mine = useQuery(api.memberships.mine.queryOptions({ enabled: own !== undefined }))
  return (
    <Page
      title="Membership"
      heading="A place that fits your work"
      lead="From a seat at the long table to a room with a door."
      actions={
        <>
          {step ? <ButtonLink to={step.to}>{step.label}</ButtonLink> : null}
          {tour ? (
            <ButtonLink to={tour} variant="default">
              Book a Tour
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Section
        title="Ways to be here"
        lead={
          <>
            {/* What rests or is not paid is said above every page. */}
            {own && (own.isFree || me?.standing.kind === 'paid') ? (
              <strong className={classes.own}>You are on {ownPlanWords(own, mine.data)}. </strong>
            ) : null}
            Some come with a plan, others we agree on with you. Each says what it costs, and what to do next.
          </>
        }
        actions={<Link to="/membership-info">Compare the plans</Link>}
      >
        <Query of={plans} failed="Failed to load the plans" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
          {rows => (
            <Query
              of={tiers}
              failed="Failed to load membership tiers"
              loading={<LoadingTiles tiles={4} pictureHeight={0} />}
            >
              {offered => (
                <ul className={classes.plans}>
                  {rows.map((plan, at) => (
                    <Way key={plan.name} plan={plan} tiers={offered} me={me} isFirst={at === startOf(rows)} />
                  ))}
                </ul>
              )}
            </Query>
          )}
        </Query>
      </Section>
    </Page>
  )
}

/** With what it costs them, where that is simply what they pay each month. */
function ownPlanWords(own: Tier, mine: Mine | undefined) {
  if (own.isFree) return `${own.name}, free`
  return mine && !mine.freeUntil && !mine.pause ? planWords(mine) : own.name
}

/** Where whoever has no plan begins: with the first that costs nothing, as among the plans; without one, with the first. */
const startOf = (plans: readonly Plan[]) =>
  Math.max(
    0,
    plans.findIndex(({ way }) => way === 'free'),
  )

function Way({ plan, tiers, me, isFirst }: { plan: Plan; tiers: Tier[]; me: Me | null; isFirst: boolean }) {
  const { name, description, features, way } = plan
  // In price order: the first is the least that suffices.
  const tier = tiers.find(({ isFree }) => isFree === (way === 'free'))
  const own = me?.tier ? tiers.find(({ isOwn }) => isOwn) : undefined
  // What comes with any paid plan comes with theirs, whatever that costs; what comes with the free one, with each.
  const isOwn = own !== undefined && (way === 'free' || (way === 'paid' && !own.isFree))
  const price = isOwn ? ownWords(own) : plan.price ? { sum: plan.price } : priceWords(way, tier)
  const step = stepOf(me)
  // Whoever has applied waits for an answer, and chooses no more.
  const isStart = isFirst && step?.label === apply
  const use = uses[way === 'free' ? 'free' : 'paid']
  return (
    <li className={classes.plan} data-marked={isOwn || isStart}>
      <div className={classes.name}>
        <h3>{name}</h3>
        {isOwn ? <Status tone="accent">Comes with {own.name}</Status> : null}
        {isStart ? <Status tone="accent">Start here</Status> : null}
      </div>
      {price ? (
        <p className={classes.price}>
          {price.sum}
          {price.how ? <small> {price.how}</small> : null}
        </p>
      ) : null}
      <p>{description}</p>
      {features.length > 0 ? (
        <ul className={classes.features}>
          {features.map(feature => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      ) : null}
      <p className={classes.deed}>
        {way === 'arranged' ? (
          <ButtonLink to="/contact" variant="default" aria-label={`Ask the house about ${name}`}>
            Ask the house
          </ButtonLink>
        ) : step?.label === apply ? (
          <ButtonLink to="/join" search={tier ? { tier: tier.slug } : {}} variant={isStart ? 'filled' : 'default'}>
            Apply for {name}
          </ButtonLink>
        ) : own && !isOwn ? (
          <ButtonLink to="/members" variant="default" aria-label={`Choose a plan for ${name}`}>
            Choose a plan
          </ButtonLink>
        ) : isOwn && isOpen(use.to, me) ? (
          <ButtonLink to={use.to} variant="default" aria-label={`${name}: ${use.label}`}>
            {use.label}
          </ButtonLink>
        ) : step ? (
          <ButtonLink to={step.to} variant="default" aria-label={`${name}: ${step.label}`}>
            {step.label}
          </ButtonLink>
        ) : null}
      </p>
    </li>
  )
}

/** Where somebody begins to use what they have: the people of the house, or its places. */
const uses = {
  free: { to: '/community', label: 'See the community' },
  paid: { to: '/bookings', label: 'Book a space' },
} as const

const isOpen = (path: '/community' | '/bookings' | '/members', me: Me | null) => decide(findRoute(path)!, me) === 'open'

/** What it costs, first the sum, and how that is meant. */
interface Price {
  sum: string
  how?: string
}

/** Nothing beside their plan, whose price for them stands with their membership. */
const ownWords = ({ name, isFree }: Tier): Price =>
  isFree ? { sum: 'Free', how: 'with your plan' } : { sum: 'Included', how: `in your plan, ${name}` }

function priceWords(way: Plan['way'], tier: Tier | undefined): Price | null {
  if (way === 'arranged') return { sum: 'On request', how: 'as agreed with the house' }
  if (!tier) return null
  return tier.isFree
    ? { sum: 'Free', how: 'or with any plan' }
    : { sum: `From ${formatMoney(tier.pricePence)}`, how: 'a month, with any paid plan' }
}

const apply = 'Apply'

/** The next step of whoever looks: to apply, to see what is theirs, or what their standing names. */
function stepOf(me: Me | null) {
  if (!me) return null
  if (me.standing.kind === 'account') return { label: apply, to: '/join' } as const
  // Not while their account is on hold: the page is closed to them.
  return me.tier && isOpen('/members', me) ? ({ label: 'Your membership', to: '/members' } as const) : me.standing.next
}
