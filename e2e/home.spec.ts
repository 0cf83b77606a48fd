import { call, comeNear, expect, expectAccessible, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'

test('on a narrow phone the hours of the house stay on one line', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const hours = page.locator('.landing-facts').getByText(/^\d\d:\d\d–\d\d:\d\d$/)
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await hours.evaluate(span => span.getClientRects().length), `${width} px`).toBe(1)
  }
})

test('the landing page is read without a session and leads to contact, sign-in and the market [HOME-01, HOME-02, HOME-03, HOME-04, HOME-05]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Member Login' })).toHaveAttribute('href', '/auth')
  await expect(page.getByRole('heading', { name: 'Rooms that are ready' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Market tickets' })).toHaveAttribute('href', '/market-tickets')
  await expect(page.getByText(/Guests pay £1 entry, online or at the door; members enter free/)).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact')
  await expect(footer.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  await expectNoSidewaysScroll(page)
})

test('the landing page is there before any script has run, and stays in its place after', async ({
  browser,
  venue,
  page,
}) => {
  const context = await browser.newContext({ baseURL: venue.url, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/')
  await expect(plain.getByRole('heading', { level: 1, name: 'A house for people who make things' })).toBeVisible()
  await expect(plain.getByRole('link', { name: 'Member Login' })).toBeVisible()
  await context.close()

  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          moved: (window as never as { moved: number }).moved + (entry as never as { value: number }).value,
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Exchange, home page' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our Spaces' })).toBeAttached()
  const moved = await page.evaluate(() => (window as never as { moved: number }).moved)
  expect(moved).toBeLessThan(0.01)
})

test('/home and /portal are one page, which greets people by their first name [HOME-13]', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  const read = async (path: string) => {
    await page.goto(path)
    await settled(page)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Ada' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The Hall' })).toBeVisible()
    // Parts further down are drawn as somebody comes near.
    for (const part of ['Our Spaces', 'Creative Directory', 'Community Updates', 'Get In Touch'])
      await comeNear(page, part)
    await settled(page)
    const title = await page.title()
    const links = await page.locator('#content a').evaluateAll(all => all.map(link => link.getAttribute('href')))
    return { title, links, words: await page.locator('#content').textContent() }
  }
  const [home, portal] = [await read('/home'), await read('/portal')]
  expect(home.words).toContain('Get In Touch')
  expect(portal).toEqual(home)
})

test('the house is open 7 days, 08:00–20:00, on every page that says so; other hours are said there at once [HOME-12]', async ({
  page,
  visit,
  venue,
}) => {
  const [member, office] = [await visit(), await visit()]
  await signIn(member, venue.person('member'))
  await signIn(office, venue.person('admin'))
  const everywhere = [
    ...['/', '/contact', '/terms'].map(path => [page, path] as const),
    ...['/home', '/portal', '/contact', '/terms'].map(path => [member, path] as const),
    [office, '/admin/contact'] as const,
  ]
  const expectHours = async (hours: string, former?: string) => {
    for (const [who, path] of everywhere) {
      await who.goto(path)
      await settled(who)
      if (path === '/home' || path === '/portal') await comeNear(who, 'Get In Touch')
      const words = who.locator('#content')
      await expect(words, path).toContainText(/7 days/)
      await expect(words, path).toContainText(hours)
      if (former) await expect(words, path).not.toContainText(former)
    }
    // As it is before any script has run, and to search engines.
    for (const path of ['/', '/contact', '/terms', '/tour-booking']) {
      const html = (await (await page.request.get(path)).text()).replaceAll('<!-- -->', '')
      expect(html, path).toMatch(new RegExp(`7 days, (<span[^>]*>)?${hours}`))
      if (former) expect(html, path).not.toContain(former)
    }
  }
  await expectHours('08:00–20:00')
  try {
    await call(office, 'venue/changeSettings', { opensAt: '07:15', closesAt: '21:45' })
    await expectHours('07:15–21:45', '08:00–20:00')
  } finally {
    await call(office, 'venue/changeSettings', { opensAt: '08:00', closesAt: '20:00' })
  }
})

test('who has applied sees how far the application is, and no balance of tokens that they have no use for', async ({
  page,
  venue,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('applicant'))
  await page.goto('/home')
  const own = page.getByRole('region', { name: 'Your membership' })
  const steps = own.getByRole('list', { name: 'Your application' })
  await expect(steps).toContainText('The committee votes')
  await expect(own).not.toContainText('0 tokens')
  await expectNoSidewaysScroll(page)
})

test('home tells how to reach the house and leads to the enquiry form', async ({ page, venue }) => {
  await signIn(page, venue.person('freeMember'))
  await page.goto('/home')
  const part = page.getByRole('region', { name: 'Get In Touch' })
  await expect(part.getByRole('link', { name: 'hello@exchange.example' })).toBeVisible()
  await part.getByRole('link', { name: 'Write to us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('an enquiry with mistakes shows the first one only, titled "Invalid input"; a good one is confirmed and in the office, ten an hour [HOME-28, HOME-31, HOME-33]', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Zora ${Date.now()}`
  // A network of their own: what is sent here counts for nobody else.
  const from = { 'x-forwarded-for': '198.51.100.133' }
  await page.setExtraHTTPHeaders(from)
  await page.goto('/contact')
  await expect(page.getByText('12 Paddington Street, Marylebone, London W1U 5QY')).toBeVisible()
  await expect(page.getByText('7 days, 08:00–20:00')).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Invalid input' })
  await expect(notice).toContainText('Please tell us your name')
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill('zora@people.example')
  await page.getByLabel('Message').fill('Is there room for a press?')
  await page.getByRole('button', { name: 'Send message' }).click()
  // In the form's place, so that nobody sends it twice; it lasts, and leads to another.
  const sent = page.getByRole('heading', { name: 'Message sent' })
  await expect(sent).toBeFocused()
  await expect(page.getByText('on its way to zora@people.example, and we answer there within 48 hours')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveCount(0)
  await expectAccessible(page)
  const mail = await venue.mail('zora@people.example', 'We have your message')
  expect(mail.text).toContain('answers within 48 hours')
  // Anybody can type somebody's address: what they wrote is not sent there from this house.
  expect(mail.text).not.toContain('Is there room for a press?')
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await office.goto(`/admin/enquiries?q=${encodeURIComponent(name)}`)
  await expect(office.getByRole('row').filter({ hasText: name })).toContainText('Is there room')
  // Nine more from this network; then it is enough for an hour, and what was typed stays.
  for (let count = 0; count < 9; count++) {
    const json = { name: 'Zora', email: 'again@people.example', message: 'A press' }
    const headers = { ...from, 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() }
    expect((await page.request.post('/rpc/contact/send', { data: { json }, headers })).ok()).toBe(true)
  }
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill('eleventh@people.example')
  await page.getByLabel('Message').fill('And a kiln?')
  await page.getByRole('button', { name: 'Send message' }).click()
  const refused = page.getByRole('alert').filter({ hasText: 'Failed to send message. Please try again.' })
  await expect(refused).toContainText(/Too many requests\. Please try again in \d+ minutes/)
  await expect(page.getByLabel('Message')).toHaveValue('And a kiln?')
  const { rows } = await call<{ rows: { message: string }[] }>(office, 'contact/list', { q: name })
  expect(rows.map(({ message }) => message)).toEqual(['Is there room for a press?'])
})

test('the office answers an enquiry at a second press, and goes on where it was', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  const name = `Asker ${Date.now()}`
  await call(page, 'contact/send', { name, email: 'asker@people.example', message: 'Is there a kiln?' })
  await page.goto(`/admin/enquiries?status=all&q=${encodeURIComponent(name)}`)
  await page.getByRole('rowheader').getByRole('button').filter({ hasText: name }).click()
  await page.getByRole('textbox', { name: 'Answer' }).fill('There is.')
  await page.getByRole('button', { name: 'Send answer' }).press('Enter')
  const asked = page.getByRole('dialog', { name: `Send your answer to ${name}?` })
  await asked.getByRole('button', { name: 'Send answer' }).press('Enter')
  await expect(page.getByText(`${name} gets it by email.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('body, #content') ?? true)).toBe(false)
})

test('a visitor reads in four steps how the hall is had and asks for it; the office sees what it is about [TOUR-10, TOUR-11, TOUR-12]', async ({
  page,
  visit,
  venue,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Event space' }).click()
  await expect(page).toHaveURL('/event-space')
  const steps = page.getByRole('region', { name: 'How it goes' }).getByRole('listitem').getByRole('heading')
  await expect(steps).toHaveText(['Submit', 'Committee review', 'Decision within 48 hours', 'Host'])
  // The rules of the enquiry form, in its words.
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid input' })).toContainText('Please tell us your name')
  const name = `Hall ${Date.now()}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill('hall@people.example')
  await page.getByLabel('Phone').fill('020 7946 0999')
  await page.getByLabel('Message').fill('A reading for sixty on a Thursday in May.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  const office = await visit()
  await signIn(office, venue.person('admin'))
  await office.goto(`/admin/enquiries?inquiryType=event_space&q=${encodeURIComponent(name)}`)
  await expect(office.getByRole('row').filter({ hasText: name })).toContainText('A reading for sixty')
})

test('who is signed in is asked only what the house does not know', async ({ page, venue }) => {
  await signIn(page, venue.person('freeMember'))
  const { phone } = await call<{ phone: string }>(page, 'members/profile')
  const { email, firstName, lastName } = await call<Record<string, string>>(page, 'members/me')
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue(`${firstName} ${lastName}`)
  await expect(page.getByLabel('Email')).toHaveValue(email!)
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
  expect(phone).not.toBe('')
})

test('a failure to send or to load says so in the specified words [HOME-29, HOME-32]', async ({ page }) => {
  await page.route('**/rpc/content/contact*', route => route.abort())
  await page.route('**/rpc/contact/send', route => route.abort())
  await page.goto('/contact')
  await expect(page.getByText('Failed to load contact information')).toBeVisible()
  await page.getByLabel('Name').fill('Zora')
  await page.getByLabel('Email').fill('zora@people.example')
  await page.getByLabel('Message').fill('Is there room for a press?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Is there room for a press?')
})

test('the theme is light until another is chosen, which stays [NAV-05]', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  expect(await scheme()).toBe('light')
  for (const [label, shown] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['System', 'dark'],
  ] as const) {
    await page.getByRole('radio', { name: label }).check({ force: true })
    expect(await scheme()).toBe(shown)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await scheme()).toBe(shown)
  }
})

test('the terms are public [NAV-09]', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(page.getByText(/Cancel 24 hours or more ahead/)).toBeVisible()
})

for (const width of [360, 1280])
  test(`a room on the first page leads a visitor to the rooms and what they cost at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 })
    await page.goto('/')
    await settled(page)
    await page.getByRole('link', { name: 'Music Studio' }).click()
    await expect(page).toHaveURL(/\/membership-info#rooms$/)
    const rooms = page.getByRole('region', { name: 'Studios and facilities' })
    await expect(rooms).toContainText('Music Studio')
    await expect
      .poll(() => rooms.evaluate(part => Math.abs(Math.round(part.getBoundingClientRect().top))))
      .toBeLessThanOrEqual(1)
  })
