import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { dayRow } from '#features/market/days/model.ts'
import { marketDays } from '#features/market/days/table.ts'
import { marketPitches } from '#features/market/pitches/table.ts'
import type { StallInput } from '#features/market/stalls/inputs.ts'
import { files } from '#platform/db/tables.ts'
import type { Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'
import { pay } from './payments.ts'

/** A Saturday after `marketMorning`. */
export const stallDay = '2026-12-19'

/** A market with so many pitches. */
export async function marketWith(app: TestApp, { on = stallDay, pitches = 60 } = {}): Promise<string> {
  await app.write(tx =>
    tx
      .insert(marketDays)
      .values({ ...dayRow({ on }), pitches })
      .onConflictDoNothing(),
  )
  return on
}

type Wish = Omit<StallInput, 'seen'> & { seen?: number }

/** A single stall without anything, unless it says otherwise. */
export const stallOf = (more: Partial<Wish> = {}): Wish => ({
  ...{
    marketDate: stallDay,
    businessName: 'Ada Prints',
    contactName: 'Ada King',
    email: 'ada@people.example',
    phone: '',
  },
  ...{ stallType: 'art', description: '', stallSize: 'single', carParkAccess: false, electricityAccess: false },
  ...{ tableRental: false, isWestminsterResident: false, proofFileId: '' },
  ...more,
})

/** Books a stall; its id and the page to pay at. */
export const booksStall = (app: TestApp, who: Person, more: Partial<Wish> = {}) =>
  app.as(who).stalls.book(stallOf(more))

/** A stall that is paid for; its id. */
export async function paidStall(app: TestApp, who: Person, more: Partial<Wish> = {}): Promise<string> {
  const { id, url } = await booksStall(app, who, more)
  if (url !== null) await pay(app, url)
  return id
}

/** A document that this person has uploaded, and not handed in yet. */
export async function stallFile(app: TestApp, who: Person): Promise<string> {
  const storageKey = randomBytes(24).toString('hex')
  const bytes = Buffer.from('%PDF-1.4 letter')
  await app.runtime.storage.put(storageKey, bytes, 'application/pdf')
  const [row] = await app.write(tx =>
    tx
      .insert(files)
      .values({
        ...{ ownerId: who.id, purpose: 'stall-document', name: 'letter.pdf', mime: 'application/pdf', storageKey },
        ...{ bytes: bytes.length, sha256: 'a'.repeat(64), createdAt: tx.now },
      })
      .returning({ id: files.id }),
  )
  return row!.id
}

/** A stall that waits to be paid; its id. */
export async function bookedWith(app: TestApp, who: Person): Promise<string> {
  await marketWith(app)
  return (await booksStall(app, who)).id
}

type Drawn = Pick<typeof marketPitches.$inferInsert, 'label' | 'row' | 'column' | 'size'>

/** Pitches on the plan, whatever else is there. */
export const planOf = (app: TestApp, pitches: Drawn[]) =>
  app.write(tx => tx.insert(marketPitches).values(pitches).returning())

/** A double pitch more on the plan, which has single ones as well; its id. */
export async function freshDouble(app: TestApp): Promise<string> {
  const number = await app.db.$count(marketPitches, eq(marketPitches.size, 'double'))
  const singles = Array.from({ length: 60 }, (_, index) => ({
    ...{ label: `S${index}`, row: 9 + Math.floor(index / 20), column: index % 20 },
    size: 'single' as const,
  }))
  const [pitch] = await planOf(app, [
    { label: `P${number}`, row: Math.floor(number / 10), column: (number % 10) * 2, size: 'double' },
    ...(number === 0 ? singles : []),
  ])
  return pitch!.id
}
