import { writeFile } from 'node:fs/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { create, toDataURL } from 'qrcode'
import { guestPasses } from '#features/guests/passes/table.ts'
import { marketPass } from '#features/market/tickets/rules.ts'
import { formatTime } from '#platform/words.ts'
import { event } from '#seed/factories/events.ts'
import { member } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, saturdayTest as test } from './fixtures.ts'
import { password } from './newcomer.ts'
import { nextSaturday } from './venue.ts'

/** What a device says that knows enough to go on without a network. */
const ready = 'Connected, works offline too'

/** The network goes once the scanner is ready to do without it. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  await keptForOffline(page, 'market-scanner')
  await context.setOffline(true)
}

test('visitors read about the market and are asked to log in for a ticket; signed in they have a code to check in [MKT-16, MKT-19, MKT-23, MKT-24]', async ({
  page,
  venue,
}) => {
  await page.goto('/market-tickets')
  await expect(page.getByText('Please log in to generate your ticket')).toBeVisible()
  await expect(page.getByText('£1 entry, online or at the door')).toBeVisible()
  await expect(page.getByText('Free entry')).toBeVisible()
  await expect(page.getByText('10:00–17:00', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await signIn(page, venue.person('member'))
  await page.goto('/market-tickets')
  await expect(page.getByRole('img', { name: 'Your market check-in code' })).toBeVisible()
})

test('a member’s code is 400 pixels wide, can be made anew and downloaded [MKT-17, MKT-18, MKT-19]', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.goto('/market-tickets')
  const code = page.getByRole('img', { name: 'Your market check-in code' })
  await expect(code).toBeVisible()
  expect((await code.boundingBox())!.width).toBe(400)
  await expect(page.getByText(/^Good for 1[45]:\d\d more$/)).toBeVisible()
  const before = await ownCode(page)
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Get a new code' }).click()
      return ownCode(page)
    })
    .not.toBe(before)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloaded).createReadStream()) chunks.push(chunk as Buffer)
  // Width and height in a PNG's header.
  expect(Buffer.concat(chunks).subarray(16, 24)).toEqual(Buffer.from([0, 0, 1, 144, 0, 0, 1, 144]))
  await expect(page.getByText('Ticket downloaded!')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('the day before the market the place of the code says when it opens, with its day for the calendar', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('member'))
  await page.route('**/rpc/market/about**', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: { day: object } }
    Object.assign(body.json.day, { isToday: false, on: '2026-11-28' })
    await route.fulfill({ json: body })
  })
  await page.goto('/market-tickets')
  await expect(page.getByText('Your code opens on Sat 28 Nov')).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await file).suggestedFilename()).toMatch(/^market-.*\.ics$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the ticket that cannot be made says so [MKT-19]', async ({ page, venue }) => {
  await signIn(page, venue.person('member'))
  await page.route('**/rpc/market/ticket', route => route.fulfill({ status: 400, body: '{}' }))
  await page.goto('/market-tickets')
  await expect(page.getByText('Failed to generate ticket')).toBeVisible()
})

test('the camera reads a code once, admits, and refuses it the next time [MKA-07, MKA-08, MKA-09, MKA-17, MKA-18]', async ({
  page,
  visit,
  venue,
}) => {
  const code = await codeOfMember(await visit(), venue.person('freeMember'))
  await withCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText('Hold a code in front of the camera.')).toBeVisible()
  const box = page.locator('video + div')
  expect(await box.boundingBox()).toMatchObject({ width: 250, height: 250 })
  // Ten looks a second.
  await expect.poll(() => page.evaluate(() => (window as unknown as CameraWindow).intervals)).toContain(100)
  await hold(page, code)
  await expect(page.getByText('Admitted', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('status').getByText('Checked in')).toBeVisible()
  // Still in view: no second scan comes of it.
  const scans = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')
  await page.waitForFunction(() => (window as unknown as CameraWindow).framesDrawn > 40)
  await expect(scans).toHaveCount(1)
  for (const other of ['{"type":"market-checkin"}', 'https://a.example', 'w=1', 'x=2', 'y=3']) {
    await page.getByLabel('Ticket code').fill(other)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('status').getByText('Invalid QR code format')).toBeVisible()
  }
  await expect(scans).toHaveCount(5)
  await page.getByLabel('Ticket code').fill(code)
  await page.getByLabel('Ticket code').press('Enter')
  await expect(
    page.getByRole('status').getByText('Already checked in less than a minute ago (must wait 30 minutes)'),
  ).toBeVisible()
  await expect(page.getByText(/^Let in again from \d\d:\d\d$/)).toBeVisible()
  await expect(scans.first()).toContainText('Already checked in')
  await page.route('**/rpc/door/admit', route => route.fulfill({ status: 400, body: '{}' }))
  await page.getByLabel('Ticket code').fill('z=4')
  await page.getByLabel('Ticket code').press('Enter')
  await expect(page.getByRole('status').getByText('Error validating ticket')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /check-ins/i })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Market check-ins' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as CameraWindow).liveTracks())).toBe(0)
})

for (const path of ['/admin/market-scanner', '/admin/guest-pass-scanner'])
  test(`the camera of ${path} looks ten times a second at a box of 250 by 250 [MKA-10]`, async ({ page, venue }) => {
    await withCamera(page)
    await signIn(page, venue.person('door'))
    await page.goto(path)
    await expect(page.getByText('Hold a code in front of the camera.')).toBeVisible()
    expect(await page.locator('video + div').boundingBox()).toMatchObject({ width: 250, height: 250 })
    const camera = () =>
      page.evaluate(() => {
        const { looks, intervals } = window as unknown as CameraWindow
        return { looks, intervals }
      })
    await expect.poll(async () => (await camera()).looks.length).toBeGreaterThan(3)
    expect((await camera()).intervals).toContain(100)
    const { width, height, isMiddle } = (await camera()).looks.at(-1)!
    expect([Math.round(width), Math.round(height), isMiddle]).toEqual([250, 250, true])
    // On a small phone the box is whole, and what is typed and paid is in sight without scrolling.
    await page.setViewportSize({ width: 360, height: 740 })
    const used = [page.getByRole('button', { name: 'Check', exact: true })]
    if (path.includes('market')) used.push(page.getByRole('button', { name: 'Guest paid £1' }))
    for (const button of used)
      await expect
        .poll(async () => {
          const [{ y, height: high }, bar] = [(await button.boundingBox())!, await page.locator('nav').boundingBox()]
          return y + high <= bar!.y
        })
        .toBe(true)
    const [box, view] = [await page.locator('video + div').boundingBox(), await page.locator('video').boundingBox()]
    expect(box!.y).toBeGreaterThanOrEqual(view!.y)
    expect(box!.y + box!.height).toBeLessThanOrEqual(view!.y + view!.height)
  })

test('a guest’s pass is scanned or typed, in any case and spacing; guest, inviter and uses left are read, and each refusal its reason [GPS-02, GPS-08, GPS-09, GPS-10, GPS-11]', async ({
  page,
  visit,
  venue,
}) => {
  const [host, on] = [await visit(), nextSaturday().toISOString().slice(0, 10)]
  await signIn(host, venue.person('member'))
  const { firstName, lastName } = await (await host.request.get('/api/members/me')).json()
  const { userId: inviterUserId } = await call<{ userId: string }>(host, 'members/me')
  const pass = async (guestName: string, more: Partial<typeof guestPasses.$inferInsert> = {}) => {
    const [row] = await venue.make(target =>
      target.db
        .insert(guestPasses)
        .values({
          ...{ inviterUserId, guestName, guestEmail: 'guest@guests.example', validUntil: on, ...more },
          ...{ passCode: lettersOf(guestName), createdAt: new Date(nextSaturday().getTime() - 3_600_000) },
        })
        .returning({ id: guestPasses.id, passCode: guestPasses.passCode }),
    )
    return row!
  }
  await withCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/guest-pass-scanner')
  await expect(page.getByText('Hold a code in front of the camera.')).toBeVisible()
  const verdict = page.locator('[data-outcome]')
  const type = async (letters: string) => {
    await page.getByLabel(/code/i).first().fill(letters)
    await page.keyboard.press('Enter')
  }
  // Good through the end of its last day, which is today; of three uses two are left.
  const good = await pass('Greta Three', { usageLimit: 3 })
  const { code } = await call<{ code: string }>(host, 'guestPasses/show', { id: good.id })
  await hold(page, code)
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  for (const text of ['Greta Three', `Invited by ${firstName} ${lastName}`, '2 uses left'])
    await expect(verdict.getByText(text, { exact: true })).toBeVisible()
  const twice = await pass('Theo Typed')
  await type(`  ${twice.passCode.slice(0, 4).toLowerCase()} ${twice.passCode.slice(4).toLowerCase()} `)
  await expect(verdict.getByText('Theo Typed', { exact: true })).toBeVisible()
  for (const text of ['Admitted', `Invited by ${firstName} ${lastName}`, '0 uses left'])
    await expect(verdict.getByText(text, { exact: true })).toBeVisible()
  // The same at once is a slip of the hand; a moment later it is used up.
  await expect(async () => {
    await type(twice.passCode)
    await expect(verdict.getByText('Usage limit reached', { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await type((await pass('Olga Over', { validUntil: '2025-05-03' })).passCode)
  await expect(verdict.getByText('Pass expired on 3 May 2025', { exact: true })).toBeVisible()
  await type((await pass('Carl Cancelled', { status: 'cancelled' })).passCode)
  await expect(verdict.getByText('Pass is cancelled', { exact: true })).toBeVisible()
  const used = { status: 'used', timesUsed: 1, lastUsedAt: nextSaturday() } as const
  await type((await pass('Uta Used', used)).passCode)
  await expect(verdict.getByText('Uta Used', { exact: true })).toBeVisible()
  await expect(verdict.getByText('Usage limit reached', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.route('**/rpc/door/admit', route => route.fulfill({ status: 400, body: '{}' }))
  await type(good.passCode)
  await expect(verdict.getByText('Error validating pass', { exact: true })).toBeVisible()
})

test('somebody shows the ticket of an event; the door chooses Events, lets in the party, takes it back and lets it in again', async ({
  page,
  visit,
  venue,
}) => {
  const [saturday, who] = [nextSaturday(), await visit()]
  const on = saturday.toISOString().slice(0, 10)
  const startTime = formatTime(new Date(saturday.getTime() + 40 * 60_000))
  const name = `Open studio ${crypto.randomUUID().slice(0, 4)}`
  const { id } = await venue.make(target =>
    event(target, { name, eventDate: on, startTime, endTime: '20:00', plusOnesAllowed: 2, pointsReward: 3 }),
  )
  await signIn(who, venue.person('member'))
  const { firstName, lastName } = await (await who.request.get('/api/members/me')).json()
  await call(who, 'events/register', { id, plusOnes: 2 })
  await who.goto(`/event/${id}`)
  await who.getByRole('button', { name: 'Show my ticket' }).click()
  const ticket = who.getByRole('dialog', { name })
  await expect(ticket.getByRole('img', { name: `Your ticket for ${name}` })).toBeVisible()
  await expect(ticket.getByText('It lets in you and 2 guests: come together.')).toBeVisible()
  const letters = (await ticket.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/).textContent())!
  await expectAccessible(who)
  await who.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(who)

  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await choose(page, 'Events')
  await expect(page.getByRole('heading', { name: 'Event entry scanner' })).toBeVisible()
  const verdict = page.locator('[data-outcome]')
  const count = async () => (await call<{ count: number }>(page, 'door/headCount')).count
  const before = await count()
  const scan = async () => {
    await page.getByLabel('Ticket code').fill(letters)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
    await expect(verdict.getByText(`${firstName} ${lastName}`, { exact: true })).toBeVisible()
    await expect(verdict.getByText(`${name}, with 2 guests`)).toBeVisible()
    // How many may pass is as large as whose ticket it is.
    await expect(verdict.getByText('Admit 3', { exact: true })).toBeVisible()
    expect(await count()).toBe(before + 3)
  }
  await scan()
  await expectAccessible(page)
  await verdict.getByRole('button', { name: 'Undo' }).click()
  await expect(verdict.getByText('Taken back')).toBeVisible()
  expect(await count()).toBe(before)
  await scan()
  // The same at once is a slip of the hand; a moment later it is refused.
  await expect(async () => {
    await page.getByLabel('Ticket code').fill(letters)
    await page.getByLabel('Ticket code').press('Enter')
    await expect(verdict.getByText(/^Already checked in/)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await choose(page, 'Market')
  await expect(page.getByRole('heading', { name: 'Market entry scanner' })).toBeVisible()
})

test('without a camera the door goes on by typing; a guest pays £1 [MKA-11, MKT-24]', async ({
  page,
  visit,
  venue,
}) => {
  const member = await visit()
  await codeOfMember(member, venue.person('committee'))
  const ticket = member.getByRole('region', { name: 'Your ticket' })
  const typed = (await ticket.locator('strong').textContent())!
  // Nothing else stands on it that looks like what the door takes.
  await expect(ticket.getByText(/\b[0-9A-Z]{4} ?[0-9A-Z]{4}$/)).toHaveCount(1)
  await withoutCamera(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText('Failed to start camera')).toBeVisible()
  await page.getByLabel('Ticket code').fill(typed.toLowerCase())
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const word = page.locator('[data-outcome]').getByText('Admitted', { exact: true })
  await expect(word).toBeVisible()
  // Beside the member's face, in one line.
  await expect(page.locator('[data-outcome] svg.face')).toBeVisible()
  expect((await word.boundingBox())!.height).toBeLessThan(60)
  // Who gives no name is a guest all the same, and what they paid is said.
  await page.getByRole('button', { name: 'Guest paid £1' }).click()
  await expect(page.locator('[data-outcome]').getByText('Guest', { exact: true })).toBeVisible()
  await expect(page.locator('[data-outcome]').getByText('Paid £1', { exact: true })).toBeVisible()
  await page.getByLabel('Guest’s name').fill('Gus Guest')
  await page.getByRole('button', { name: 'Guest paid £1' }).dblclick()
  const verdict = page.locator('[data-outcome]')
  await expect(verdict.getByText('Gus Guest')).toBeVisible()
  await expect(verdict).toBeInViewport({ ratio: 1 })
  const guests = async () => (await call<{ guests: number }>(page, 'market/attendance')).guests
  const counted = await guests()
  await page.getByLabel('Guest’s name').fill('Mia Mistake')
  await expect
    .poll(async () => {
      if ((await guests()) === counted) await page.getByRole('button', { name: 'Guest paid £1' }).click()
      return guests()
    })
    .toBe(counted + 1)
  // The verdict is the one place that says it and takes it back: nothing lies over it.
  await expect(verdict.getByText('Mia Mistake')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(verdict.getByText('Taken back')).toBeVisible()
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  expect(await guests()).toBe(counted)
  await expectNoSidewaysScroll(page)
  await page.goto('/admin/market-checkins')
  await expect(page.getByText('Gus Guest')).toHaveCount(1)
  await page.getByText('Gus Guest').click()
  const { firstName } = await (await page.request.get('/api/members/me')).json()
  await expect(page.getByRole('dialog').getByText(firstName)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Mia Mistake')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
})

test('the scanner works without a connection, also after a reload, and sends later', async ({
  page,
  context,
  visit,
  venue,
}) => {
  const member = await visit()
  const code = await codeOfMember(member, venue.person('member'))
  const { firstName } = await (await member.request.get('/api/members/me')).json()
  await withCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  await keptForOffline(page, 'wasm')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/^No network/)).toBeVisible()
  await hold(page, code)
  await expect(page.getByText('Admitted', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(alone('1 scan'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(alone('1 scan'))).toBeVisible()
  await hold(page, code)
  await expect(page.getByRole('status').getByText(/^Already checked in/)).toBeVisible()
  // The code is taken away; held on, it is read again and again.
  await page.evaluate(blank => (window as unknown as CameraWindow).hold(blank), emptyPicture)
  await context.setOffline(false)
  await expect(page.getByText('Connected')).toBeVisible()
  await expect(page.getByText(/^(Sending|No network)/)).toBeHidden({ timeout: 30_000 })
  await page.goto('/admin/market-checkins')
  await expect(page.getByText(firstName).first()).toBeVisible()
  await expect(page.getByText('Double entry')).toBeHidden()
})

test('who is in the building is read without a network, also after a reload, with whom this door let in since and how old it is', async ({
  page,
  context,
  venue,
}) => {
  await withoutCamera(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('door'))
  await call(page, 'door/checkIn', { id: crypto.randomUUID(), guestName: 'Rolf Rollcall' })
  await page.goto('/admin/market-scanner')
  // Where it matters, on a phone, that it is ready is read.
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  await keptForOffline(page, 'market-scanner')
  const { count } = await call<{ count: number }>(page, 'door/headCount')
  await context.setOffline(true)
  const heads = page.getByRole('button', { name: /of 500 inside/ })
  await expect(heads).toContainText(/^[\d,]+ of 500 inside at \d\d:\d\d/)
  await expect(heads).toContainText(`${count} of`)
  await page.getByLabel('Guest’s name').fill('Gail Lately')
  await page.getByRole('button', { name: 'Guest paid £1' }).click()
  await expect(page.locator('[data-outcome]').getByText('Gail Lately')).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(heads).toContainText(`${count + 1} of`)
  const readsAll = async () => {
    const sheet = page.getByRole('dialog', { name: 'Who is in the building' })
    for (const name of ['Rolf Rollcall', 'Gail Lately'])
      await expect(sheet.getByRole('rowheader', { name: new RegExp(name) })).toBeVisible()
    await expect(sheet.getByText(/^No network\. The list is from \d\d:\d\d, .* ago\.$/)).toBeVisible()
    await expect(sheet.getByRole('button', { name: /^Check out/ })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  }
  await heads.click()
  await readsAll()
  await page.reload()
  await readsAll()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('Sent: 1 let in', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(heads).toContainText(`${count + 1} of`)
})

test('a code that was typed without a network is judged as of then, and its own row says what the server said', async ({
  page,
  context,
  visit,
  venue,
}) => {
  const someone = await venue.make(target => member(target, { password, firstName: 'Tilda', lastName: 'Typed' }))
  await venue.make(target => member(target, { firstName: 'Nelly', lastName: 'Unopened' }))
  const who = await visit()
  await codeOfMember(who, { ...someone, password })
  const typed = (await who.getByRole('region', { name: 'Your ticket' }).locator('strong').textContent())!
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await loseNetwork(page, context)
  await expect(page.getByText('Type a name. Codes are checked later.')).toBeVisible()
  // Whoever opened no ticket today is not on the device: that is said, and not that they may not come in.
  await page.getByLabel('Ticket code or name').fill('Unopened')
  await expect(
    page.getByText(
      /^Not among the names on this device: .*Scan their QR code, or note the name and check them in later\.$/,
    ),
  ).toBeVisible()
  await expect(page.getByText('for today in this name.')).toHaveCount(0)
  const field = page.getByLabel('Ticket code or name')
  const verdict = page.locator('[data-outcome]')
  for (const [n, code] of [typed, 'ZZZZ XXXX'].entries()) {
    await field.fill(code)
    await field.press('Enter')
    await expect(verdict.getByText('Not checked', { exact: true })).toBeVisible()
    await expect(verdict.getByText('Kept here, and checked once there is a network.')).toBeVisible()
    // Nothing of it is an entry.
    await expect(page.getByText(alone(n === 0 ? '1 typed code' : '2 typed codes'))).toBeVisible()
  }
  await context.setOffline(false)
  await expect(page.getByText('Sent: 1 refused, 1 good, not let in')).toBeVisible({ timeout: 30_000 })
  const own = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')
  await expect(own.nth(1)).toContainText('Tilda Typed')
  await expect(own.nth(1)).toContainText(/It was good at \d\d:\d\d, and let nobody in/)
  await expect(own.nth(1)).toContainText('Good, not let in')
  await expect(own.nth(0)).toContainText('We do not know this code, or it is too old')
  await expect(own.nth(0)).toContainText('Refused')
  await field.fill(typed)
  await field.press('Enter')
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  await expect(verdict.getByText('Tilda Typed')).toBeVisible()
})

test('whoever was let in by name without a network is not offered once more, and one registration is shown for each person', async ({
  page,
  context,
  visit,
  venue,
}) => {
  const [saturday, who] = [nextSaturday(), await visit()]
  const lastName = `Remade${crypto.randomUUID().replace(/[^a-f]/g, '')}`
  const someone = await venue.make(target => member(target, { password, firstName: 'Rita', lastName }))
  const startTime = formatTime(new Date(saturday.getTime() + 40 * 60_000))
  const eventDate = saturday.toISOString().slice(0, 10)
  const { id } = await venue.make(target => event(target, { name: 'Remaking', eventDate, startTime, endTime: '20:00' }))
  await signIn(who, { ...someone, password })
  const first = await call<{ id: string }>(who, 'events/register', { id })
  await call(who, 'events/cancelRegistration', { id: first.id, tokensBack: 0 })
  await call(who, 'events/register', { id })
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner?for=events')
  await loseNetwork(page, context)
  const field = page.getByLabel('Ticket code or name')
  const verdict = page.locator('[data-outcome]')
  const found = page.getByRole('list', { name: 'Found by name' }).getByRole('listitem')
  await field.fill(lastName)
  await expect(found).toHaveCount(1)
  await expect(found).not.toContainText('This registration was cancelled')
  const heads = page.getByRole('button', { name: /of 500 inside/ })
  const before = Number.parseInt((await heads.textContent())!, 10)
  await found.getByRole('button', { name: `Let in Rita ${lastName}` }).click()
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  await expect(heads).toContainText(`${before + 1} of`)
  await field.fill(lastName)
  await expect(found).toContainText('came in before')
  await expect(found).toContainText(/Let in again from \d\d:\d\d/)
  await expect(found.getByRole('button')).toHaveCount(0)
  // One result at a time: what was decided before makes room for what is looked for.
  await expect(verdict).toHaveAttribute('data-outcome', 'none')
  await context.setOffline(false)
  await expect(page.getByText('Sent: 1 let in', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('on a phone without a camera the field is the first thing, and has the focus; what was decided keeps it there', async ({
  page,
  venue,
}) => {
  await page.addInitScript(() => {
    const { matchMedia } = window
    window.matchMedia = query => matchMedia.call(window, query.replace('(pointer: fine)', '(pointer: none)'))
  })
  await withoutCamera(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  const field = page.getByLabel('Ticket code or name')
  await expect(page.getByText('Allow it in your browser.')).toBeVisible()
  await expect(field).toBeFocused()
  expect((await field.boundingBox())!.y).toBeLessThan(300)
  await page.keyboard.type('ABC-123')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'refused')
  await expect(field).toBeFocused()
})

test('in a hand the verdict fills the screen, and the next code is typed at once', async ({ page, venue }) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner?for=events')
  const field = page.getByLabel('Ticket code or name')
  const verdict = page.locator('[data-outcome]')
  const bar = page.getByRole('navigation', { name: 'Door' })
  for (const [width, height] of [
    [360, 780],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    await field.fill('ABC-123')
    await field.press('Enter')
    await expect(verdict).toHaveAttribute('data-outcome', 'refused')
    const [seen, { y }] = [(await verdict.boundingBox())!, (await bar.boundingBox())!]
    expect([seen.x, seen.y, seen.width]).toEqual([0, 0, width])
    expect(Math.abs(seen.y + seen.height - y)).toBeLessThan(5)
    await expectAccessible(page)
    // What is typed goes into the field below it, and it makes room.
    await field.pressSequentially('ABC')
    await expect(verdict).toHaveAttribute('data-outcome', 'none')
    await expect(field).toHaveValue('ABC')
  }
})

test('where nobody answers the scanner opens with what the device keeps, and waits for no second attempt', async ({
  page,
  venue,
}) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  let attempts = 0
  await page.route('**/rpc/members/me*', route => {
    attempts += 1
    // The second one is never answered.
    return attempts === 1 ? route.abort() : undefined
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Market entry scanner' })).toBeAttached()
  await expect(page.getByLabel('Ticket code or name')).toBeVisible()
  await page.unroute('**/rpc/members/me*')
})

test('a device that was opened for the market says that it knows tickets of events too, and checks them without a network', async ({
  page,
  context,
  visit,
  venue,
}) => {
  const [saturday, who] = [nextSaturday(), await visit()]
  const on = saturday.toISOString().slice(0, 10)
  const startTime = formatTime(new Date(saturday.getTime() + 40 * 60_000))
  const name = `Open studio ${crypto.randomUUID().slice(0, 4)}`
  const { id } = await venue.make(target => event(target, { name, eventDate: on, startTime, endTime: '20:00' }))
  await signIn(who, venue.person('member'))
  const { id: registration } = await call<{ id: string }>(who, 'events/register', { id })
  const { code } = await call<{ code: string }>(who, 'events/ticket', { id: registration })
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await loseNetwork(page, context)
  await page.reload()
  await choose(page, 'Events')
  await expect(page.getByRole('heading', { name: 'Event entry scanner' })).toBeVisible()
  await page.getByLabel('Ticket code').fill(code)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.locator('[data-outcome]').getByText('Admitted', { exact: true })).toBeVisible()
  await expect(page.locator('[data-outcome]').getByText(name)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Connected')).toBeVisible()
})

test('a device that can keep no more unsent scans lets nobody in and says why', async ({ page, context, venue }) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await loseNetwork(page, context)
  const guest = (n: number) => ({ as: 'walkIn', input: { scanId: String(n), kind: 'market', name: 'Guest' } })
  await page.evaluate(
    queue => localStorage.setItem('exchange.door-queue', JSON.stringify(queue)),
    Array.from({ length: 1_999 }, (_, n) => guest(n)),
  )
  await page.reload()
  await expect(page.getByText(alone('1,999 scans'))).toBeVisible()
  const enter = async (name: string) => {
    await page.getByLabel('Guest’s name').fill(name)
    await page.getByRole('button', { name: 'Guest paid £1' }).click()
  }
  await enter('Last Guest')
  await expect(page.getByText(alone('2,000 scans'))).toBeVisible()
  // As the answer, and in the list of the last ones.
  await expect(page.getByText('Admitted', { exact: true })).toHaveCount(2)
  await enter('One More')
  await expect(
    page.getByText('This device holds as many unsent scans as it can. Connect it first.').first(),
  ).toBeVisible()
  await expect(page.getByText(alone('2,000 scans'))).toBeVisible()
  await expect(page.getByText('Admitted', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Not checked', { exact: true })).toHaveCount(2)
  await page.evaluate(() => localStorage.removeItem('exchange.door-queue'))
})

test('an unsent scan that nobody knows holds up none behind it, and a half-written list stops nothing', async ({
  page,
  venue,
}) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  const stuck = crypto.randomUUID()
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  const scannedAt = nextSaturday().toISOString()
  const guest = (scanId: string, kind: string) => ({
    as: 'walkIn',
    input: { scanId, kind, deviceId: 'a-device', scannedAt, name: 'Late Guest', isOffline: true },
  })
  await page.evaluate(
    queue => localStorage.setItem('exchange.door-queue', JSON.stringify(queue)),
    [guest(stuck, 'of a later version'), guest(crypto.randomUUID(), marketPass.name)],
  )
  await page.reload()
  await expect(page.getByText('Sending 1 scan', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('exchange.door-queue'))).toContain(stuck)
  await page.evaluate(() => localStorage.setItem('exchange.door-queue', '[{"as":"wal'))
  await page.reload()
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('exchange.door-queue'))
})

test('a guest let in and taken back without a connection, also by a network that only looks like one, counts nowhere', async ({
  page,
  context,
  venue,
}) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  await keptForOffline(page, 'market-scanner')
  const counted = async () => {
    const { guests, takenPence } = await call<{ guests: number; takenPence: number }>(page, 'market/attendance')
    return { guests, takenPence }
  }
  const before = await counted()
  const letIn = async (name: string) => {
    await page.getByLabel('Guest’s name').fill(name)
    await page.getByRole('button', { name: 'Guest paid £1' }).click()
    const verdict = page.locator('[data-outcome]').filter({ hasText: name })
    return verdict.getByRole('button', { name: 'Undo' })
  }
  const takenBack = page.locator('[data-outcome]').getByText('Taken back')
  // Let in while there is a network; then there is one that leads nowhere, and the browser does not notice.
  const undoLost = await letIn('Lost Line')
  await page.route('**/rpc/door/**', route => route.abort())
  await undoLost.click()
  await expect(takenBack).toBeVisible()
  await expect(page.getByText(alone('1 scan'))).toBeVisible()
  await context.setOffline(true)
  const undoOffline = await letIn('Off Line')
  await expect(page.getByText(alone('2 scans'))).toBeVisible()
  await undoOffline.click()
  await expect(page.getByText(alone('3 scans'))).toBeVisible()
  await expect(takenBack).toBeVisible()
  await page.reload()
  await expect(page.getByText(alone('3 scans'))).toBeVisible()
  await page.unroute('**/rpc/door/**')
  await context.setOffline(false)
  await expect(page.getByText('Connected')).toBeVisible({ timeout: 30_000 })
  expect(await counted()).toEqual(before)
  await expect(page.getByRole('list', { name: 'Recent scans' }).getByText('Taken back')).toHaveCount(2)
})

test('what waits ends: with a guest whom the server refuses goes the way back, and what no server knew for a week goes too', async ({
  page,
  venue,
}) => {
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  const [refused, orphan, old] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const kind = marketPass.name
  const at = nextSaturday().toISOString()
  const weekAgo = new Date(Date.now() - 8 * 86_400_000).toISOString()
  const way = (scanId: string) => ({ as: 'takeBack', input: { kind, scanId, takenBackAt: at, isOffline: true } })
  // On a page without the scanner, which would send them before the reload.
  await page.goto('/healthz')
  await page.evaluate(
    queue => localStorage.setItem('exchange.door-queue', JSON.stringify(queue)),
    [
      { as: 'walkIn', input: { kind, scanId: refused, scannedAt: at, name: 'x'.repeat(101), isOffline: true } },
      way(refused),
      way(orphan),
      { as: 'code', input: { kind: 'of another time', scanId: old, scannedAt: weekAgo, code: 'x', isOffline: true } },
    ],
  )
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().includes('/takeBack')) sent.push(request.postData() ?? '')
  })
  await page.goto('/admin/market-scanner')
  await expect(page.getByText('A scan could not be sent')).toBeVisible()
  await expect(page.getByText('It waited for a week, and the server does not know what it is.')).toBeVisible()
  await expect(page.getByText('Connected')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('exchange.door-queue'))).toBe('[]')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain(orphan)
})

test('Check-ins open without a connection though they were never opened, with the visitors known last', async ({
  page,
  context,
  visit,
  venue,
}) => {
  const member = await visit()
  const code = await codeOfMember(member, venue.person('freeMember'))
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await page.getByLabel('Ticket code').fill(code)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('status').getByText(/Checked in|Already checked in/)).toBeVisible()
  await page.reload()
  await keptForOffline(page, 'market-checkins')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('exchange.own.door-attendance'))).not.toBeNull()
  await context.setOffline(true)
  await page.goto('/admin/market-checkins')
  await expect(page.getByRole('heading', { name: 'Market check-ins' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('Checked in', { exact: true })).toBeVisible()
})

test.describe('a file that cannot be fetched', () => {
  test.use({ mayFail: true })
  test('a screen that was never opened says without a connection that there is none, and opens by itself after', async ({
    page,
    context,
    venue,
  }) => {
    await signIn(page, venue.person('member'))
    await page.goto('/home')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Book a Space', exact: true })
    await expect(link).toBeVisible()
    await context.setOffline(true)
    await link.click()
    await expect(page.getByRole('heading', { name: 'There is no connection' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('There is no connection')
    await expect(page).toHaveURL(/\/bookings/)
    await expect(page.getByRole('link', { name: /Ice Bath/ })).toBeVisible()
  })
})

test('my ticket opens without a connection and is gone after signing out', async ({ page, context, venue }) => {
  await signIn(page, venue.person('member'))
  await page.goto('/market-tickets')
  await expect(page.getByRole('img', { name: 'Your market check-in code' })).toBeVisible()
  await keptForOffline(page, 'market-tickets')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Your market check-in code' })).toBeVisible()
  // The member stays the member, and what cannot be had says so.
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Members Area' })).toHaveCount(0)
  // Browsers differ in what they believe of a page that is opened without a connection; it comes by itself in all of them.
  const missing = page.getByText(/^(You’re offline|Failed to load market information)$/)
  await expect(missing.first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: /^(Today’s|The next) market$/ }).getByText('10:00–17:00')).toBeVisible()
  const signedOut = await page.request.post('/auth-api/sign-out', {
    data: {},
    headers: { origin: venue.url },
  })
  expect(signedOut.ok()).toBe(true)
  await page.reload()
  await expect(page.getByText('Please log in to generate your ticket')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('exchange.own.market-ticket'))).toBeNull()
})

test('door staff open the door’s screens, which refresh every 30 s and count members and guests apart, and nothing else of the back office [MKA-23, MKA-24]', async ({
  page,
  visit,
  venue,
}) => {
  await signIn(page, venue.person('door'))
  await page.clock.install()
  await page.goto('/admin/market-checkins')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market check-ins')
  // Somebody pays at the door meanwhile: within 30 seconds all three counts say so.
  const counts = async () => {
    const read = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd')
        .innerText()
    const [used, members, guests] = await Promise.all(['Checked in', 'Members', 'Guests'].map(read))
    return [used, members, guests].map(Number)
  }
  await expect(page.getByText('Checked in', { exact: true })).toBeVisible()
  const before = await counts()
  expect(before[0]).toBe(before[1]! + before[2]!)
  const desk = await visit()
  await signIn(desk, venue.person('admin'))
  const scan = { kind: marketPass.name, code: '', scanId: crypto.randomUUID(), scannedAt: new Date().toISOString() }
  await call(desk, 'door/admitGuest', { ...scan, name: 'Gus' })
  const again = page.waitForRequest('**/rpc/market/checkIns**')
  await page.clock.runFor(30_000)
  await again
  await expect.poll(counts).toEqual([before[0]! + 1, before[1], before[2]! + 1])
  const someone = await visit()
  await signIn(someone, venue.person('member'))
  await someone.goto('/admin/market-checkins')
  await expect(someone.getByText('Access Denied')).toBeVisible()
  await page.goto('/admin/market-days')
  await expect(page.getByText('Access Denied')).toBeVisible()
})

test('an admin adds a market day', async ({ page, venue }) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/market-days')
  // What else there is says in full what comes of it, within the page.
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  const day = new Date(nextSaturday().getTime() + 8 * 24 * 3_600_000).toISOString().slice(0, 10)
  await page.getByRole('button', { name: 'Add market day' }).click()
  await page.getByLabel('Day', { exact: true }).fill(day)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add day' }).click()
  await expect(page.getByText('Market day added')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
})

test('an entry that was a mistake is taken back with Undo, and a member brings a plus-one', async ({
  page,
  visit,
  venue,
}) => {
  const member = await visit()
  const code = await codeOfMember(member, venue.person('committee2'))
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  const verdict = page.locator('[data-outcome]')
  const scan = async () => {
    await page.getByLabel('Ticket code').fill(code)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  }
  await scan()
  await verdict.getByRole('button', { name: 'Undo' }).click()
  await expect(verdict.getByText('Taken back')).toBeVisible()
  await scan()
  // Once it made room they have gone on: that is asked first, and its verdict is there anew.
  await verdict.getByRole('button', { name: 'Next', exact: true }).click()
  await verdict.getByRole('button', { name: 'Undo the last entry' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(verdict.getByText('Taken back')).toBeVisible()
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  await scan()
  // However many they bring: they are counted beside whoever brought them, and the last one is taken back.
  const plus = verdict.getByRole('button', { name: 'Plus one, £1' })
  const guests = async () => (await call<{ guests: number }>(page, 'market/attendance')).guests
  const before = await guests()
  await plus.click()
  await expect(verdict.getByText('1 guest with them, collect £1')).toBeVisible()
  await plus.click()
  await expect(verdict.getByText('2 guests with them, collect £2')).toBeVisible()
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await verdict.getByRole('button', { name: 'Undo a guest' }).click()
  await expect(verdict.getByText('1 guest with them, collect £1')).toBeVisible()
  expect(await guests()).toBe(before + 1)
  // One who is counted only after the verdict made room is told all the same, with those before.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/rpc/door/admitGuest', async route => {
    await held
    await route.continue()
  })
  await plus.click()
  await verdict.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(verdict).toHaveAttribute('data-outcome', 'none')
  letGo()
  await expect(verdict.getByText('2 guests with them, collect £2')).toBeVisible()
})

test('a code of another scanner is told for what it is, and one press checks it there at once; already in is no bad code', async ({
  page,
  venue,
}) => {
  const guestName = 'Elsa Elsewhere'
  const host = await venue.make(target => member(target))
  const [passCode, made] = [lettersOf(guestName), nextSaturday()]
  await venue.make(({ db }) =>
    db.insert(guestPasses).values({
      ...{ inviterUserId: host.id, guestName, guestEmail: 'elsa@guests.example', passCode },
      ...{ validUntil: made.toISOString().slice(0, 10), createdAt: new Date(made.getTime() - 3_600_000) },
    }),
  )
  await withoutCamera(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByRole('heading', { name: 'Market entry scanner' })).toBeAttached()
  const field = page.getByLabel('Ticket code or name')
  const verdict = page.locator('[data-outcome]')
  const type = async (letters: string) => {
    await field.fill(letters)
    await field.press('Enter')
  }
  await type(passCode)
  await expect(verdict).toHaveAttribute('data-outcome', 'elsewhere')
  await expect(verdict.getByText('Guest pass', { exact: true })).toBeVisible()
  const first = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem').first()
  await expect(first).toContainText('Guest pass')
  await expect(first).toContainText('Other scanner')
  await expect(first).not.toContainText('Refused')
  await expectAccessible(page)
  await verdict.getByRole('button', { name: 'Check this guest pass' }).click()
  await expect(page).toHaveURL(/guest-pass-scanner$/)
  await expect(verdict).toHaveAttribute('data-outcome', 'admitted')
  await expect(verdict.getByText(guestName, { exact: true })).toBeVisible()
  // After Next the following code is typed at once.
  await verdict.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(field).toBeFocused()
  // Letters that nobody has are read on the verdict, with what to do.
  await type('zzzz 9999')
  await expect(verdict.getByText('ZZZZ 9999', { exact: true })).toBeVisible()
  await expect(verdict.getByText(/compare the letters/)).toBeVisible()
  await type(passCode)
  await expect(verdict).toHaveAttribute('data-outcome', 'again')
  await expect(verdict.getByText('Already in', { exact: true })).toBeVisible()
  await expect(verdict.getByText(/^since \d\d:\d\d$/)).toBeVisible()
  await expect(verdict.getByText('Usage limit reached', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a code that a reader read twice has one verdict, which is there after the second as well; shown once more it is one of somebody who is in', async ({
  page,
  visit,
  venue,
}) => {
  const someone = await venue.make(target => member(target, { password, firstName: 'Rhea', lastName: 'Reader' }))
  const code = await codeOfMember(await visit(), { ...someone, password })
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  const field = page.getByLabel('Ticket code or name')
  const verdict = page.locator('[data-outcome]')
  await expect(page.getByText(ready, { exact: true })).toBeAttached()
  // Both before the server has answered the first.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/rpc/door/admit', async route => {
    await held
    await route.continue()
  })
  for (let n = 0; n < 2; n++) {
    await field.fill(code)
    await field.press('Enter')
  }
  letGo()
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  await expect(verdict.getByText('Rhea Reader', { exact: true })).toBeVisible()
  const scans = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')
  await expect(scans).toHaveCount(1)
  // By another hand, with a copy of it, though the first verdict is still there: the server says what it is.
  await expect
    .poll(async () => {
      await field.fill(code)
      await field.press('Enter')
      return verdict.getAttribute('data-outcome')
    })
    .toBe('again')
  await expect(verdict.getByText('Already in', { exact: true })).toBeVisible()
  await expect(scans).toHaveCount(2)
  // One that is refused is one scan as well.
  for (let n = 0; n < 2; n++) {
    await field.fill('read=twice')
    await field.press('Enter')
  }
  await expect(verdict).toHaveAttribute('data-outcome', 'refused')
  await expect(scans).toHaveCount(3)
})

test('what a reader read twice is said of whose code it was: not of the person before, and not of the next one', async ({
  page,
  visit,
  venue,
}) => {
  const codeFor = async (firstName: string) => {
    const someone = await venue.make(target => member(target, { password, firstName, lastName: 'Reader' }))
    return codeOfMember(await visit(), { ...someone, password })
  }
  const [first, second] = [await codeFor('Una'), await codeFor('Dua')]
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeAttached()
  const verdict = page.locator('[data-outcome]')
  const read = async (code: string) => {
    await page.getByLabel('Ticket code or name').fill(code)
    await page.getByLabel('Ticket code or name').press('Enter')
  }
  /** Codes that are read from now on are answered once it is called. */
  const holdAnswers = async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.unroute('**/rpc/door/admit')
    await page.route('**/rpc/door/admit', async route => {
      await held
      await route.continue()
    })
    return letGo
  }
  const early = verdict.getByText('By this device. The server is still asked.')
  const scans = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')
  const answerFirst = await holdAnswers()
  await read(first)
  await expect(early).toBeVisible()
  await read(first)
  await expect(early).toBeVisible()
  answerFirst()
  await expect(early).toBeHidden()
  await expect(verdict.getByText('Una Reader', { exact: true })).toBeVisible()

  const answerSecond = await holdAnswers()
  await read(second)
  await expect(early).toBeVisible()
  await expect(verdict.getByText('Una Reader', { exact: true })).toBeHidden()
  answerSecond()
  await expect(early).toBeHidden()
  await expect(verdict.getByText('Dua Reader', { exact: true })).toBeVisible()
  await expect(scans).toHaveCount(2)

  // Of typed letters this device says nothing by itself: until they are checked nobody is told to be let in.
  const answerThird = await holdAnswers()
  await read('zzzz 9999')
  await read('zzzz 9999')
  await expect(verdict).toHaveAttribute('data-outcome', 'none')
  answerThird()
  await expect(verdict).toHaveAttribute('data-outcome', 'refused')
  await expect(scans).toHaveCount(3)
})

test('somebody whose telephone is empty is found by name and let in; a guest’s pass likewise', async ({
  page,
  visit,
  venue,
}) => {
  const member = await visit()
  await signIn(member, venue.person('committee3'))
  const { firstName, lastName } = await (await member.request.get('/api/members/me')).json()
  const name = `${firstName} ${lastName}`
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  const field = page.getByLabel('Ticket code or name')
  const scans = page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')
  // A name is no code: of nobody it says so in place, and nothing is recorded.
  await field.fill('Nemo Nobodyson')
  await field.press('Enter')
  await expect(page.getByText('No market ticket for today in this name.')).toBeVisible()
  await expect(field).toHaveValue('Nemo Nobodyson')
  await expect(scans).toHaveCount(0)
  // Who comes to work in the house has none: the name goes along to where they are checked in.
  await page.getByRole('button', { name: 'Find a member', exact: true }).click()
  const building = page.getByRole('dialog', { name: 'Who is in the building' })
  await expect(building.getByLabel('Name')).toHaveValue('Nemo Nobodyson')
  await building.getByLabel('Name').fill('Nemo')
  await expect(building.getByText(/^Nobody (is inside|inside has this name)\.$/)).toBeVisible()
  await expect(building.getByText(/^No member outside has this name\./)).toBeVisible()
  await expect(building.getByRole('button', { name: 'Check in Nemo as a guest' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(building).toHaveCount(0)
  expect(new URL(page.url()).searchParams.has('name')).toBe(false)
  await field.fill(name)
  await field.press('Enter')
  const letIn = page.getByRole('button', { name: `Let in ${name}` })
  await expect(letIn).toBeFocused()
  await letIn.press('Enter')
  const verdict = page.locator('[data-outcome]')
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  await expect(verdict.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: /\d+ of 500 inside/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Who is in the building' })
  await expect(sheet.getByRole('rowheader', { name: new RegExp(name) })).toBeVisible()
  await sheet.getByLabel('Name').fill('Walter Window')
  await sheet.getByRole('button', { name: 'Check in Walter Window as a guest' }).click()
  await expect(sheet.getByRole('rowheader', { name: /Walter Window/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Check out Walter Window' }).click()
  await expect(sheet.getByRole('rowheader', { name: /Walter Window/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('on a phone the door offers only whom it lets in now, its buttons are read whole, and a verdict makes room by itself', async ({
  page,
  visit,
  venue,
}) => {
  const saturday = nextSaturday()
  // Letters alone: a name has no digits.
  const lastName = `Recorder${crypto.randomUUID().replace(/[^a-f]/g, '')}`
  const someone = await venue.make(target => member(target, { password, firstName: 'Field', lastName }))
  const who = await visit()
  await signIn(who, { ...someone, password })
  const beginsIn = async (name: string, minutes: number) => {
    const startTime = formatTime(new Date(saturday.getTime() + minutes * 60_000))
    const times = { eventDate: saturday.toISOString().slice(0, 10), startTime, endTime: '20:00' }
    const { id } = await venue.make(target => event(target, { name, ...times, plusOnesAllowed: 2 }))
    await call(who, 'events/register', { id, plusOnes: 1 })
  }
  await beginsIn('Field recording walk along the river', 30)
  await beginsIn('Evening of field recordings', 150)

  await withoutCamera(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner?for=events')
  await expect(page.getByText('Allow it in your browser.')).toBeVisible()
  await expect(page.getByText(ready, { exact: true })).toBeAttached()
  const field = page.getByLabel('Ticket code or name')
  // Typing comes first, and what was scanned is in sight.
  expect((await field.boundingBox())!.y).toBeLessThan((await page.getByText('Failed to start camera').boundingBox())!.y)
  await expect(page.getByRole('heading', { name: 'Recent scans' })).toBeInViewport()
  expect((await page.locator('label', { hasText: 'Sound' }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
  // One bar says what can be scanned, and where one is.
  await expect(page.getByLabel('What is scanned')).toBeHidden()
  const here = page.getByRole('navigation', { name: 'Door' }).getByRole('link', { name: 'Events' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  expect((await here.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('button', { name: /inside · find a member$/ })).toBeVisible()

  await field.fill(lastName)
  const found = page.getByRole('list', { name: 'Found by name' }).getByRole('listitem')
  const [walk, evening] = [found.filter({ hasText: 'walk along the river' }), found.filter({ hasText: 'Evening of' })]
  await expect(evening).toContainText(`From ${formatTime(new Date(saturday.getTime() + 90 * 60_000))}`)
  await expect(evening.getByRole('button')).toHaveCount(0)
  const letIn = walk.getByRole('button', { name: `Let in Field ${lastName}` })
  const isWhole = (label: Element) => label.scrollWidth <= label.clientWidth
  expect(await letIn.getByText('Let in').evaluate(isWhole)).toBe(true)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await letIn.click()
  const verdict = page.locator('[data-outcome]')
  await expect(verdict.getByText('Admitted', { exact: true })).toBeVisible()
  // Who is inside is said, with what can be done about it.
  await field.fill(lastName)
  await expect(walk).toContainText(/in the building since \d\d:\d\d/)
  await expect(walk).toContainText(/Let in again from/)
  await walk.getByRole('button', { name: `Check out Field ${lastName}` }).click()
  await expect(walk).not.toContainText('in the building since')

  await field.fill('ABC-123')
  await field.press('Enter')
  await expect(verdict.getByText('We do not know this code, or it is too old')).toBeVisible()
  await expect(verdict).toHaveAttribute('data-outcome', 'refused')
  // Nothing rests on it.
  await page.mouse.move(1, 1)
  await expect(verdict).toHaveAttribute('data-outcome', 'none', { timeout: 30_000 })
  await expect(verdict.getByText('Type a code or a name.')).toBeVisible()
  // It is still there for who listens.
  await expect(verdict.getByRole('status')).toContainText('We do not know this code')
  await field.fill('ABC-124')
  await field.press('Enter')
  await expect(verdict).toHaveAttribute('data-outcome', 'refused')
  await page.keyboard.press('Escape')
  await expect(verdict).toHaveAttribute('data-outcome', 'none')
  await field.fill('ABC-125')
  await field.press('Enter')
  await expect(verdict).toHaveAttribute('data-outcome', 'refused')
  // With nothing typed it is Next; once more there is nothing to check.
  const missing = page.getByText('Type or scan a code first, or type a name.')
  await field.press('Enter')
  await expect(verdict).toHaveAttribute('data-outcome', 'none')
  await expect(missing).toHaveCount(0)
  await field.press('Enter')
  await expect(missing).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(page)
})

for (const hasCamera of [true, false])
  test(`what was decided is wholly in view above the bar, ${hasCamera ? 'with' : 'without'} a camera, also without a network and wherever the page was`, async ({
    page,
    context,
    venue,
  }) => {
    await (hasCamera ? withCamera(page) : withoutCamera(page))
    await signIn(page, venue.person('door'))
    const { firstName, lastName } = await (await page.request.get('/api/members/me')).json()
    await page.goto('/admin/market-scanner?for=events')
    const field = page.getByLabel('Ticket code or name')
    const verdict = page.locator('[data-outcome]')
    const menu = page.getByRole('navigation', { name: 'Door' })
    await expect(page.getByText(ready, { exact: true })).toBeAttached()
    // What reads codes is fetched as well.
    if (hasCamera) await expect(page.locator('[data-state="running"]')).toBeVisible()
    await context.setOffline(true)
    const sizes = [
      [1280, 800],
      [1280, 620],
      [360, 740],
      [360, 600],
    ] as const
    for (const [index, [width, height]] of sizes.entries()) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      // Whole, or a letter too few.
      await field.fill(index % 2 === 0 ? 'ABCD-1234' : 'ABC-123')
      await field.press('Enter')
      await expect(page.getByRole('list', { name: 'Recent scans' }).getByRole('listitem')).toHaveCount(index + 1)
      await expect(verdict.getByText('Not checked', { exact: true })).toBeVisible()
      await expect(verdict).toHaveAttribute('data-outcome', 'unchecked')
      await expect
        .poll(async () => {
          const [{ y, height: high }, bar] = [(await verdict.boundingBox())!, (await menu.boundingBox())!]
          return y > -1 && y + high <= bar.y + 1
        })
        .toBe(true)
    }
    // Nothing lies over the picture.
    if (hasCamera) {
      const sound = (await page.locator('label', { hasText: 'Sound' }).boundingBox())!
      expect(sound.y + sound.height).toBeLessThanOrEqual((await page.locator('video').boundingBox())!.y + 1)
    }
    // Whoever is at the door is read whole; the theme is chosen behind their name.
    const own = page.getByRole('button', { name: `${firstName} ${lastName}` })
    const isWhole = await own.locator('span').evaluate(name => name.scrollWidth <= name.clientWidth)
    expect(isWhole).toBe(true)
    await context.setOffline(false)
  })

test('a device that never had a list says that it cannot tell, and not that a real code is invalid', async ({
  page,
  visit,
  venue,
}) => {
  const code = await codeOfMember(await visit(), venue.person('committee'))
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.route('**/rpc/door/list*', route => route.abort())
  await page.route('**/rpc/door/admit', route => route.abort())
  await page.goto('/admin/market-scanner')
  await expect(page.getByText('No network. Codes are kept.')).toBeVisible()
  await page.getByLabel('Ticket code').fill(code)
  await page.getByLabel('Ticket code').press('Enter')
  const verdict = page.locator('[data-outcome]')
  await expect(verdict.getByText('This device cannot tell.', { exact: true })).toBeVisible()
  await expect(verdict.getByText('Not checked', { exact: true })).toBeVisible()
  await page.unroute('**/rpc/door/admit')
})

test('while the server takes its time the device says what it makes of a code, and what the server says stands', async ({
  page,
  visit,
  venue,
}) => {
  const code = await codeOfMember(await visit(), venue.person('committee'))
  await withoutCamera(page)
  await signIn(page, venue.person('door'))
  await page.goto('/admin/market-scanner')
  await expect(page.getByText(ready, { exact: true })).toBeVisible()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/rpc/door/admit', async route => {
    await held
    await route.continue()
  })
  await page.getByLabel('Ticket code').fill(code)
  await page.getByLabel('Ticket code').press('Enter')
  const verdict = page.locator('[data-outcome]')
  // The server has not been asked yet.
  await expect(verdict.getByText('By this device. The server is still asked.')).toBeVisible()
  letGo()
  await expect(verdict.getByText('By this device. The server is still asked.')).toBeHidden()
  await expect(verdict.getByText(/^(Admitted|Already in|Refused)$/)).toBeVisible()
})

test('a camera that the browser itself provides reads a real QR code', async ({ visit, venue }, info) => {
  const code = await codeOfMember(await visit(), venue.person('committee'))
  const film = info.outputPath('code.y4m')
  await writeFile(film, filmOf(code))
  const browser = await chromium.launch({
    ...info.project.use.launchOptions,
    args: [
      ...(info.project.use.launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const context = await browser.newContext({ baseURL: venue.url, permissions: ['camera'] })
    const page = await context.newPage()
    await signIn(page, venue.person('door'))
    await page.goto('/admin/market-scanner')
    const verdict = page.locator('[data-outcome]')
    // Another test may have let this member in a moment ago; read it is in either case.
    await expect(verdict.getByText(/^(Checked in|Already checked in|QR code expired)/)).toBeVisible({ timeout: 60_000 })
  } finally {
    await browser.close()
  }
})

test('two doors see each other’s scans, and at the building’s limit both are told to stop', async ({
  page,
  visit,
  venue,
}) => {
  // Somebody whom no other test lets in: the other door is told of entries at once, of refusals within half a minute.
  const someone = await venue.make(target => member(target, { password }))
  const code = await codeOfMember(await visit(), { ...someone, password })
  const [east, office] = [await visit(), await visit()]
  for (const door of [page, east]) {
    await withoutCamera(door)
    await signIn(door, venue.person('door'))
    await door.goto('/admin/market-scanner')
    await expect(door.getByText(ready, { exact: true })).toBeVisible()
  }
  await page.getByLabel('Ticket code').fill(code)
  await page.getByLabel('Ticket code').press('Enter')
  await expect(page.locator('[data-outcome]').getByText(/^(Admitted|Refused)$/)).toBeVisible()
  const said = await page
    .getByRole('list', { name: 'Recent scans' })
    .getByRole('listitem')
    .first()
    .locator('span')
    .first()
    .textContent()
  await expect(east.getByRole('list', { name: 'Scans of other doors' }).getByRole('listitem').first()).toContainText(
    said!,
  )
  await signIn(office, venue.person('admin'))
  const { count } = await call<{ count: number }>(page, 'door/headCount')
  const limit = (buildingCapacity: number) => call(office, 'venue/changeSettings', { buildingCapacity })
  await limit(count + 1)
  await call(page, 'door/checkIn', { id: crypto.randomUUID(), guestName: 'Last One' })
  for (const door of [page, east]) await expect(door.getByText('The building is full: stop entry')).toBeVisible()
  await expectAccessible(page)
  await limit(500)
  await call(page, 'door/checkIn', { id: crypto.randomUUID(), guestName: 'One More' })
  await expect(east.getByText('The building is full: stop entry')).toBeHidden()
})

/** Letters of a pass as people read them out: of this guest, and nobody else's. */
const lettersOf = (guestName: string) =>
  `${guestName.replace(/[^A-HJKMNP-TV-Z]/gi, '').toUpperCase()}00000000`.slice(0, 4) +
  String(Date.now() % 10_000).padStart(4, '0')

/** Chooses in the door's bar what is scanned. */
const choose = (page: Page, what: string) =>
  page.getByRole('navigation', { name: 'Door' }).getByRole('link', { name: what }).click()

/** What the scanner says while it goes on by itself, and something waits. */
const alone = (waiting: string) => new RegExp(`^No network\\. ${waiting} to send\\.$`)

interface CameraWindow {
  hold(picture: string): Promise<void>
  intervals: number[]
  framesDrawn: number
  /** What was looked at, in CSS pixels. */
  looks: { width: number; height: number; isMiddle: boolean }[]
  liveTracks(): number
}

/** A door that types. */
const withoutCamera = (page: Page) =>
  page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })

/** A camera whose picture the test draws. */
async function withCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const paint = canvas.getContext('2d')!
    const picture = new Image()
    const tracks: MediaStreamTrack[] = []
    const camera = window as unknown as CameraWindow
    camera.framesDrawn = 0
    camera.intervals = []
    camera.looks = []
    const own = CanvasRenderingContext2D.prototype.drawImage as (
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) => void
    CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
      const [view, left, top, width, height] = args
      if (view instanceof HTMLVideoElement) {
        const scale = Math.max(view.clientWidth / view.videoWidth, view.clientHeight / view.videoHeight)
        const middle = [Number(left) + Number(width) / 2, Number(top) + Number(height) / 2]
        const isMiddle = middle[0] === view.videoWidth / 2 && middle[1] === view.videoHeight / 2
        camera.looks.push({ width: Number(width) * scale, height: Number(height) * scale, isMiddle })
      }
      own.apply(this, args)
    }
    const { setInterval } = window
    window.setInterval = ((work: TimerHandler, ms: number) => {
      camera.intervals.push(ms)
      return setInterval(work, ms)
    }) as typeof window.setInterval
    setInterval(() => {
      paint.fillStyle = '#fff'
      paint.fillRect(0, 0, 640, 480)
      if (picture.complete && picture.naturalWidth > 0) paint.drawImage(picture, 220, 140, 200, 200)
      camera.framesDrawn++
    }, 100)
    camera.hold = async source => {
      picture.src = source
      await picture.decode()
      camera.framesDrawn = 0
    }
    camera.liveTracks = () => tracks.filter(({ readyState }) => readyState === 'live').length
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(10)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** A second of a camera that looks at this code, as an uncompressed film (YUV4MPEG2): what Chromium plays for a camera. */
function filmOf(code: string): Buffer {
  const [width, height] = [640, 480]
  const { modules } = create(code, { errorCorrectionLevel: 'M' })
  const scale = Math.floor(220 / (modules.size + 8))
  const [left, top] = [width, height].map(edge => Math.floor((edge - modules.size * scale) / 2)) as [number, number]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < modules.size * scale; y++)
    for (let x = 0; x < modules.size * scale; x++)
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale))) light[(top + y) * width + left + x] = 16
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)])
}

const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

async function hold(page: Page, code: string): Promise<void> {
  const picture = await toDataURL(code, { errorCorrectionLevel: 'M', width: 480, margin: 2 })
  await page.evaluate(source => (window as unknown as CameraWindow).hold(source), picture)
}

async function codeOfMember(page: Page, person: { email: string; password: string }): Promise<string> {
  await signIn(page, person)
  await page.goto('/market-tickets')
  await expect(page.getByRole('img', { name: 'Your market check-in code' })).toBeVisible()
  return ownCode(page)
}

const ownCode = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('exchange.own.market-ticket') ?? '{}').code as string)

/** Waits until the service worker is in charge and has the file whose name contains `part`. */
async function keptForOffline(page: Page, part: string): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async name => {
          if (!navigator.serviceWorker.controller) return false
          const requests = await (await caches.open('assets')).keys()
          return requests.some(({ url }) => url.includes(name))
        }, part),
      { timeout: 30_000 },
    )
    .toBe(true)
  // The rest of the files are on their way at the same time.
  await page.waitForLoadState('networkidle')
}
