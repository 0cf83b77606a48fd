import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { formatDay } from '#ui/dates.tsx'
import { formatMoney } from '#ui/money.tsx'
import { describeProblem } from '#ui/problem.ts'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import type { ShownTier } from './tier-card.tsx'

export type Plan = Awaited<ReturnType<typeof rpc.memberships.mine>>

/** A subscription is looked at again so long after a checkout was opened or came back (MEM-17). */
export const recheckAfterMs = 2_000

/** The signed-in person's membership with everything that can be done about it; results are told by toasts. */
export function usePlan() {
  const cache = useQueryClient()
  const query = useQuery(api.memberships.mine.queryOptions())
  const [busy, setBusy] = useState<string | null>(null)

  const reread = async () => {
    await Promise.all(
      [api.memberships, api.members, api.tokens].map(of => cache.invalidateQueries({ queryKey: of.key() })),
    )
  }
  const run = async (name: string, act: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    try {
      await act()
    } catch (error) {
      toast.error(describeProblem(error).message)
    } finally {
      setBusy(null)
    }
  }
  const recheck = async () => {
    await rpc.memberships.refresh().catch(() => undefined)
    await reread()
  }

  return {
    query,
    busy,
    recheck,
    /** "Refresh Status" (MEM-25). */
    refresh: () =>
      run('refresh', async () => {
        const plan = await rpc.memberships.refresh()
        await reread()
        toast.success('Status checked', `You are on ${plan.tier?.name ?? 'no plan yet'}.`)
      }),
    /** "Manage Subscription" (MEM-31). */
    manage: () => run('manage', () => openInTab(() => rpc.memberships.portal())),
    /** To another tier, whichever way leads there. */
    choose: (tier: ShownTier, plan: Plan) =>
      run(tier.id, async () => {
        if (tier.isFree) return leave(plan, reread)
        if (!plan.can.change) {
          await openInTab(() => rpc.memberships.subscribe({ tierId: tier.id }))
          setTimeout(recheck, recheckAfterMs)
          return
        }
        const quote = await rpc.memberships.changeQuote({ tierId: tier.id })
        const isSure = await confirm({
          title: `Change to ${tier.name}?`,
          body:
            quote.nowPence >= 0
              ? `About ${formatMoney(quote.nowPence)} is charged today for the rest of this month, then ${formatMoney(quote.monthlyPence)} a month.`
              : `About ${formatMoney(-quote.nowPence)} is taken off your next invoices, then ${formatMoney(quote.monthlyPence)} a month.`,
          action: `Change to ${tier.name}`,
          keep: 'Stay as I am',
        })
        if (!isSure) return
        await rpc.memberships.change({ tierId: tier.id })
        await reread()
        toast.success('Plan changed', `You are on ${tier.name} now.`)
      }),
    cancel: (plan: Plan) => run('cancel', () => leave(plan, reread)),
    keep: () =>
      run('keep', async () => {
        await rpc.memberships.keep()
        await reread()
        toast.success('Membership kept', 'It renews as before.')
      }),
    /** An admin's own plan, free for 30 days (MEM-32). */
    switchOwn: (tier: ShownTier) =>
      run(`own ${tier.id}`, async () => {
        await rpc.memberships.adminSwitchOwnPlan({ tierId: tier.id })
        await reread()
        toast.success('Plan switched', `${tier.name} for 30 days, at no cost.`)
      }),
  }
}

async function leave(plan: Plan, reread: () => Promise<void>) {
  if (!plan.isSubscribed) {
    await rpc.memberships.backToExplorer()
    return
  }
  const until = plan.can.change && plan.currentPeriodEnd ? formatDay(plan.currentPeriodEnd) : null
  const isSure = await confirm({
    title: `Cancel your ${plan.tier?.name} membership?`,
    body: until
      ? `It stays open until ${until} and is not charged again. What you paid for this month is not given back. Your tokens stay yours.`
      : 'It ends now. Your tokens stay yours.',
    action: 'Cancel membership',
    keep: 'Keep it',
    danger: true,
  })
  if (!isSure) return
  await rpc.memberships.backToExplorer()
  await reread()
  toast.success('Membership cancelled', until ? `It stays open until ${until}.` : 'You are an Explorer now.')
}

/** Opens a page of the provider in a new tab. The tab is opened before the wait, because browsers refuse one afterwards. */
async function openInTab(ask: () => Promise<{ url: string }>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { url } = await ask()
    if (tab) tab.location.href = url
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
