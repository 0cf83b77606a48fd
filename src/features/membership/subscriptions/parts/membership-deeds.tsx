import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#features/membership/tiers/parts/plans.module.css'
import { ButtonLink } from '#ui/link.tsx'
import type { Me } from '#web/session/session.tsx'
import type { Plan, usePlan } from './plan-actions.tsx'

/** A deed with how likely it is what one came for; of those that can be done the first is the one that stands out. */
type Deed = false | null | undefined | { key: string; of: (isLikely: boolean) => ReactNode }

/** What can be done about a membership: one deed that stands out, its few alternatives, and apart from them what is seldom needed. */
export function MembershipDeeds(props: {
  plan: ReturnType<typeof usePlan>
  mine: Plan
  me: Me | null
  onChange: () => void
  onPause: () => void
  onCancel: () => void
}) {
  const { plan, mine, me } = props
  const { can } = mine
  // Their own plan waits for its first payment: that is the step, and stands with the plans.
  const isAwaited = me?.standing.kind === 'unpaid'
  const canChoose = can.subscribe || can.change || can.switchFreely
  const choose: Deed = canChoose && {
    key: 'choose',
    of: isLikely => (
      <Button variant={look(isLikely)} onClick={props.onChange}>
        {mine.isSubscribed ? 'Change plan' : 'Upgrade'}
      </Button>
    ),
  }
  // What waits comes first; then, without a plan, taking one, and with one, more tokens.
  const deeds: Deed[] = [
    can.payDue && {
      key: 'payDue',
      of: isLikely => (
        <Button
          variant={look(isLikely)}
          onClick={() => void plan.payDue.run(undefined)}
          loading={plan.payDue.isRunning}
        >
          Pay now
        </Button>
      ),
    },
    can.startNow && {
      key: 'startNow',
      of: isLikely => (
        <Button variant={look(isLikely)} onClick={() => void plan.startNow.run(mine)} loading={plan.startNow.isRunning}>
          Start now
        </Button>
      ),
    },
    can.keep && {
      key: 'keep',
      of: isLikely => (
        <Button variant={look(isLikely)} onClick={() => void plan.keep.run(undefined)} loading={plan.keep.isRunning}>
          Keep my membership
        </Button>
      ),
    },
    can.resume && {
      key: 'resume',
      of: isLikely => (
        <Button variant={look(isLikely)} onClick={() => void plan.resume.run(mine)} loading={plan.resume.isRunning}>
          {mine.pause?.isResting ? 'Go on now' : 'Take the pause back'}
        </Button>
      ),
    },
    me &&
      !mine.tier && {
        key: 'next',
        of: isLikely => (
          <ButtonLink to={me.standing.next.to} variant={look(isLikely)}>
            {me.standing.next.label}
          </ButtonLink>
        ),
      },
    !mine.isSubscribed && choose,
    me?.can.buyTokens && {
      key: 'tokens',
      of: isLikely => (
        <ButtonLink to="/token-purchase" variant={look(isLikely)}>
          Top up tokens
        </ButtonLink>
      ),
    },
    mine.isSubscribed && choose,
  ]
  const possible = deeds.filter(deed => deed !== false && deed !== null && deed !== undefined)
  return (
    <>
      {possible.length > 0 ? (
        <p className={classes.ways}>
          {possible.map(({ key, of }, at) => (
            <span key={key}>{of(at === 0 && !isAwaited)}</span>
          ))}
        </p>
      ) : null}
      <p className={classes.seldom}>
        {can.manage ? (
          <Button {...quiet} onClick={() => void plan.manage.run(undefined)} loading={plan.manage.isRunning}>
            Manage Subscription
          </Button>
        ) : null}
        {mine.tier ? (
          <Button {...quiet} onClick={() => void plan.refresh.run(undefined)} loading={plan.refresh.isRunning}>
            Refresh Status
          </Button>
        ) : null}
        {can.pause ? (
          <Button {...quiet} onClick={props.onPause}>
            Pause membership
          </Button>
        ) : null}
        {can.cancel ? (
          <Button {...quiet} onClick={props.onCancel}>
            Cancel membership
          </Button>
        ) : null}
      </p>
    </>
  )
}

const look = (isLikely: boolean) => (isLikely ? 'filled' : 'default')
const quiet = { variant: 'subtle', color: 'gray' } as const
