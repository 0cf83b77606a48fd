import { linkOptions } from '@tanstack/react-router'
import type { rpc } from '#web/client.ts'

type Item = Awaited<ReturnType<typeof rpc.overview.day>>['items'][number]

/**
 * Where an item is looked at; bookings have a panel of their own. A session and a stall are asked for alone, and at any time: on a
 * list's other page, or among what is past, it would not be found.
 */
export function linkOf({ type, id, of }: Pick<Item, 'type' | 'id' | 'of'>) {
  if (type === 'tour') return linkOptions({ to: '/admin/tours', search: { open: of ?? undefined } })
  if (type === 'studio') return linkOptions({ to: '/admin/studio', search: { when: 'all', id, open: id } })
  if (type === 'event') return linkOptions({ to: '/event/$id', params: { id } })
  // A stall, which is of a market, or the market itself.
  if (of !== null) return linkOptions({ to: '/admin/markets', search: { id, open: id } })
  return linkOptions({ to: '/admin/market-days' })
}
