import { member as freeMember, paidMember } from '#seed/factories/people.ts'
import { call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { password } from './newcomer.ts'

// One of these makes a page fail on purpose.
test.use({ mayFail: true })

test('an admin finds a member and gives bonus tokens, asked first; the member reads why [CNT-62]', async ({
  page,
  visit,
  venue,
}) => {
  const name = `Bonnie${Date.now()}`
  const { email } = await venue.make(target => paidMember(target, { firstName: name, lastName: 'Hall', password }))
  // Nobody but an admin comes to it.
  const own = await visit()
  await signIn(own, { email, password })
  await own.goto('/admin/tokens')
  await expect(own).not.toHaveURL(/\/admin/)

  await signIn(page, venue.person('admin'))
  await page.goto('/admin/tokens')
  await expect(page.getByRole('heading', { level: 1, name: 'Bonus Tokens' })).toBeVisible()
  await page.getByRole('button', { name: 'Give bonus tokens', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Give bonus tokens' })
  await expect(form.getByRole('textbox', { name: 'Tokens' })).toHaveValue('10')
  // Nobody to choose from stands below the search until somebody was looked for; without them that is where it leads.
  await expect(form.getByText('Member', { exact: true })).toHaveCount(0)
  const refusal = 'Please select a member and enter a valid token amount'
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await expect(form.getByText(refusal).first()).toBeVisible()
  await expect(form.getByLabel('Find a member')).toBeFocused()
  await form.getByLabel('Find a member').fill(name)
  await form.getByRole('radio', { name: new RegExp(`^${name} Hall`) }).check()
  await form.getByRole('textbox', { name: 'Tokens' }).fill('0')
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await expect(form.getByText(refusal)).toBeVisible()
  await form.getByRole('textbox', { name: 'Tokens' }).fill('12')
  await expectAccessible(page)
  // A failure of the server is told in the specified words, and nothing typed is lost.
  await page.route('**/rpc/tokens/give**', route => route.fulfill({ status: 500, body: '{}' }))
  await form.getByRole('button', { name: 'Give tokens' }).click()
  const question = page.getByRole('dialog', { name: `Give ${name} Hall 12 tokens?` })
  await question.getByRole('button', { name: 'Give 12 tokens' }).click()
  await expect(page.getByText('Failed to give bonus tokens')).toBeVisible()
  await page.unroute('**/rpc/tokens/give**')
  await form.getByLabel('Reason').fill('Thank you for the poster')
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await expect(question.getByText('Thank you for the poster')).toBeVisible()
  await question.getByRole('button', { name: 'Give 12 tokens' }).click()
  await expect(page.getByText('Bonus tokens given')).toBeVisible()
  await expect(form).toBeHidden()
  await venue.mail(email, '12 tokens for you')

  await own.goto('/token-purchase')
  await expect(own.getByText('Bonus tokens', { exact: true })).toBeVisible()
  await expect(own.getByRole('region', { name: 'What you have' }).getByText('12 tokens')).toBeVisible()
})

test('an admin takes tokens for what was arranged, asked first; the member is told for what', async ({
  page,
  venue,
}) => {
  const name = `Hirer${Date.now()}`
  const { id, email } = await venue.make(target => paidMember(target, { firstName: name, lastName: 'Hall' }))
  await signIn(page, venue.person('admin'))
  await call(page, 'tokens/give', { userId: id, amount: 50, reason: 'For the journey' })
  await page.goto('/admin/tokens')
  await page.getByRole('button', { name: 'Take tokens', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Take tokens' })
  await form.getByLabel('Find a member').fill(name)
  await form.getByRole('radio', { name: new RegExp(`^${name} Hall`) }).check()
  await form.getByRole('textbox', { name: 'Tokens' }).fill('30')
  await form.getByRole('button', { name: 'Take tokens' }).click()
  await expect(form.getByText('Say what the tokens are for')).toBeVisible()
  await form.getByLabel('What for').fill('The market hall on 4 December')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Take tokens' }).click()
  const question = page.getByRole('dialog', { name: `Take 30 tokens of ${name} Hall?` })
  await expect(question.getByText('The market hall on 4 December')).toBeVisible()
  await question.getByRole('button', { name: 'Take 30 tokens' }).click()
  await expect(page.getByText('20 tokens left')).toBeVisible()
  await venue.mail(email, '30 tokens for The market hall on 4 December')
})

test('the line of a member opens what they have beside the list, with giving and taking for them alone', async ({
  page,
  venue,
}) => {
  const name = `Lines${Date.now()}`
  await venue.make(target => paidMember(target, { firstName: name, lastName: 'Hall' }))
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/tokens?q=${name}`)
  await page
    .getByRole('table')
    .getByRole('button', { name: `${name} Hall` })
    .click()
  const panel = page.getByRole('complementary', { name: `${name} Hall` })
  await panel.getByRole('button', { name: 'Give bonus tokens' }).click()
  const form = page.getByRole('dialog', { name: 'Give bonus tokens' })
  await expect(form.getByText(`To ${name} Hall`)).toBeVisible()
  await expect(form.getByLabel('Find a member')).toHaveCount(0)
  await form.getByRole('button', { name: 'Give tokens' }).click()
  await page
    .getByRole('dialog', { name: `Give ${name} Hall 10 tokens?` })
    .getByRole('button', { name: /^Give/ })
    .click()
  await expect(panel.getByText('10 tokens').first()).toBeVisible()
  await panel.getByRole('button', { name: 'Take tokens' }).click()
  await expect(page.getByRole('dialog', { name: 'Take tokens' }).getByText(`From ${name} Hall`)).toBeVisible()
  await expectAccessible(page)
})

test('tokens that came, less those spent, are those that are out: by how they came, and by age as a chart and as a table', async ({
  page,
  venue,
}) => {
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/tokens')
  await page.getByRole('tab', { name: 'Given and spent' }).click()
  await expect(page).toHaveURL(/tab=out/)
  type Way = { came: number; spent: number; left: number }
  const { tokens, account } = await call<{ tokens: number; account: Way[] }>(page, 'tokens/liability')
  const sum = (what: keyof Way) => account.reduce((all, each) => all + each[what], 0)
  expect(sum('came') - sum('spent')).toBe(tokens)
  const words = [sum('came'), sum('spent'), tokens].map(count => count.toLocaleString('en-GB'))
  const books = page.getByRole('table', { name: 'All tokens' })
  await expect(books.getByRole('row', { name: `All ${words.join(' ')}`, exact: true })).toBeVisible()
  await expect(page.getByText('None expires').first()).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('rowheader')).toHaveText([
    ...['Weekly, with a plan', 'Bonuses', 'Bought', 'Given back', 'All'],
    'Under a month',
    '1 to 3 months',
    '3 to 6 months',
    '6 to 12 months',
    'Over a year',
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
})

test('who is on a free plan is led from the price list to the account, and told why [TOK-01, TOK-04]', async ({
  page,
  venue,
}) => {
  await page.goto('/token-purchase')
  await expect(page).toHaveURL(/\/auth\?return=/)
  const { email } = await venue.make(target => freeMember(target, { password }))
  await signIn(page, { email, password })
  await page.goto('/token-purchase')
  await expect(page.getByText('Upgrade Required')).toBeVisible()
  await expect(page).toHaveURL(/\/account\?tab=membership/)
  await signIn(page, venue.person('member'))
  await page.goto('/token-purchase')
  await expect(page.getByRole('heading', { level: 1, name: 'Buy tokens' })).toBeVisible()
})
