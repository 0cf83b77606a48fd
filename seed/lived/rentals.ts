import { randomUUID } from 'node:crypto'
import { ledgerEntries } from '#features/money/ledger/table.ts'
import { heldTime, rentalKind } from '#features/spaces/rentals/rules.ts'
import { studioRentalMembers } from '#features/spaces/rentals/table.ts'
import { installRooms } from '#features/spaces/rooms/model.ts'
import { addDays, addMonths } from '#platform/dates.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import type { Provider } from './provider.ts'
import type { Resident } from './residents.ts'
import { insertAll } from './rows.ts'
import { vat } from './words.ts'

const studios = [1, 2, 3].map(number => ({ slug: `studio-${number}`, name: `Studio ${number}` }))
const rentPence = 55_000
const depositPence = 50_000

/** Three studios by the month: one that is paid for since spring, one whose link waits to be paid, and one that is about to begin. */
export async function insertRentals(
  tx: Tx,
  people: Resident[],
  { officeId, provider, publicUrl }: { officeId: string | null; provider: Provider; publicUrl: string },
): Promise<void> {
  const idOf = await installRooms(tx, studios)
  const today = calendarDate(tx.now)
  const [paying, asked, coming] = people.filter(
    ({ kind, slug, isKnown }) => kind === 'member' && slug !== 'explorer' && !isKnown,
  )
  const rowOf = (who: Resident, studio: number, first: string, addedAt: Date) => ({
    ...{
      id: randomUUID(),
      userId: who.id,
      fullName: `${who.firstName} ${who.lastName}`,
      email: who.email,
      phone: who.phone,
    },
    ...{ studioName: studios[studio]!.name, spaceId: idOf(studios[studio]!.slug), rentalStartDate: first },
    ...{ monthlyRentAmount: rentPence, depositAmount: depositPence, ...heldTime(first, null, addedAt) },
    ...{ createdBy: officeId, createdAt: addedAt },
  })

  const began = addMonths(today, -7)
  const addedAt = instantOf(addDays(began, -5), '11:20')
  const running = rowOf(paying!, 0, began, addedAt)
  const terms = { rentalId: running.id, name: studios[0]!.name, rentPence, depositPence }
  const link = await provider.paymentLink(terms, { at: addedAt, publicUrl, isUsed: true })
  const paid = await provider.rent(paying!, terms, { onDay: began, renewals: 7, until: tx.now })
  const waiting = rowOf(asked!, 1, addDays(today, 6), instantOf(addDays(today, -2), '15:45'))
  const open = await provider.paymentLink(
    { rentalId: waiting.id, name: studios[1]!.name, rentPence, depositPence },
    { at: waiting.createdAt, publicUrl, isUsed: false },
  )
  await insertAll(tx, studioRentalMembers, [
    {
      ...{ ...running, migrationStatus: 'activated', stripePaymentLink: link.url, stripePaymentLinkId: link.id },
      ...{ linkSentAt: addedAt, activatedAt: paid.invoices[0]!.at },
      ...{ stripeSubscriptionId: paid.id, stripeCustomerId: paid.customer },
    },
    {
      ...{ ...waiting, migrationStatus: 'link_sent', stripePaymentLink: open.url, stripePaymentLinkId: open.id },
      linkSentAt: waiting.createdAt,
    },
    rowOf(coming!, 2, addDays(today, 12), instantOf(addDays(today, -1), '09:30')),
  ])
  await insertAll(
    tx,
    ledgerEntries,
    paid.invoices.map(({ id, at, pence }, month) => ({
      ...{ userId: paying!.id, kind: rentalKind, amountPence: pence, externalRef: id, createdAt: at },
      ...{ ...vat, vatPercent: 0 },
      description: `Studio rent, ${month === 0 ? 'first month and deposit' : 'next month'}: ${studios[0]!.name}`,
    })),
  )
}
