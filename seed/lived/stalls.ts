import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gte } from 'drizzle-orm'
import { defaultSettings } from '#features/house/settings/inputs.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketPapers } from '#features/market/papers/table.ts'
import type { Pitch, StallSize } from '#features/market/pitches/inputs.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import { subjectOf } from '#features/market/stall-line/model.ts'
import type { StallType } from '#features/market/stalls/inputs.ts'
import { discountOf, goodsOf, priceOf } from '#features/market/stalls/rules.ts'
import { marketBookings } from '#features/market/stalls/table.ts'
import { membershipTiers } from '#features/membership/tiers/table.ts'
import { ledgerEntries } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { waitingEntries } from '#features/spaces/waiting/table.ts'
import { addDays } from '#platform/dates.ts'
import { files } from '#platform/db/tables.ts'
import { type Cause, type Tx, transact } from '#platform/db/transaction.ts'
import type { Runtime } from '#platform/runtime.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Lots } from './lot.ts'
import type { Provider } from './provider.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { vat } from './words.ts'

type Stall = typeof marketBookings.$inferInsert
const hour = 3_600_000

/** What is sold, and what such a business is called after its owner. */
const trades: [StallType, string[], string][] = [
  ['art', ['Prints', 'Posters', 'Drawings'], 'Linocuts and screen prints, most of them in two colours.'],
  ['craft', ['Ceramics', 'Woodwork', 'Candles'], 'Bowls, cups and plates, thrown and glazed in the arches.'],
  ['fashion', ['Knitwear', 'Denim', 'Hats'], 'Small runs, made to last and to be mended.'],
  ['food', ['Bakery', 'Pickles', 'Coffee'], 'Made the night before; bring a bag.'],
  ['books', ['Books', 'Records'], 'Second-hand, chosen one by one.'],
  ['vintage', ['Vintage', 'Lamps'], 'From house clearances between the wars and the seventies.'],
]

/** Six rows of eight single pitches with a double one at the end of each: room for sixty. */
const plan: Omit<Pitch, 'id'>[] = ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((letter, row) =>
  Array.from({ length: 9 }, (_, column) => ({
    ...{ label: `${letter}${column + 1}`, row, column },
    size: column === 8 ? ('double' as const) : ('single' as const),
  })),
)

/** A year of stalls with what they paid, those of the next market, and a line for the kind that is full there. */
export async function insertStalls(
  tx: Tx,
  draw: Lots,
  people: Resident[],
  { provider, isSimulated }: { provider: Provider; isSimulated: boolean },
): Promise<void> {
  const pitches = await tx.insert(marketPitches).values(plan).returning()
  const today = calendarDate(tx.now)
  const tiers = await tx.select().from(membershipTiers)
  const sellers = people.filter(({ kind, role }) => kind === 'member' && !role)
  const [ada] = sellers.filter(({ isKnown }) => isKnown)
  const days = await tx
    .select()
    .from(marketDays)
    .where(and(gte(marketDays.on, addDays(today, -370)), eq(marketDays.isCancelled, false)))
    .orderBy(asc(marketDays.on))
  const next = days.find(({ on }) => on > today)
  const rows = { stalls: [] as Stall[], orders: [] as (typeof orders.$inferInsert)[] }
  const ledger: (typeof ledgerEntries.$inferInsert)[] = []
  const book = async (seller: Resident, on: string, trade: (typeof trades)[number], stallSize: StallSize) => {
    const [stallType, names, description] = trade
    const wish = {
      ...{ stallSize, carParkAccess: draw.chance(0.3), electricityAccess: draw.chance(0.4) },
      tableRental: draw.chance(0.5),
    }
    const tierPercent = tiers.find(({ slug }) => slug === seller.slug)?.marketDiscountPercent ?? 0
    const price = priceOf(wish, defaultSettings, discountOf({ tierPercent, residentPercent: 0 }))
    const asked = instantOf(addDays(on < today ? on : today, -draw.between(3, 30)), '18:40')
    const at = new Date(Math.min(asked.getTime(), tx.now.getTime() - hour))
    const there = rows.stalls.filter(({ marketDate }) => marketDate === on)
    const pitch = pitches.find(({ id, size }) => size === stallSize && !there.some(({ pitchId }) => pitchId === id))
    const goods = goodsOf({ ...wish, ...price, marketDate: on })
    const order = { id: randomUUID(), userId: seller.id, kind: 'stall', amountPence: price.finalPrice }
    const intent = await provider.charge(seller, price.finalPrice, at, goods.description)
    rows.orders.push({
      ...{
        ...order,
        ...goods,
        status: 'paid',
        createdAt: at,
        paidAt: at,
        expiresAt: new Date(at.getTime() + hour / 2),
      },
      stripePaymentIntentId: isSimulated ? intent : null,
    })
    ledger.push({
      ...{ userId: seller.id, orderId: order.id, kind: order.kind, amountPence: price.finalPrice, ...vat },
      ...{ description: goods.description, externalRef: intent, createdAt: at },
    })
    const name = `${seller.firstName} ${seller.lastName}`
    rows.stalls.push({
      ...{
        userId: seller.id,
        marketDate: on,
        businessName: `${seller.lastName} ${draw.pick(names)}`,
        contactName: name,
      },
      ...{ email: seller.email, phone: seller.phone, stallType, description, ...wish, ...price },
      ...{ status: 'confirmed', orderId: order.id, pitchId: pitch?.id ?? null, confirmedAt: at, createdAt: at },
    })
  }
  for (const { on } of days) {
    const isNext = on === next?.on
    if (on > today && !isNext) continue
    const ready = sellers.filter(({ joinedOn }) => joinedOn < addDays(on, -20))
    for (let n = draw.between(17, 30); n > 0 && ready.length > 0; n--) {
      const trade = draw.pick(isNext ? trades.filter(([type]) => type !== 'food') : trades)
      await book(draw.pick(ready), on, trade, draw.chance(0.12) ? 'double' : 'single')
    }
    if (!isNext) continue
    // Full of one kind, so that some wait for it.
    const food = trades.find(([type]) => type === 'food')!
    for (let n = defaultSettings.stallsPerKind; n > 0 && ready.length > 0; n--)
      await book(draw.pick(ready), on, food, 'single')
    if (ada) await book(ada, on, trades[0]!, 'single')
  }
  await insertAll(tx, orders, rows.orders)
  await insertAll(
    tx,
    ledgerEntries,
    ledger.sort((a, b) => a.createdAt!.getTime() - b.createdAt!.getTime()),
  )
  await insertAll(tx, marketBookings, rows.stalls)
  if (!next) return
  const waiting = sellers.filter(({ id }) => id !== ada?.id).slice(0, 3)
  await insertAll(
    tx,
    waitingEntries,
    waiting.map(({ id }, n) => ({
      ...{ kind: 'stall' as const, userId: id, on: next.on, startsAt: next.startsAt, endsAt: next.endsAt },
      subject: subjectOf({ on: next.on, stallType: 'food', stallSize: 'single' }),
      createdAt: new Date(tx.now.getTime() - (20 - n) * hour),
    })),
  )
}

/** Documents of those who have a stall at the next market: one runs out before it, and two are to be looked at. */
export async function seedStallPapers(runtime: Runtime, cause: Cause): Promise<number> {
  const { db } = runtime
  if ((await db.$count(marketPapers)) > 0) return 0
  const today = calendarDate(cause.now)
  const coming = await db
    .selectDistinct({ userId: marketBookings.userId, on: marketBookings.marketDate, type: marketBookings.stallType })
    .from(marketBookings)
    .where(and(gte(marketBookings.marketDate, addDays(today, 1)), eq(marketBookings.status, 'confirmed')))
    .orderBy(asc(marketBookings.marketDate), asc(marketBookings.userId))
  const sellers = coming.filter(({ userId }, n) => coming.findIndex(each => each.userId === userId) === n)
  if (sellers.length < 6) return 0
  const { on } = sellers[0]!
  // Good until a day before the market, or before today is over: whichever comes later is still to come.
  const soon = [addDays(on, -1), addDays(today, 1)].sort().at(-1)!
  const cook = sellers.find(({ type }) => type === 'food') ?? sellers[5]!
  const others = sellers.filter(each => each !== cook)
  const papers = [
    { userId: others[0]!.userId, kind: 'insurance', status: 'accepted', expiresOn: soon },
    { userId: others[1]!.userId, kind: 'insurance', status: 'accepted', expiresOn: addDays(today, 200) },
    { userId: others[2]!.userId, kind: 'insurance', status: 'waiting', expiresOn: addDays(today, 340) },
    { userId: others[3]!.userId, kind: 'residence', status: 'waiting', expiresOn: null },
    { userId: cook.userId, kind: 'food', status: 'accepted', expiresOn: addDays(today, 260) },
  ] as const
  await transact(runtime, cause, async tx => {
    for (const [n, { userId, kind, status, expiresOn }] of papers.entries()) {
      const bytes = letter(`Exchange market, ${kind}`)
      const storageKey = randomBytes(24).toString('hex')
      await runtime.storage.put(storageKey, bytes, 'application/pdf')
      const createdAt = new Date(cause.now.getTime() - (n + 1) * 20 * hour)
      const [file] = await tx
        .insert(files)
        .values({
          ...{ ownerId: userId, purpose: 'stall-document', name: `${kind}.pdf`, mime: 'application/pdf', storageKey },
          ...{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
          ...{ createdAt, claimedAt: createdAt },
        })
        .returning({ id: files.id })
      const decidedAt = status === 'accepted' ? new Date(createdAt.getTime() + hour) : null
      await tx.insert(marketPapers).values({ userId, kind, status, expiresOn, fileId: file!.id, decidedAt, createdAt })
    }
  })
  return papers.length
}

/** A PDF of one page with one line. */
function letter(line: string): Buffer {
  const stream = `BT /F1 18 Tf 72 760 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const table = places.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(text)
}
