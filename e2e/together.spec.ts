import { freeForm } from '#seed/factories/applications.ts'
import { agree, call, expect, signIn, saturdayTest as test } from './fixtures.ts'
import { account } from './newcomer.ts'
import { dayAhead } from './places.ts'

// Two people at the same thing at the same time: what one does is not lost and not hidden by what the other sees.

interface Facility {
  id: string
  name: string
}

test('a price that somebody else changed meanwhile is told, kept and written over only knowingly', async ({
  page,
  visit,
  venue,
}) => {
  const other = await visit()
  for (const tab of [page, other]) await signIn(tab, venue.person('admin'))
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Sauna', exact: true }).click()
  const form = page.getByRole('form', { name: 'Sauna' })
  await form.getByLabel(/^Card price/).fill('23')
  const [sauna] = (await call<Facility[]>(other, 'facilities/list')).filter(({ name }) => name === 'Sauna')
  // What nobody touched here follows; what is typed stays.
  await call(other, 'facilities/change', { id: sauna!.id, cashPricePence: 2_500, description: 'Hotter than ever.' })
  await expect(form.getByLabel(/^Description/)).toHaveValue('Hotter than ever.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/Somebody else has changed this meanwhile: it is now £25/)).toBeVisible()
  await expect(form.getByLabel(/^Card price/)).toHaveValue('23.00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Booking type saved')).toBeVisible()
  await expect(form.getByText(/Somebody else/)).toBeHidden()
  const rows = await call<(Facility & { cashPricePence: number; description: string })[]>(page, 'facilities/list')
  expect(rows.find(({ name }) => name === 'Sauna')).toMatchObject({
    cashPricePence: 2_300,
    description: 'Hotter than ever.',
  })
})

test('a time that somebody else takes is let go and said, with its price', async ({ page, visit, venue }) => {
  const other = await visit()
  await signIn(page, venue.person('member'))
  await signIn(other, venue.person('committee2'))
  const { rows } = await call<{ rows: Facility[] }>(page, 'bookings/facilities')
  const { id: facilityId } = rows.find(({ name }) => name === 'Podcast Studio')!
  const on = dayAhead(24)
  const live = page.waitForRequest('**/live')
  await page.goto(`/facility-booking?id=${facilityId}&on=${on}`)
  await live
  const slot = page.getByRole('radio', { name: /^11:00/ })
  await slot.check({ force: true })
  await expect(page.getByRole('radiogroup', { name: 'Pay with' })).toBeVisible()
  await call(other, 'bookings/place', { facilityId, on, startsAt: '11:00', payWith: 'auto', termsAccepted: true })
  await expect(page.getByText('This slot was just taken. Please choose another.')).toBeVisible()
  await expect(slot).toHaveAccessibleName('11:00 Taken')
  await expect(slot).not.toBeChecked()
  await expect(page.getByRole('radiogroup', { name: 'Pay with' })).toBeHidden()
})

test('the applicant sees votes come in, and an open review says that it is decided and how', async ({
  page,
  visit,
  venue,
}) => {
  const theirs = await visit()
  const names = { firstName: 'Ada', lastName: `Watching${process.pid}` }
  const person = await account(theirs, venue, names)
  await signIn(theirs, person)
  await call(theirs, 'applications/submit', freeForm({ ...names, email: person.email }))
  await theirs.goto('/join')
  await expect(theirs.getByText(/^0 of \d votes needed/)).toBeVisible()
  await signIn(page, venue.person('committee'))
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'applications/list', {
    view: 'voting',
    pageSize: 100,
  })
  const { id } = rows.find(({ name }) => name.includes(names.lastName))!
  await page.goto(`/admin/committee-applications?open=${id}`)
  // After a vote the next application comes; who has not voted keeps it open.
  const reader = await visit()
  await signIn(reader, venue.person('committee2'))
  await reader.goto(`/admin/committee-applications?open=${id}`)
  const review = reader.getByRole('dialog')
  await expect(review.getByRole('button', { name: 'Vote to Approve' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Vote to Approve' }).click()
  await agree(page, /^Vote to approve /, 'Approve')
  await expect(theirs.getByText(/^1 of \d votes needed/)).toBeVisible()
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await call(boss, 'applications/approve', { id })
  await expect(review.getByText(/This application was approved/)).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('You are on Explorer.')
})

test('a ticket that lies open follows the market days', async ({ page, visit, venue }) => {
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await signIn(page, venue.person('member'))
  const live = page.waitForRequest('**/live')
  await page.goto('/market-tickets')
  await live
  // The code itself on a market day, before it when it comes.
  const code = page
    .getByRole('img', { name: 'Your market check-in code' })
    .or(page.getByText(/Your code opens on the day/))
  await expect(code).toBeVisible()
  const { rows } = await call<{ rows: { id: string; on: string; can: { cancel: boolean } }[] }>(boss, 'market/days')
  const coming = rows.filter(({ can }) => can.cancel)
  for (const { id } of coming) await call(boss, 'market/cancelDay', { id })
  await expect(code).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('exchange.own.market-ticket'))).toBe('null')
  for (const { on } of coming) await call(boss, 'market/addDay', { on })
  await expect(code).toBeVisible()
})
