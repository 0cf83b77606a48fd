import { expect, test } from 'vitest'
import { rooms } from './rooms.ts'
import { findingsIn } from './tree.ts'

const feature = (place: string) => `src/features/${place}`
const good = {
  [feature('money/orders/model.ts')]: 'export const pay = 1\n',
  [feature('spaces/bookings/table.ts')]: "export const bookings = pgTable('bookings', {})\n",
  [feature('spaces/bookings/model.ts')]: "import { pay } from '#features/money/orders/model.ts'\n",
  [feature('spaces/cart/api.ts')]: "import { book } from '#features/spaces/bookings/model.ts'\n",
  [feature('insight/revenue/api.ts')]: "import { bookings } from '#features/spaces/bookings/table.ts'\n",
  [feature('spaces/calendar/api.ts')]: 'db.execute(sql<{ n: number }>`select 1 from bookings b`)\n',
  [feature('money/orders/rules.ts')]: '/** What comes from bookings. */\n',
  [feature('home/home/api.ts')]: "import { book } from '#features/spaces/bookings/model.ts'\n",
  [feature('market/tickets/screens/a.tsx')]: '',
}

test('rooms that know only what is below them have no finding', async () => {
  expect(await findingsIn(rooms, good)).toEqual([])
})

const bad: [path: string, text: string, message: string][] = [
  ['money/orders/a.ts', "import { x } from '#features/spaces/bookings/model.ts'", 'money is below spaces'],
  ['money/orders/a.ts', "import type { x } from '#features/spaces/bookings/table.ts'", 'money is below spaces'],
  ['money/orders/parts/a.tsx', "const x = () => import('#features/home/home/api.ts')", 'money is below home'],
  ['store/products/api.ts', "import { x } from '#features/market/tickets/screens/a.tsx'", 'store is below market'],
  ['house/privacy/jobs.ts', 'tx.execute(sql`delete from bookings where true`)', 'house is below spaces'],
  ['money/orders/table.ts', "const owner = 'id in (select order_id from bookings)'", 'money is below spaces'],
  [
    'spaces/bookings/a.ts',
    "import type { x } from '#features/spaces/calendar/api.ts'",
    'circle of nouns: spaces/bookings → spaces/calendar → spaces/bookings',
  ],
  ['insight/revenue/jobs.ts', "import { x } from '#features/spaces/bookings/model.ts'", 'insight reads tables only'],
  [
    'spaces/bookings/a.ts',
    "import type { x } from '#features/spaces/cart/api.ts'",
    'circle of nouns: spaces/bookings → spaces/cart → spaces/bookings',
  ],
]

test.each(bad)('%s: %s is refused', async (path, text, message) => {
  const findings = await findingsIn(rooms, { ...good, [feature(path)]: `${text}\n` })
  expect(findings).toEqual([expect.stringContaining(message)])
})

test('a circle goes through types and through several nouns', async () => {
  const circle = {
    [feature('spaces/tours/api.ts')]: "import type { x } from '#features/spaces/cart/table.ts'\n",
    [feature('spaces/bookings/rules.ts')]: "import { x } from '#features/spaces/tours/rules.ts'\n",
  }
  expect(await findingsIn(rooms, { ...good, ...circle })).toEqual([expect.stringContaining('circle of nouns')])
})

test('tests reach where they like', async () => {
  const text = "import { x } from '#features/home/home/api.ts'\n"
  expect(await findingsIn(rooms, { ...good, [feature('money/orders/a.test.ts')]: text })).toEqual([])
})
