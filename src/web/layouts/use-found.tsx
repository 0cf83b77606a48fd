import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { leastTyped, mostOfKind } from '#features/home/search/inputs.ts'
import type { Part } from '#features/home/search/rules.ts'
import { type ObjectNoun, objectNouns } from '#features/house/objects/inputs.ts'
import { storePicture } from '#features/store/shop/parts/store-picture.ts'
import { priceWords } from '#features/store/shop/rules.ts'
import { formatDate } from '#platform/words.ts'
import { useBuiltPath } from '#web/built.ts'
import { api } from '#web/client.ts'
import type { Group, Line } from './found-order.ts'

/** What the server is asked for, and what of the office's books opens. */
export interface Finds {
  kinds: readonly ('events' | 'posts' | 'members' | 'creatives' | 'spaces' | 'products')[]
  nouns: readonly ObjectNoun[]
  openObject: (noun: ObjectNoun, id: string) => void
}

const nounTitles: Record<ObjectNoun, string> = {
  person: 'People',
  booking: 'Bookings',
  order: 'Payments',
  application: 'Applications',
  event: 'Events',
  incident: 'Incidents',
}

/** Whoever found nothing learns what there is to find. */
export function findable({ kinds, nouns }: Finds): string {
  const books = nouns.map(noun => nounTitles[noun].toLowerCase())
  const all = new Set(['pages', 'actions', ...books, ...kinds])
  return `You can look for ${new Intl.ListFormat('en-GB').format(all)}.`
}

/** What the server finds for a text that is being typed; nothing is asked for with fewer than two letters (NAV-21). */
export function useFound(typed: string, { kinds, nouns, openObject }: Finds) {
  const now = typed.trim()
  const [q] = useDebouncedValue(now, 200)
  const isAsked = q.length >= leastTyped && now.length >= leastTyped
  const asked = { input: { q } }
  const content = useQuery({ ...api.search.find.queryOptions(asked), enabled: isAsked, retry: false })
  // The storefront's, by their names; while it is away the house is searched all the same.
  const isInStore = isAsked && kinds.includes('products')
  const store = useQuery({ ...api.products.list.queryOptions(), enabled: isInStore, staleTime: 60_000, retry: false })
  const isStaff = nouns.length > 0
  const objects = useQuery({ ...api.objects.find.queryOptions(asked), enabled: isAsked && isStaff, retry: false })
  const navigate = useNavigate()
  const post = useBuiltPath('/community/$id')
  const event = useBuiltPath('/event/$id')
  const named = q.toLowerCase()
  const products = (isInStore && store.data?.products) || []
  const wares = products.filter(({ title }) => title.toLowerCase().includes(named)).slice(0, mostOfKind)
  const { events = [], posts = [], members = [], creatives = [], spaces = [] } = (isAsked && content.data) || {}

  const go = (to: string) => () => void navigate({ to: to as '/' })
  const lineOfEvent = ({ id, startsAt, title, text, isOver }: (typeof events)[number]) => ({
    ...found(`event:${id}`, title, [plain(`${formatDate(startsAt)} · `), ...text], isOver ? 'before' : 'now'),
    choose: () => void navigate({ to: '/event/$id', params: { id } }),
  })
  const isListed = (id: string) => kinds.includes('members') && members.some(each => each.id === id)
  const ofContent: Record<Finds['kinds'][number] | 'over', Group> = {
    events: group('Events', event ? events.filter(({ isOver }) => !isOver) : [], lineOfEvent),
    over: group(
      'Past events',
      event && kinds.includes('events') ? events.filter(({ isOver }) => isOver) : [],
      lineOfEvent,
    ),
    posts: group('Posts', post ? posts : [], ({ id, title, text }) => ({
      ...found(`post:${id}`, title, text, 'before'),
      choose: go(`/community/${id}`),
    })),
    members: group('Members', members, ({ id, name, creative }) => ({
      ...found(`member:${id}`, name),
      faceId: id,
      choose: creative === null ? null : () => void navigate({ to: '/creative/$id', params: { id: creative } }),
    })),
    // What somebody does, beside their name; who is found by name already stands among the members.
    creatives: group(
      'Creatives',
      creatives.filter(({ userId }) => !isListed(userId)),
      ({ userId, id, name, text }) => ({
        ...found(`creative:${id}`, name, text),
        faceId: userId,
        choose: () => void navigate({ to: '/creative/$id', params: { id } }),
      }),
    ),
    spaces: group('Spaces', spaces, ({ id, title, text }) => ({
      ...found(`space:${id}`, title, text),
      choose: () => void navigate({ to: '/facility-booking', search: { id } }),
    })),
    products: group('Products', wares, product => ({
      ...found(`product:${product.id}`, [plain(product.title)], [plain(priceWords(product))]),
      picture: { of: storePicture(product.image), seed: product.handle },
      choose: () => void navigate({ to: '/product/$handle', params: { handle: product.handle } }),
    })),
  }
  const lines = (isAsked && isStaff && objects.data?.rows) || []
  const ofObjects = objectNouns
    .filter(noun => nouns.includes(noun))
    .map(noun =>
      group(
        nounTitles[noun],
        lines.filter(line => line.noun === noun),
        ({ id, title, detail }) => ({
          ...found(`${noun}:${id}`, [plain(title)], detail ? [plain(detail)] : []),
          ...(noun === 'person' && { faceId: id }),
          choose: () => openObject(noun, id),
        }),
      ),
    )
  // Until the answer to the latest letters is there, of the one before what still fits: Enter opens nothing that was not meant.
  const fits = ({ label, detail = [] }: Line) =>
    q === now || `${label} ${wordsOf(detail)}`.toLowerCase().includes(now.toLowerCase())
  const failed = [content, ...(isStaff ? [objects] : [])].filter(({ isError }) => isError && isAsked)
  return {
    groups: [...ofObjects, ...kinds.map(kind => ofContent[kind]), ofContent.over].map(({ title, lines }) => ({
      title,
      lines: lines.filter(fits),
    })),
    isLooking:
      now.length >= leastTyped &&
      (q !== now || content.isFetching || store.isLoading || (isStaff && objects.isFetching)),
    hasFailed: failed.length > 0,
    // Waits for a connection; then it goes on by itself.
    isOffline: isAsked && content.isPaused && content.data === undefined,
    retry: () => {
      for (const each of failed) void each.refetch()
    },
  }
}

const group = <Row,>(title: string, rows: readonly Row[], line: (row: Row) => Line): Group => ({
  title,
  lines: rows.map(line),
})
const found = (id: string, parts: Part[], detail: Part[] = [], isFound: 'now' | 'before' = 'now') => ({
  ...{ id, label: wordsOf(parts), parts, isFound },
  ...(wordsOf(detail) !== '' && { detail }),
})
const plain = (text: string): Part => ({ text, isHit: false })
const wordsOf = (parts: Part[]) => parts.map(({ text }) => text).join('')
