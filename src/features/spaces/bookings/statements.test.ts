import { beforeAll, expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { admin, type Person, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { pay } from '#test/payments.ts'
import { type SentStatement, statementsOf } from '#test/statements.ts'

const app = sharedTestApp()
const on = '2026-11-24'
const termsAccepted = true as const
let [ada, boss]: Person[] = []
let [one, two]: { id: string }[] = []
beforeAll(async () => {
  ;[ada, boss, one, two] = [await paidMember(app), await admin(app), await facility(app), await facility(app)]
  await giveTokens(app, ada!, 100)
  await giveTokens(app, ada!, 100)
})

/** Who asks, begin, key, four of the booking, one with everything that it asks for, commit: nine; the rest is reserve. */
const perWrite = 12
const perRead = 3
const inWords = (what: string, sent: SentStatement[]) =>
  `${what}: ${sent.length}\n${sent.map(({ text }) => text.slice(0, 160)).join('\n')}`

async function writes(what: string, work: () => Promise<unknown>, most = perWrite) {
  const sent = await statementsOf(work)
  expect(sent.length, inWords(what, sent)).toBeLessThanOrEqual(most)
}

let keys = 0
const member = () => app.as(ada!, { idempotencyKey: `statements-${++keys}` }).bookings
const wish = (startsAt: string, room = one!) => ({ facilityId: room.id, on, startsAt })

test('booking by tokens takes nine statements, cancelling one more for the lock of an order', async () => {
  let id = ''
  const book = async () => {
    const placed = await member().place({ ...wish('10:00'), termsAccepted })
    if (placed.outcome === 'confirmed') id = placed.bookingId
  }
  await writes('place', book, 9)
  expect(id).not.toBe('')
  await writes('cancel', () => member().cancel({ id }), 10)
})

test('a cart of twenty items takes no more statements than a cart of one', async () => {
  await member().addToCart(wish('10:00'))
  await writes('one item', () => member().checkout({ termsAccepted }), 10)
  for (let hour = 11; hour < 21; hour++)
    for (const room of [one!, two!]) await member().addToCart(wish(`${hour}:00`, room))
  await writes('twenty items', () => member().checkout({ termsAccepted }), 10)
})

test('a card booking is held within the limit, and cancelling what was paid too', async () => {
  const room = await facility(app)
  const card = { ...wish('10:00', room), payWith: 'card' as const, termsAccepted }
  const placed = await member().place(card)
  if (placed.outcome !== 'pay') throw new Error('expected a payment page')
  await pay(app, placed.url)
  const { rows } = await member().mine({})
  const booked = rows.find(row => row.facilityId === room.id)!
  // One more for the VAT of what goes back.
  await writes('cancel a card booking', () => member().cancel({ id: booked.id }), 13)
})

test('what people and staff see of bookings takes three statements at most', async () => {
  for (const startsAt of ['09:00', '09:30']) await member().addToCart(wish(startsAt, await facility(app)))
  const staff = app.as(boss!)
  const reads = {
    facilities: () => member().facilities(),
    facility: () => member().facility({ id: one!.id }),
    slots: () => member().slots({ facilityId: one!.id, on }),
    quote: () => member().quote(wish('15:00')),
    cart: () => member().cart(),
    mine: () => member().mine({ pageSize: 1 }),
    list: () => staff.bookings.list({ pageSize: 1 }),
    'facilities for staff': () => staff.facilities.list(),
    me: () => app.as(ada!).members.me(),
    'audit log': () => staff.privacy.auditLog({ pageSize: 1 }),
  }
  for (const [what, read] of Object.entries(reads)) {
    const sent = await statementsOf(read)
    expect(sent.length, inWords(what, sent)).toBeLessThanOrEqual(perRead)
  }
  expect(await statementsOf(reads.me)).toHaveLength(2)
})
