import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { ledgerEntries, refs } from '#features/money/ledger/table.ts'
import { orders } from '#features/money/orders/table.ts'
import { refunds } from '#features/money/refunds/table.ts'
import { paidMember } from '#seed/factories/people.ts'
import { wordsOf } from '#test/pdf.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'

const bytesOf = async (download: Download) => readFile(await download.path())
const shots = process.env.SHOTS

test('the bookkeeper turns VAT on, reads what came in by day and kind, month by month, and takes both files along', async ({
  page,
  venue,
}) => {
  const payer = await venue.make(target => paidMember(target, { password }))
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/settings')
  const vat = page.getByRole('region', { name: 'VAT' })
  await vat.getByLabel('VAT number').fill('12')
  await vat.getByLabel('Tokens').fill('5')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(vat.getByText('Use a number like GB 123 4567 89')).toBeVisible()
  await vat.getByLabel('VAT number').fill('GB 123 4567 89')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  if (shots) await vat.screenshot({ path: `${shots}/settings-vat.png` })

  // A month that is over: a payment before London's midnight, one after it, and a part that went back.
  await venue.make(async ({ db }) => {
    const entry = { userId: payer.id, vatNumber: 'GB 123 4567 89', description: 'Podcast Studio' }
    const [first, second] = [new Date('2026-06-10T22:59:00Z'), new Date('2026-06-10T23:01:00Z')]
    await db.insert(ledgerEntries).values([
      { ...entry, kind: 'booking', amountPence: 6_000, vatPercent: 20, externalRef: 'pi_night', createdAt: first },
      { ...entry, kind: 'tokens', amountPence: 1_050, vatPercent: 5, externalRef: 'pi_token', createdAt: first },
      { ...entry, kind: 'booking', amountPence: 3_000, vatPercent: 20, externalRef: 'pi_early', createdAt: second },
      { ...entry, kind: 'booking', amountPence: -600, vatPercent: 20, externalRef: 'refund:x', createdAt: second },
    ])
  })
  await page.goto('/admin/payments')
  await page.getByRole('tab', { name: 'Takings' }).click()
  const sums = page.getByRole('region', { name: 'Sums' })
  await expect(page.getByRole('button', { name: 'Month after' })).toBeDisabled()
  await page.goto('/admin/payments?tab=takings&from=2026-07-01&to=2026-07-31')
  await expect(page.getByRole('heading', { name: 'Jul 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Month before' }).click()
  await expect(page.getByRole('heading', { name: 'Jun 2026' })).toBeVisible()
  await expect(sums).toContainText(/Taken£100.50Refunds−£6Disputes£0Net£94.50VAT in net£14.50/)
  // All of the month first, then its days, each with what it was for.
  const days = page.getByRole('table', { name: 'Takings' })
  await expect(days.getByRole('row')).toHaveCount(4)
  await expect(days.getByRole('row').nth(0)).toHaveText(/Day.*Net.*Booking.*Tokens/)
  await expect(days.getByRole('row', { name: 'Jun 2026 £94.50 £84.00 £10.50' })).toBeVisible()
  await expect(days.getByRole('row', { name: 'Thu 11 Jun £24.00 £24.00' })).toBeVisible()
  // The line of all of them is their sum, and looks it.
  await expect(days.locator('[data-sum="true"]')).toHaveText(/^Jun 2026/)
  await days.getByRole('button', { name: 'Thu 11 Jun' }).click()
  const day = page.getByRole('complementary', { name: 'Thu 11 Jun' })
  await expect(day.getByRole('region', { name: 'Booking' })).toContainText(/Taken£30Refunds−£6Net£24VAT at 20%£4/)
  await expectAccessible(page)
  await settled(page)
  if (shots) await page.screenshot({ path: `${shots}/takings-1280.png` })

  const byDay = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await bytesOf(await byDay)).toString().split('\r\n').slice(1)).toEqual([
    '2026-06-11,booking,30.00,-6.00,0.00,24.00,20,4.00,20.00',
    '2026-06-10,booking,60.00,0.00,0.00,60.00,20,10.00,50.00',
    '2026-06-10,tokens,10.50,0.00,0.00,10.50,5,0.50,10.00',
  ])
  const each = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Every entry (CSV)' }).click()
  const lines = (await bytesOf(await each)).toString().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines.filter(line => line.includes(',-6.00,20,-1.00,refund:x,'))).toHaveLength(1)

  // Of one kind, the file of every entry has that kind alone.
  await page.goto('/admin/payments?tab=takings&from=2026-06-01&to=2026-06-30&kind=booking')
  await expect(page.getByRole('link', { name: 'Every entry (CSV)' })).toHaveAttribute('href', /kind=booking/)
  await page.goto('/admin/payments?tab=takings&from=2026-06-01&to=2026-06-30')

  await page.setViewportSize({ width: 360, height: 780 })
  await settled(page)
  await expectNoSidewaysScroll(page)
  await expect(sums.getByText('£94.50')).toBeVisible()
  // The line of a day is its net: some of its kinds would be read as all of them.
  const lines360 = page.getByRole('list', { name: 'Takings' }).getByRole('listitem')
  await expect(lines360).toHaveText(['Jun 2026£94.50', 'Thu 11 Jun£24.00', 'Wed 10 Jun£70.50'])
  if (shots) await page.screenshot({ path: `${shots}/takings-360.png`, fullPage: true })
  await page.setViewportSize({ width: 1280, height: 800 })

  await days.getByRole('button', { name: 'Thu 11 Jun' }).click()
  await day.getByRole('link', { name: 'Ledger of Thu 11 Jun, Booking' }).click()
  await expect(page.getByRole('tab', { name: 'Ledger', selected: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByText('Sum £24')).toBeVisible()
})

test('the ledger opens with this month; another month, all time and a search are one press or word away', async ({
  page,
  venue,
}) => {
  const lastName = `Ledger${Date.now()}`
  const payer = await venue.make(target => paidMember(target, { firstName: 'Iris', lastName }))
  const entry = { userId: payer.id, kind: 'booking', amountPence: 4_200 }
  const long = new Date('2026-03-05T12:00:00Z')
  await venue.make(({ db }) =>
    db.insert(ledgerEntries).values([
      { ...entry, description: `${lastName} now`, externalRef: `pi_now${payer.id}` },
      { ...entry, description: `${lastName} long ago`, externalRef: `pi_ago${payer.id}`, createdAt: long },
    ]),
  )
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/payments?tab=ledger')
  const table = page.getByRole('table', { name: 'Ledger' })
  const now = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'Europe/London' })
  await expect(
    page.getByRole('heading', { level: 2, name: now.format(new Date()).replace('Sept', 'Sep') }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Month after' })).toBeDisabled()
  await expect(table.getByText(`${lastName} now`)).toBeVisible()
  await expect(table.getByText(`${lastName} long ago`)).toHaveCount(0)
  await page.getByRole('button', { name: 'All time' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'All time' })).toBeVisible()
  await page.goto('/admin/payments?tab=ledger&from=2026-04-01&to=2026-04-30')
  await page.getByRole('button', { name: 'Month before' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Mar 2026' })).toBeVisible()
  await expect(table.getByText(`${lastName} long ago`)).toBeVisible()
  await page.goto('/admin/payments?tab=ledger')
  await page.getByRole('searchbox').fill(lastName)
  await expect(table.getByText(`${lastName} long ago`)).toBeVisible()
  await expect(table.getByText(`${lastName} now`)).toBeVisible()
  await expect(page.getByText('Sum £84')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  // On a phone the months stand alone above the money, and any other days are a press away.
  await expect(page.getByLabel('From', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Other days' }).click()
  await page.getByLabel('From', { exact: true }).fill('2026-03-01')
  await expect(page).toHaveURL(/from=2026-03-01/)
  await expectNoSidewaysScroll(page)
})

test('a member finds the months of a plan among their payments, and takes the receipt along as a PDF', async ({
  page,
  visit,
  venue,
}) => {
  const ada = await venue.make(target => paidMember(target, { firstName: 'Ada', lastName: 'King', password }))
  await venue.make(({ db }) =>
    db.insert(ledgerEntries).values({
      ...{ userId: ada.id, kind: 'membership', amountPence: 4_000, description: 'Membership, next month' },
      ...{ externalRef: `in_${ada.id}`, vatPercent: 20, vatNumber: 'GB 123 4567 89' },
    }),
  )
  await signIn(page, { email: ada.email, password })
  await page.goto('/account?tab=membership')
  await settled(page)
  if (shots) await page.screenshot({ path: `${shots}/own-payments-1280.png`, fullPage: true })
  await page.getByRole('link', { name: 'Open the payment: Membership, next month' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Includes VAT at 20%: £6.67.')).toBeVisible()
  await expect(page.getByText('GB 123 4567 89')).toBeVisible()
  await expectAccessible(page)
  if (shots) await page.screenshot({ path: `${shots}/receipt-1280.png`, fullPage: true })
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const file = await saved
  const id = page.url().split('/').at(-1)!
  expect(file.suggestedFilename()).toBe(`receipt-${id}.pdf`)
  const words = wordsOf(await bytesOf(file))
  for (const said of ['Receipt', id, 'Ada King', '£40', 'Includes VAT at 20%: £6.67', 'VAT number GB 123 4567 89'])
    expect(words).toContain(said)
  if (shots) await file.saveAs(`${shots}/receipt.pdf`)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  if (shots) await page.screenshot({ path: `${shots}/receipt-360.png`, fullPage: true })

  // For anybody else there is no such payment.
  const other = await visit()
  await signIn(other, venue.person('committee'))
  await other.goto(`/orders/${id}`)
  await expect(other.getByText('There is no such payment of yours')).toBeVisible()
  expect((await other.request.get(`/api/payments/receiptFile?id=${id}`)).status()).toBe(404)
  const bought = await call<{ orderId: string }>(page, 'tokens/buy', { quantity: 10 })
  expect((await page.request.get(`/api/payments/receiptFile?id=${bought.orderId}`)).status()).toBe(409)
  await page.goto(`/orders/${bought.orderId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveCount(0)
})

test('a refund that the provider can never make is settled another way: it leaves the list, the ledger says how, and its payer reads it', async ({
  page,
  visit,
  venue,
}) => {
  const lastName = `Closed${Date.now()}`
  const payer = await venue.make(target => paidMember(target, { password, firstName: 'Otto', lastName }))
  const orderId = await venue.make(async ({ db }) => {
    const [userId, amountPence, at] = [payer.id, 9_000, new Date()]
    const kind = 'tokens'
    const [order] = await db
      .insert(orders)
      .values({
        ...{ userId, kind, amountPence, refundedPence: amountPence, status: 'refunded', paidAt: at, expiresAt: at },
        ...{ description: '10 tokens', lines: [{ name: 'Token', quantity: 10, unitPence: 900 }] },
      })
      .returning({ id: orders.id })
    const ref = `closed:${order!.id}`
    const entry = { userId, orderId: order!.id, kind }
    await db.insert(ledgerEntries).values([
      { ...entry, amountPence, description: '10 tokens', externalRef: `pi_${order!.id}` },
      { ...entry, amountPence: -amountPence, description: 'Goodwill', externalRef: refs.refund(ref) },
    ])
    await db.insert(refunds).values({
      ...{ userId, orderId: order!.id, amountPence, reason: 'Goodwill', ref },
      ...{ status: 'failed', lastError: 'The card is closed.' },
    })
    return order!.id
  })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/payments?tab=refunds&q=${lastName}`)
  const table = page.getByRole('table', { name: 'Refunds under way' })
  const row = table.getByRole('row').filter({ hasText: lastName })
  await expect(row).toContainText('The card is closed.')
  await row.getByRole('rowheader').getByRole('button').click()
  const panel = page.getByRole('complementary', { name: `£90 to Otto ${lastName}` })
  const form = panel.getByRole('form', { name: 'Settled otherwise' })
  await form.getByRole('radio', { name: 'At the desk' }).check()
  await form.getByRole('button', { name: 'Settled otherwise' }).click()
  await expect(form.getByText('Say why, and how it went back')).toBeVisible()
  await form.getByRole('textbox', { name: 'Reason' }).fill('The bank closed the card; it went back in cash.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Settled otherwise' }).click()
  await agree(page, `Has Otto ${lastName} had £90 back?`, 'Settled otherwise')
  await expect(page.getByText(`£90 to Otto ${lastName} is in the ledger as you gave it back.`)).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.goto(`/admin/payments?tab=ledger&q=${lastName}`)
  const entries = page.getByRole('table', { name: 'Ledger' })
  for (const words of ['Not given back by card: Goodwill', 'Goodwill; at the desk'])
    await expect(entries.getByRole('row').filter({ hasText: words })).toHaveCount(1)
  await expect(page.getByText('Sum £0')).toBeVisible()
  // What came in by card stays there, and the desk gave as much: takings say it.
  await page.goto('/admin/payments?tab=takings&kind=tokens')
  await expect(page.getByRole('region', { name: 'Sums' }).getByText('At the desk')).toBeVisible()
  // How it moved is no further kind that it was for: it comes last, as a part of the net.
  await expect(page.getByRole('table', { name: 'Takings' }).getByRole('columnheader')).toHaveText([
    'Day',
    'Net',
    'Of it at the desk',
  ])

  const own = await visit()
  await signIn(own, { email: payer.email, password })
  await own.goto(`/orders/${orderId}`)
  await expect(own.getByText('It went to you another way.')).toBeVisible()
  await expect(own.getByText('It could not go back to your card, and went to you another way.')).toBeVisible()
})
