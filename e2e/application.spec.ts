import { inStanding } from '#seed/factories/standings.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { choosePlan, expectStep, goOn, password } from './newcomer.ts'

test('an applicant reads what they sent, corrects it, and withdraws it after a question that names it (decision 53)', async ({
  page,
  venue,
}) => {
  const { email } = await venue.make(target => inStanding(target, 'applying', { password }))
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, { email, password })
  await page.goto('/join')
  const sent = page.getByRole('region', { name: 'What you sent' })
  await expect(sent.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await sent.getByRole('button', { name: 'Correct it' }).press('Enter')
  // The button that was pressed is gone; the keyboard goes on in the form.
  await expect(page.getByRole('button', { name: 'Change membership' })).toBeFocused()
  await expectAccessible(page)
  await choosePlan(page, /^Explorer/)
  await page.getByLabel('Full name').fill('Augusta King')
  await goOn(page, 'Agreements')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('Your application was corrected')).toBeVisible()
  await expect(sent.getByText('Augusta King')).toBeVisible()

  await sent.getByRole('button', { name: 'Withdraw application' }).click()
  const question = page.getByRole('dialog', { name: /^Withdraw your application for \w+\?$/ })
  await expect(question.getByText('You can apply again whenever you like.')).toBeVisible()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await sent.getByRole('button', { name: 'Withdraw application' }).click()
  await question.getByRole('button', { name: 'Withdraw application' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You withdrew your application.' })).toBeVisible()
  await expectStep(page, 'You and your plan')
  await goOn(page, 'Agreements')
  await expect(page.getByRole('button', { name: 'Submit Application' })).toBeVisible()
  await venue.mail(email, 'You withdrew your application')
})
