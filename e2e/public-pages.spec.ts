import type { Locator, Page } from '@playwright/test'
import { addDays } from '#platform/dates.ts'
import { call, expect, expectNoSidewaysScroll, settled, signIn, test } from './fixtures.ts'
import { nextSaturday } from './venue.ts'

// Pages that sell the place: whole before any script, and the same after.

/** Each with its heading and what somebody comes there to read. */
const pages: [path: string, heading: string, facts: RegExp[]][] = [
  ['/', 'A house for people who make things', [/Open 7 days/, /12 Paddington Street/, /Guests pay £1/]],
  ['/membership-info', 'Membership', [/£40 a month/, /150 tokens a week/, /Podcast/, /Do I pay when I apply/]],
  [
    '/market-tickets',
    'Market tickets',
    [/^\w{3} \d+ \w{3} \d{4}, 10:00–17:00 · £1 for guests$/, /£1 entry, online or at the door/],
  ],
  ['/contact', 'Talk to us', [/12 Paddington Street/, /08:00–20:00/, /\+44 20 7946 0123/, /hello@exchange\.example/]],
  ['/terms', 'Terms', [/Cancel 24 hours or more ahead/, /Your rights/]],
  ['/tour-booking', 'See the house', [/It costs nothing/, /\+44 20 7946 0123/]],
  ['/event-space', 'Host a workshop or event', [/Committee review/, /tokens a day/]],
  ['/code-of-conduct', 'Code of Conduct', [/Respect people/]],
  ['/launch', 'Come to the launch show', [/places are limited/i, /hello@exchange\.example/]],
]

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, isStill: true })

  for (const [path, heading, facts] of pages)
    test(`${path} is read whole, and says what works`, async ({ page }) => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        for (const fact of facts) await expect(page.getByRole('main').getByText(fact).first()).toBeVisible()
        await expect(page.getByText(/^Without JavaScript you can read/)).toBeVisible()
        await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()
      }
    })

  for (const path of ['/join', '/waitlist', '/auth'])
    test(`${path} says that it needs a script, how the house is reached, and where one can go`, async ({ page }) => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript')
        await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
        await expect(page.getByRole('main').getByRole('link', { name: 'hello@exchange.example' })).toBeVisible()
        await expect(page.getByRole('main').getByRole('link', { name: '+44 20 7946 0123' })).toBeVisible()
        await expectNoSidewaysScroll(page)
      }
      await page.getByRole('contentinfo').getByRole('link', { name: 'Membership', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Membership')
    })

  test('every page leads to every other by plain links', async ({ page }) => {
    await page.goto('/')
    for (const [name, heading] of [
      ['Market', 'Market tickets'],
      ['Contact', 'Talk to us'],
      ['Code of conduct', 'Code of Conduct'],
      ['Membership', 'Membership'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
    await page.getByRole('link', { name: 'Exchange, home page' }).click()
    await expect(page.getByRole('link', { name: 'Member Login' })).toBeVisible()
  })
})

test.describe('with JavaScript', () => {
  test.use({ isStill: true, serviceWorkers: 'block' })

  const headWords = (page: Page) =>
    page
      .locator('[data-page-head], .landing-hero')
      .evaluate(head => [...head.querySelectorAll('h1, p, .page-lead')].map(each => each.textContent))

  for (const [path, heading] of pages)
    test(`${path} says the same once somebody uses it, and nothing moves`, async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { moved: 0 })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries())
            Object.assign(window, {
              moved: (window as never as { moved: number }).moved + (entry as never as { value: number }).value,
            })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('#root[data-drawn]')).toHaveCount(1)
      await expectNoSidewaysScroll(page)
      const before = await headWords(page)
      await page.mouse.move(200, 300, { steps: 3 })
      await settled(page)
      expect(await headWords(page)).toEqual(before)
      expect(await page.evaluate(() => (window as never as { moved: number }).moved)).toBeLessThan(0.02)
    })

  /** How everything on the page looks, element by element. */
  const looks = (page: Page) =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')].flatMap(each =>
        ['', '::before', '::after'].map(pseudo => {
          const style = getComputedStyle(each, pseudo || null)
          const what = `${each.localName}.${each.className}${pseudo}`
          // What is not drawn looks like nothing, and most of them are not.
          if (pseudo && style.content === 'none') return `${what} none`
          return `${what} ${[...style]
            .filter(name => !name.startsWith('--'))
            .map(name => `${name}:${style.getPropertyValue(name)}`)
            .join(';')}`
        }),
      ),
    )

  for (const [path] of pages)
    test(`${path} has in it what it needs of the styles, and looks the same with all of them`, async ({ page }) => {
      test.slow()
      for (const width of [360, 1280])
        for (const scheme of ['light', 'dark']) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(path)
          await page.locator('html').evaluate((html, to) => html.setAttribute('data-mantine-color-scheme', to), scheme)
          await page.evaluate(() => document.fonts.ready)
          const before = await looks(page)
          await page.evaluate(async () => {
            const { sheets = '', styles = '' } = document.querySelector<HTMLElement>('script[data-sheets]')!.dataset
            const links = [...sheets.split(' '), ...styles.split(' ')]
              .filter(Boolean)
              .map(href => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
            const loaded = links.map(link => new Promise(done => link.addEventListener('load', done)))
            for (const style of document.head.querySelectorAll('style')) style.remove()
            document.head.append(...links)
            await Promise.all(loaded)
          })
          const after = await looks(page)
          expect(after.filter((each, at) => each !== before[at]).map(each => each.split(' ')[0])).toEqual([])
        }
    })

  test('by keyboard the first press of Tab begins, and the focus stays where it is', async ({ page }) => {
    await page.goto('/terms')
    // Past the way to the content, and to the in-box of the demonstration.
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
    const brand = page.getByRole('link', { name: 'Exchange, home page' })
    await expect(brand).toBeFocused()
    await settled(page)
    await expect(brand).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeFocused()
  })

  test('a link that is pressed at once leads on, and the form is there when somebody comes to it', async ({ page }) => {
    await page.goto('/terms')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    await page.mouse.move(100, 100, { steps: 3 })
    await page.mouse.wheel(0, 200)
    await page.getByLabel('Name').fill('Zora')
    await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  })

  for (const [path, words] of [
    ['/tour-booking', 'Book tour'],
    ['/market-tickets', 'Pay £1 by card'],
    ['/contact', 'Send message'],
    ['/event-space', 'Send message'],
    ['/launch', 'Register'],
    ['/code-of-conduct', 'Accept and Continue'],
  ])
    test(`${path} shows at once where its form begins, and leads to the first field`, async ({
      page,
      visit,
      venue,
    }) => {
      const boss = await visit()
      await signIn(boss, venue.person('admin'))
      const tourDate = addDays(nextSaturday().toISOString().slice(0, 10), 20)
      if (path === '/tour-booking')
        await call(boss, 'tours/addSlots', { tourDate, startTime: '09:00', endTime: '10:00', capacity: 4 })
      await page.setViewportSize({ width: 360, height: 780 })
      await page.goto(path!)
      const opener = page.locator('#root[data-drawn]').getByRole('link', { name: words!, exact: true })
      await expect(opener).toBeVisible()
      await opener.click()
      await expect(page.locator('#root[data-drawn]')).toHaveCount(0)
      await expect(page.locator('#content :focus')).toBeInViewport()
    })

  const formParts: [path: string, parts: (page: Page) => Locator[]][] = [
    [
      '/market-tickets',
      page => [
        ...['Market day', 'Name', 'Email'].map(label => page.locator('#buy').getByLabel(label)),
        page.locator('#buy').getByText('1 ticket', { exact: true }),
        page.getByText('Your tickets come to this address.'),
        page.locator('#buy').getByRole('rowheader', { name: 'Total' }),
        page.getByText('Pay £1 by card', { exact: true }),
        page.getByRole('heading', { name: 'The next market' }),
      ],
    ],
    [
      '/code-of-conduct',
      page => [
        page.getByText('1. Respect people', { exact: true }),
        page.getByText(/^Tell the staff about incidents/),
        page.getByRole('checkbox'),
        page.getByText('Accept and Continue', { exact: true }),
        page.getByText('Decline', { exact: true }),
      ],
    ],
  ]
  for (const [path, partsOf] of formParts)
    test(`${path} has its form in the same place before and after the application has come, on a phone and on a desk`, async ({
      page,
    }) => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expect(page.locator('#root[data-drawn]')).toHaveCount(1)
        await page.evaluate(() => document.fonts.ready)
        const places = () =>
          Promise.all(
            partsOf(page).map(part =>
              part.evaluate(each => {
                // Of words, where they stand: what they are in may have its edge elsewhere.
                const words = document.createRange()
                words.selectNodeContents(each)
                const { left, top, height } = (each.matches('input, select') ? each : words).getBoundingClientRect()
                return { left: left + scrollX, middle: top + scrollY + height / 2 }
              }),
            ),
          )
        const before = await places()
        await page.mouse.move(width - 20, 300, { steps: 3 })
        await settled(page)
        await expect(page.locator('#root[data-drawn]')).toHaveCount(0)
        const moved = (await places()).map(({ left, middle }, at) =>
          Math.max(Math.abs(left - before[at]!.left), Math.abs(middle - before[at]!.middle)),
        )
        expect(Math.max(...moved), `${width}: ${moved.map(Math.round)}`).toBeLessThanOrEqual(4)
      }
    })

  test('what is typed before the form is there stands in it when it has come, and so does the caret', async ({
    page,
  }) => {
    await page.goto('/market-tickets')
    const drawn = page.locator('#root[data-drawn]')
    await expect(drawn.getByRole('link', { name: 'Pay £1 by card' })).toBeVisible()
    // The application is held back for as long as somebody types.
    const mayCome = Promise.withResolvers<void>()
    await page.route('**/assets/**.js', async route => {
      await mayCome.promise
      await route.continue()
    })
    await drawn.getByLabel('Email').click()
    await page.keyboard.type('zora@people.example')
    await drawn.getByLabel('Name').click()
    await page.keyboard.type('Zora Hurst')
    await page.keyboard.press('Home')
    mayCome.resolve()
    await expect(drawn).toHaveCount(0)
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Dr ')
    await expect(page.getByLabel('Name')).toHaveValue('Dr Zora Hurst')
    await expect(page.getByLabel('Email')).toHaveValue('zora@people.example')
  })

  test('what is pressed before the form is there is done once it has come: more tickets, and the payment', async ({
    page,
  }) => {
    await page.goto('/market-tickets')
    const drawn = page.locator('#root[data-drawn]')
    const mayCome = Promise.withResolvers<void>()
    await page.route('**/assets/**.js', async route => {
      await mayCome.promise
      await route.continue()
    })
    const more = drawn.locator('#buy').getByText('+', { exact: true })
    await more.click()
    await more.click()
    await drawn.getByLabel('Name').fill('Zora Hurst')
    await drawn.getByLabel('Email').fill('zora@people.example')
    await drawn.getByRole('link', { name: 'Pay £1 by card' }).click()
    mayCome.resolve()
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expect(page.getByText(/£3(\.00)?$/).first()).toBeVisible()
    // With nothing typed there is nothing to pay yet: it leads to what is missing first.
    await page.goto('/market-tickets')
    await drawn.getByRole('link', { name: 'Pay £1 by card' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
  })

  test('by links, ticks and buttons alone the code of conduct is read and accepted, on the way to an account [JOIN-35, JOIN-36, JOIN-38]', async ({
    page,
  }) => {
    await page.goto('/membership-info')
    await page.getByRole('link', { name: 'Get Started' }).first().press('Enter')
    await expect(page).toHaveURL(/\/code-of-conduct\?return=/)
    await page.goto(page.url())
    const tick = page.getByRole('checkbox', { name: 'I have read and accept the Code of Conduct' })
    const accept = page.getByRole('region', { name: 'Acceptance' })
    await expect(page.locator('#root[data-drawn]')).toHaveCount(1)
    await accept.getByRole('link', { name: 'Accept and Continue' }).press('Enter')
    await expect(page.locator('#root[data-drawn]')).toHaveCount(0)
    await expect(tick).toBeFocused()
    await tick.press('Space')
    await accept.getByRole('button', { name: 'Accept and Continue' }).press('Enter')
    await expect(page).toHaveURL(/\/auth\?mode=signup&return=/)
  })

  test('the offer to install is kept until the application is there to make it [NAV-32]', async ({ page }) => {
    await page.clock.install()
    await page.goto('/terms')
    await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
    await settled(page)
    const bar = page.getByRole('region', { name: 'Install Exchange' })
    await expect(bar).toHaveCount(0)
    await page.clock.runFor(10_100)
    await expect(bar).toBeVisible()
  })
})
