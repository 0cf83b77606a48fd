import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShownTier } from '#features/membership/tiers/parts/tier-drawing.tsx'
import { toPayment } from '#features/money/orders/parts/to-payment.ts'
import { formatDay, formatMoney } from '#platform/words.ts'
import { useAction, useQuietWrite } from '#ui/action.ts'
import { api, rpc } from '#web/client.ts'
import { ChangeWords } from './change-words.tsx'

export type Plan = Awaited<ReturnType<typeof rpc.memberships.mine>>
/** How a first plan begins: with a part of this month, on a later day, or (neither) with a full month today. */
export interface Begin {
  isProRata: boolean
  startOn: string | null
}
export type Quote = Awaited<ReturnType<typeof rpc.memberships.changeQuote>>
interface Change {
  tier: ShownTier
  /** the name of the plan of before */
  from: string
  quote: Quote
  /** the price a month that was agreed, and ends with it */
  endsPence: number | null
}

/** A subscription is looked at again so long after a checkout was opened or came back (MEM-17). */
export const recheckAfterMs = 2_000
/** And so often while its page is open, at the provider where it is charged (MEM-16). */
const recheckEveryMs = 60_000

/** The signed-in person's membership with everything that can be done about it; results are told by toasts. */
export function usePlan() {
  const query = useQuery(api.memberships.mine.queryOptions({ refetchInterval: recheckEveryMs }))
  // Nobody asked for this look, so nobody is told when it fails.
  const refreshQuietly = useQuietWrite(() => rpc.memberships.refresh())
  const recheck = () => void refreshQuietly(undefined).catch(() => undefined)
  const hasSubscription = query.data?.can.manage ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for as long as there is something to ask the provider about
  useEffect(() => {
    if (!hasSubscription) return
    const clock = setInterval(recheck, recheckEveryMs)
    return () => clearInterval(clock)
  }, [hasSubscription])

  const subscribe = useAction(
    (choice: { tierId: string } & Begin, sending) => openInTab(() => rpc.memberships.subscribe(choice, sending)),
    {
      atOnce: 'the payment page asks',
      // The session may have ended on this page (MEM-28).
      failed: error =>
        (error as { code?: string }).code === 'UNAUTHORIZED'
          ? { title: 'Authentication Required', message: 'Sign in to choose a plan.' }
          : 'Your plan has not changed',
      onDone: () => void setTimeout(recheck, recheckAfterMs),
    },
  )
  const quote = useAction(rpc.memberships.changeQuote, {
    atOnce: 'it only reads',
    failed: 'The price could not be found out',
  })
  const change = useAction(
    ({ tier, quote: { nowPence, at } }: Change, sending) =>
      rpc.memberships.change({ tierId: tier.id, quote: { nowPence, at } }, sending),
    {
      confirm: ({ tier, ...change }) => ({
        title: `Switch to ${tier.name}?`,
        body: <ChangeWords {...change} />,
        action: `Switch to ${tier.name}`,
        keep: 'Stay as I am',
      }),
      done: (_, { tier }) => ({ title: 'Plan changed', message: `You are on ${tier.name} now.` }),
      failed: 'Your plan has not changed',
    },
  )

  return {
    query,
    recheck,
    /** "Refresh Status" (MEM-25). */
    refresh: useAction((_: undefined, sending) => rpc.memberships.refresh({}, sending), {
      atOnce: 'it only reads',
      done: ({ tier }) => ({ title: 'Status checked', message: `You are on ${tier?.name ?? 'no plan yet'}.` }),
      failed: 'Your status was not checked',
    }),
    /** "Manage Subscription" (MEM-31). */
    manage: useAction((_: undefined, sending) => openInTab(() => rpc.memberships.portal({}, sending)), {
      atOnce: 'it opens a page of the payment provider',
      failed: 'The page did not open',
    }),
    /** Begins now what was to begin on a later day (decision 58). */
    startNow: useAction((_: Plan, sending) => rpc.memberships.startNow({}, sending), {
      confirm: ({ next }) =>
        next && {
          title: `Start ${next.name} now?`,
          body: `${formatMoney(next.firstPence)} is to pay now, from your credit first. Your months are counted from today.`,
          action: `Start ${next.name}`,
          keep: `Wait until ${formatDay(next.beginsAt)}`,
        },
      done: ({ tier }) => ({ title: 'Membership started', message: `You are on ${tier?.name ?? 'your plan'} now.` }),
      failed: 'Your membership has not started',
    }),
    /** Pays what is overdue on the provider's page, with any card. */
    payDue: useAction((_: undefined, sending) => openInTab(() => rpc.memberships.payDue({}, sending)), {
      atOnce: 'the payment page asks',
      failed: 'The payment page did not open',
      onDone: () => void setTimeout(recheck, recheckAfterMs),
    }),
    /** Takes a pause back, or ends it and is charged for the month that begins. */
    resume: useAction((_: Plan, sending) => rpc.memberships.resume({}, sending), {
      confirm: ({ pause, tier, monthlyPence }) =>
        pause?.isResting
          ? {
              title: `Go on with ${tier?.name} now?`,
              body: `${formatMoney(monthlyPence ?? 0)} is charged now, from your credit first, and your months are counted from today.`,
              action: 'Go on now',
              keep: `Wait until ${formatDay(pause.until)}`,
            }
          : null,
      done: ({ currentPeriodEnd }, { pause }) =>
        pause?.isResting
          ? { title: 'Membership goes on', message: 'Everything that it brings is open again.' }
          : {
              title: 'Pause taken back',
              message: currentPeriodEnd ? `It renews on ${formatDay(currentPeriodEnd)} as before.` : '',
            },
      failed: (_, { pause }) => (pause?.isResting ? 'Your membership rests on' : 'Your pause was not taken back'),
    }),
    keep: useAction((_: undefined, sending) => rpc.memberships.keep({}, sending), {
      atOnce: 'everything stays as it was before the cancellation',
      done: { title: 'Membership kept', message: 'It renews as before.' },
      failed: 'Your membership was not kept',
    }),
    /** An admin's own plan, free for 30 days (MEM-32). */
    switchOwn: useAction(
      ({ tier }: { tier: ShownTier }, sending) => rpc.memberships.adminSwitchOwnPlan({ tierId: tier.id }, sending),
      {
        atOnce: 'an admin’s own plan costs nothing, and the plan before is a press away',
        done: (_, { tier }) => ({ title: 'Plan switched', message: `${tier.name} for 30 days, at no cost.` }),
        failed: 'Your plan has not changed',
      },
    ),
    /** Opens the payment page of a first plan, or one after another's end; resolves to its order. */
    start: subscribe.run,
    /** the tier whose payment page is on its way */
    starting: subscribe.running?.tierId,
    /** From one paid tier to another, at a price that is asked for and agreed to first. */
    changeTo: async (tier: ShownTier, { hasCustomPrice, monthlyPence, tier: own }: Plan) => {
      const quoted = await quote.run({ tierId: tier.id })
      const endsPence = hasCustomPrice ? monthlyPence : null
      return quoted && change.run({ tier, from: own?.name ?? 'your plan', quote: quoted, endsPence })
    },
    /** the tier that `changeTo` is under way to */
    changing: quote.running?.tierId ?? change.running?.tier.id,
  }
}

/** Opens a page of the provider in a new tab. The tab is opened before the wait, because browsers refuse one afterwards. */
async function openInTab<Page extends { url: string; left?: string | null }>(ask: () => Promise<Page>): Promise<Page> {
  const tab = window.open('', '_blank')
  try {
    const page = await ask()
    if (tab) tab.location.href = page.url
    else toPayment(page)
    return page
  } catch (error) {
    tab?.close()
    throw error
  }
}
