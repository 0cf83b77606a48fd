import { event } from '#seed/factories/events.ts'
import { incident } from '#seed/factories/incidents.ts'
import { person } from '#seed/factories/people.ts'
import { application } from '#seed/factories/standings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { dayAhead } from './places.ts'

test('on a phone a pending application and an incident are two lines, and what is done with them stands where they open', async ({
  page,
  venue,
}) => {
  const lastName = `Wait${process.pid}`
  const location = `Bike shed ${Date.now()}`
  await venue.make(async target => {
    const someone = await person(target, { firstName: 'Ada', lastName })
    await application(target, someone, { sentAgo: 3 })
    const declined = await person(target, { firstName: 'Ada', lastName: `Declined${process.pid}` })
    await application(target, declined, { sentAgo: 3, isDeclined: true })
    await incident(target, { location })
  })
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/approvals?q=${lastName}`)
  const line = page.getByRole('list', { name: 'Pending applications' }).getByRole('listitem')
  await expect(line).toContainText('3 days')
  await expect(line).toContainText(/\d of \d votes/)
  expect((await line.boundingBox())!.height).toBeLessThan(64)
  await expectNoSidewaysScroll(page)
  await line.getByRole('button').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Reject' })).toBeVisible()
  // On a desk what lies open beside the list leaves it the sign that the committee is done.
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(`/admin/approvals?q=Declined${process.pid}`)
  const row = page.getByRole('row').filter({ hasText: `Declined${process.pid}` })
  await row.getByRole('rowheader').getByRole('button').click()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect(row.getByText('Declined', { exact: true })).toBeVisible()
  await expect(row.getByText('3 days')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pending applications, table' })).toHaveAttribute(
    'data-pushed',
    'false',
  )
  await page.setViewportSize({ width: 360, height: 780 })

  await page.goto(`/admin/incident-reports?q=${encodeURIComponent(location)}`)
  const told = page.getByRole('list', { name: 'Incident reports' }).getByRole('listitem')
  await expect(told).toContainText('Open')
  await expect(told).toContainText('Not sent')
  // A long name takes a line more.
  expect((await told.boundingBox())!.height).toBeLessThan(84)
  await expectAccessible(page)
  await told.getByRole('button').click()
  await expect(panel.getByRole('combobox', { name: /^Status of/ })).toHaveValue('open')
})

test('from a person an admin goes to their tokens, bookings and payments, and books for them', async ({
  page,
  venue,
}) => {
  const lastName = `Linked${process.pid}`
  const { id: userId, email } = await venue.make(target =>
    person(target, { firstName: 'Ada', lastName, tier: 'explorer' }),
  )
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/members?q=${lastName}&open=${userId}`)
  const links = page.getByRole('navigation', { name: `What to do for Ada ${lastName}` })
  for (const name of ['Bookings', 'Payments'])
    await expect(links.getByRole('link', { name })).toHaveAttribute('href', new RegExp(encodeURIComponent(email)))
  await links.getByRole('link', { name: 'Give tokens' }).click()
  const giving = page.getByRole('dialog', { name: 'Give bonus tokens' })
  await expect(giving.getByText(`To Ada ${lastName}, ${email}`)).toBeVisible()
  // Closed, and opened again: for nobody in particular.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Give bonus tokens' }).click()
  await expect(giving.getByLabel('Find a member')).toBeVisible()
  await page.goto(`/admin/members?q=${lastName}&open=${userId}`)
  await links.getByRole('link', { name: 'Book for them' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book for somebody' })
  await expect(dialog.getByRole('radio', { name: `Ada ${lastName}` })).toBeVisible()
  await expectAccessible(page)
  // Closed, and opened again for somebody else: nobody is left in the address.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(url => url.searchParams.size === 0)
})

test('back from an event the list of events stands as it was left, with the focus on that event', async ({
  page,
  venue,
}) => {
  const name = `Kept place ${Date.now()}`
  await venue.make(async target => {
    for (const n of [1, 2, 3]) await event(target, { name: `${name}, ${n}`, eventDate: dayAhead(20 + n) })
  })
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/registrations?q=${encodeURIComponent(name)}&size=2&page=2`)
  const link = page.getByRole('link', { name: `${name}, 3` })
  for (const back of [() => page.goBack(), () => page.getByRole('link', { name: 'All events' }).click()]) {
    await expect(page.getByText('Enter opens')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `${name}, 3` })).toBeFocused()
    await back()
    await expect(link).toBeFocused()
    const here = new URL(page.url()).searchParams
    expect([here.get('q'), here.get('size'), here.get('page'), here.get('event')]).toEqual([name, '2', '2', null])
  }
  // A click beside the name opens what the name does.
  await page.locator('[data-row] td').last().click()
  await expect(page.getByRole('heading', { level: 1, name: `${name}, 3` })).toBeVisible()
})

test('on paper a list says which it is, what it was narrowed by, how it is sorted, which page it is and when it was read', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/members?q=a&approval=approved&sort=-name&size=2&page=2')
  await settled(page)
  const said = page.locator('main').getByText(/^Members, 3–\d+ of [\d,]+, page 2 of [\d,]+$/)
  await expect(said).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(said).toBeVisible()
  await expect(
    page.getByText(/^Search: “a” · .*Approved.* · Sorted by: Name, falling · Read \w+ \d+ \w+ \d{4}, \d\d:\d\d$/),
  ).toBeVisible()
})

test('the head of the house’s calendar is one line on a desk, for a day and for a week', async ({ page, venue }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await signIn(page, venue.person('admin'))
  for (const path of ['/admin/house-calendar', '/admin/house-calendar?view=week']) {
    await page.goto(path)
    await settled(page)
    const head = page.locator('[data-page-head]')
    await expect(head).toHaveAttribute('data-lines', '1')
    expect((await head.boundingBox())!.height).toBeLessThan(56)
    await expect(head.getByRole('heading', { level: 2 })).toHaveText(/ \d{4}$/)
  }
})
