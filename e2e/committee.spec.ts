import type { Page } from '@playwright/test'
import { freeForm } from '#seed/factories/applications.ts'
import { application } from '#seed/factories/standings.ts'
import { agree, call, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { account, password } from './newcomer.ts'
import type { Venue } from './venue.ts'

let count = 0

/** Somebody new with a pending Explorer application; returns the name to look for. */
async function applicant(visit: () => Promise<Page>, venue: Venue): Promise<{ name: string; email: string }> {
  const page = await visit()
  const names = { firstName: 'Ada', lastName: `Votable${process.pid}x${++count}` }
  const person = await account(page, venue, names)
  await signIn(page, person)
  await call(page, 'applications/submit', freeForm({ ...names, email: person.email }))
  return { name: `Ada ${names.lastName}`, email: person.email }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Lets one procedure refuse, as the server would. */
async function refuse(page: Page, procedure: string, message: string, code = 'REFUSED'): Promise<void> {
  await page.route(`**/rpc/${procedure}*`, route =>
    route.fulfill({ status: 409, json: { json: { defined: false, code, status: 409, message, data: {} } } }),
  )
}

test('Committee Home shows what waits, the role and the rules [ADM-23, ADM-24, ADM-26, ADM-27]', async ({
  page,
  visit,
  venue,
}) => {
  await applicant(visit, venue)
  await signIn(page, venue.person('committee'))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Committee Home', level: 1 })).toBeVisible()
  const pending = page.locator('dl > div').filter({ hasText: 'Pending membership applications' }).locator('dd')
  await expect(pending).toHaveText(/^[1-9]\d*$/)
  // Whoever waits is there by name, and a number leads to what it counts or nowhere.
  const waiting = page.getByRole('list', { name: 'Waiting for your vote' }).getByRole('link').first()
  await expect(waiting).toHaveAttribute('href', /\/admin\/committee-applications\?open=/)
  await expect(page.getByRole('list', { name: 'Waiting for your vote' }).getByRole('listitem').first()).toContainText(
    /vote by \w{3} \d/,
  )
  const mine = page.locator('dl > div').filter({ hasText: 'Waiting for your vote' }).getByRole('link')
  await expect(mine.first()).toHaveAttribute('href', /waitsFor=me/)
  await expect(mine.last()).toHaveText(/^\d+ to vote on$/)
  await expect(mine.last()).toHaveAttribute('href', /committee-applications$/)
  await expect(page.getByText('Committee', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Voting member')).toBeVisible()
  await expect(page.getByText('approved by more than 50% of committee votes')).toBeVisible()
  await expect(page.getByText('One vote per member.')).toBeVisible()
  await expect(page.getByText('The required votes come from the application')).toBeVisible()
  await expectAccessible(page)
  // For admins its figures stand on Today (decision 57).
  const boss = await visit()
  await signIn(boss, venue.person('admin'))
  await boss.goto('/admin')
  await expect(boss.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const same = boss.locator('dl > div').filter({ hasText: 'Pending membership applications' }).locator('dd')
  await expect(same).toHaveText(/^[1-9]\d*$/)
  await expect(boss.getByText('You do not vote; you can override the committee.')).toBeVisible()
  await expect(boss.getByText('approved by more than 50% of committee votes')).toHaveCount(0)
})

test('a review is read and voted on once; the badge stays after a reload [APPL-01, APPL-02, APPL-03, APPL-04, APPL-08]', async ({
  page,
  visit,
  venue,
}) => {
  const { name } = await applicant(visit, venue)
  await signIn(page, venue.person('committee'))
  await page.goto('/admin/committee-applications')
  await expect(row(page, name).getByText(/^0\/\d$/)).toBeVisible()
  await expectAccessible(page)
  // Enter opens the row as a press does.
  await row(page, name).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Vote to Reject' })).toBeVisible()
  await expectAccessible(page)
  // Her plan asks for no words: what one can do stands in their place.
  await expect(dialog.getByText('There is nothing to read: ask them a question below.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toBeInViewport()
  const opened = new URL(page.url()).searchParams.get('open')!
  await page.keyboard.press('a')
  // Escape closes the question alone, and nothing is cast.
  await expect(page.getByRole('dialog', { name: /^Vote to approve / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Vote to approve / })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Vote to Reject' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Vote to Approve' }).click()
  await agree(page, /^Vote to approve /, 'Approve')
  await expect(page.getByText('You voted to approve this application.')).toBeVisible()
  // The next one that waits comes by itself, or the list, when there is none.
  await expect(page).not.toHaveURL(new RegExp(opened))
  await page.goto(`/admin/committee-applications?open=${opened}`)
  await expect(page.getByRole('dialog').getByText('You already voted')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog').getByText('You already voted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vote to Approve' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row(page, name).getByText('You already voted')).toBeVisible()
  await expect(row(page, name).getByText(/^1\/\d$/)).toBeVisible()
})

test('a review goes from one application to the next by keys, votes in view, and is read again when it changed', async ({
  page,
  visit,
  venue,
}) => {
  await applicant(visit, venue)
  const applying = await visit()
  const names = { firstName: 'Ida', lastName: `Corrects${process.pid}x${++count}` }
  const person = await account(applying, venue, names)
  await signIn(applying, person)
  const form = freeForm({ ...names, email: person.email })
  const { id } = await call<{ id: string }>(applying, 'applications/submit', form)
  await signIn(page, venue.person('committee'))
  await page.goto(`/admin/committee-applications?open=${id}&size=100`)
  const dialog = page.getByRole('dialog').first()
  const approve = dialog.getByRole('button', { name: 'Vote to Approve' })
  await expect(approve).toBeInViewport()
  await expect(dialog.getByText(/\d+ more to vote on/)).toBeVisible()
  await page.keyboard.press('k')
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(approve).toBeInViewport()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(id))
  // Letters that are typed are no keys.
  await dialog.getByLabel('Reason').fill('')
  await dialog.getByLabel('Reason').press('a')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(dialog.getByText(names.lastName).first()).toBeVisible()
  await call(applying, 'applications/correct', { ...form, id, fullName: `Ada ${names.lastName}` })
  await approve.click()
  await agree(page, /^Vote to approve /, 'Approve')
  await expect(page.getByText('This application was changed meanwhile: read it again.')).toBeVisible()
  await expect(dialog.getByText(`Ada ${names.lastName}`).first()).toBeVisible()
  // While a vote is under way, keys begin no second one and do not leave it.
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/rpc/applications/vote*', async route => {
    arrived.resolve()
    await released.promise
    await route.continue()
  })
  await page.keyboard.press('Escape')
  await page.goto(`/admin/committee-applications?open=${id}`)
  await approve.click()
  await agree(page, `Vote to approve Ada ${names.lastName}?`, 'Approve')
  await arrived.promise
  for (const key of ['r', 'k', 'a']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: /^Vote to / })).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(id))
  released.resolve()
  await expect(page.getByText('You voted to approve this application.')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
  // The next one is read from its head, with its votes in view.
  await expect(page.locator('[role="dialog"] :focus')).toContainText(/more to vote on|The last one/)
  await expect(approve).toBeInViewport()
})

test('a vote without a session says so and stores nothing; other failures are told as errors [APPL-12, APPL-46]', async ({
  page,
  visit,
  venue,
}) => {
  const { name } = await applicant(visit, venue)
  await signIn(page, venue.person('committee2'))
  await page.goto('/admin/committee-applications')
  await row(page, name).click()
  await refuse(page, 'applications/vote', 'The vote on this application is closed.', 'VOTE_CLOSED')
  await page.getByRole('button', { name: 'Vote to Reject' }).click()
  // The reason is asked for where it is decided.
  await page
    .getByRole('dialog', { name: /^Vote to reject / })
    .getByLabel('Reason')
    .fill('No portfolio yet.')
  await agree(page, /^Vote to reject /, 'Reject')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Error' }).filter({ hasText: 'The vote on this application is closed.' }),
  ).toBeVisible()
  await page.unrouteAll()
  await page.route('**/rpc/applications/vote', route =>
    route.fulfill({
      status: 401,
      json: {
        json: {
          defined: false,
          code: 'UNAUTHORIZED',
          status: 401,
          message: 'You must be logged in',
          data: {},
        },
      },
    }),
  )
  await page.getByRole('button', { name: 'Vote to Approve' }).click()
  await agree(page, /^Vote to approve /, 'Approve')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not authenticated')).toBeVisible()
})

test('questions and answers go between committee and applicant, notes stay inside', async ({ page, visit, venue }) => {
  const someone = await applicant(visit, venue)
  await signIn(page, venue.person('committee'))
  await page.goto('/admin/committee-applications')
  await row(page, someone.name).click()
  await page.getByLabel('Question', { exact: true }).fill('Which press do you print on?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByLabel('Note', { exact: true }).fill('I know the work')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'I know the work' })).toBeVisible()
  await venue.mail(someone.email, 'A question about your application')
  const theirs = await visit()
  await signIn(theirs, { email: someone.email, password })
  await theirs.goto('/join')
  await expect(theirs.getByText('I know the work')).toHaveCount(0)
  await theirs.getByLabel('Which press do you print on?').last().fill('A Heidelberg')
  await theirs.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('A Heidelberg')).toBeVisible()
})

test('an admin without a vote reads how the committee stands, and decides over it from where the vote is', async ({
  page,
  visit,
  venue,
}) => {
  const [first, second] = [await applicant(visit, venue), await applicant(visit, venue)]
  await signIn(page, venue.person('admin'))
  await page.goto('/admin/committee-applications?size=100')
  await expect(page.getByText('You have no vote')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Your vote' })).toHaveCount(0)
  await row(page, first.name).getByRole('button').click()
  const review = page.getByRole('dialog', { name: first.name })
  const stand = review.getByRole('region', { name: 'Your vote' })
  await expect(stand).toContainText(/0 of \d+ votes to approve, 0 to reject/)
  await expectAccessible(page)
  await page.keyboard.press('a')
  await agree(page, `Approve ${first.name} without the committee?`, 'Approve')
  await expect(page.getByText('Application approved')).toBeVisible()
  await expect(review.getByText('This application was approved')).toBeVisible()
  await page.keyboard.press('Escape')
  await row(page, second.name).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: second.name })).toBeVisible()
  await page.keyboard.press('r')
  const rejecting = page.getByRole('dialog', { name: `Reject ${second.name}?` })
  await rejecting.getByLabel('Rejection reason', { exact: true }).selectOption({ index: 1 })
  await rejecting.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(page.getByText('Application rejected')).toBeVisible()
})

test.describe('the pending list', () => {
  test('is decided by keys: A approves the row that has the focus, and R rejects it; both ask first', async ({
    page,
    visit,
    venue,
  }) => {
    const { name } = await applicant(visit, venue)
    await signIn(page, venue.person('admin'))
    await page.goto(`/admin/approvals?q=${encodeURIComponent(name)}`)
    await expect(row(page, name)).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    const question = page.getByRole('dialog', { name: `Approve ${name} without the committee?` })
    await question.getByRole('button', { name: 'Keep it as it is' }).click()
    await expect(question).toBeHidden()
    await row(page, name).focus()
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog', { name: `Reject ${name}?` })).toBeVisible()
    await page.keyboard.press('Escape')
    // What lies open beside the list is decided by the same keys, and its decisions stay in sight.
    await row(page, name).getByRole('rowheader').getByRole('button').click()
    const panel = page.getByRole('complementary')
    await panel.getByText('Emails', { exact: true }).scrollIntoViewIfNeeded()
    await expect(panel.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys of this list' })).toContainText(/a.*approves.*r.*rejects/)
  })

  test('approves and rejects one, with a reason [APPL-27, APPL-28, APPL-36, APPL-40, APPL-47]', async ({
    page,
    visit,
    venue,
  }) => {
    const [first, second] = [await applicant(visit, venue), await applicant(visit, venue)]
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/approvals')
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
    await row(page, first.name).getByRole('button', { name: 'Approve' }).click()
    await agree(page, /without the committee/, 'Approve')
    await expect(page.getByText('Application approved')).toBeVisible()
    await expect(page.getByText('A welcome email was sent.', { exact: true })).toBeVisible()
    await expect(row(page, first.name)).toHaveCount(0)
    await row(page, second.name).getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Reason required').last()).toBeVisible()
    await expect(page.getByText('Please select or enter a rejection reason')).toBeVisible()
    await page.getByLabel('Rejection reason', { exact: true }).selectOption('Other - see notes')
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Reason required').last()).toBeVisible()
    await page.getByLabel('Notes').fill('Come back with a portfolio')
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Application rejected')).toBeVisible()
    expect((await venue.mail(second.email, 'Your application to Exchange')).text).toContain(
      'Come back with a portfolio',
    )
  })

  test('approves many with progress, and goes on when one fails [APPL-28, APPL-30, APPL-45]', async ({
    page,
    visit,
    venue,
  }) => {
    const people = [await applicant(visit, venue), await applicant(visit, venue), await applicant(visit, venue)]
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/approvals?q=votable')
    for (const { name } of people) await page.getByLabel(`Select ${name}`).check()
    let calls = 0
    await page.route('**/rpc/applications/approve', route =>
      ++calls === 2
        ? route.fulfill({
            status: 409,
            json: {
              json: {
                defined: false,
                code: 'ALREADY_DECIDED',
                status: 409,
                message: 'This application has been decided already.',
                data: {},
              },
            },
          })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'Approve 3 applications' }).click()
    await agree(page, 'Approve 3 applications without the committee?', 'Approve')
    await expect(page.getByText('Error in batch approval')).toBeVisible()
    await expect(page.getByText('2 applications done, 1 failed')).toBeVisible()
    expect(calls).toBe(3)
    await page.unrouteAll()
    const more = [await applicant(visit, venue), await applicant(visit, venue)]
    await page.reload()
    for (const { name } of more) await page.getByLabel(`Select ${name}`).check()
    await refuse(page, 'applications/reject', 'No')
    await page.getByRole('button', { name: /^Reject \d+ applications/ }).click()
    await page.getByLabel('Rejection reason', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Error in batch rejection')).toBeVisible()
  })

  test('acts on a selection that spans pages, under its true number; cancelling keeps it [APPL-28, APPL-30]', async ({
    page,
    visit,
    venue,
  }) => {
    const [older, latest] = [await applicant(visit, venue), await applicant(visit, venue)]
    await signIn(page, venue.person('admin'))
    // This worker's own applicants; the latest comes first.
    await page.goto(`/admin/approvals?q=votable${process.pid}x&size=1`)
    await page.getByLabel(`Select ${latest.name}`).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel(`Select ${older.name}`).check()
    await page.getByRole('button', { name: 'Reject 2 applications' }).click()
    await expect(page.getByRole('dialog', { name: 'Reject 2 applications?' })).toBeVisible()
    await page.keyboard.press('Escape')
    const all = page.getByRole('button', { name: /^Select all \d+ that match$/ })
    const count = Number(/\d+/.exec((await all.textContent())!)![0])
    await all.click()
    await expect(page.getByRole('button', { name: `Reject ${count} applications` })).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByLabel(`Select ${older.name}`).check()
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByLabel(`Select ${latest.name}`).check()
    await page.getByRole('button', { name: 'Approve 2 applications' }).click()
    await agree(page, 'Approve 2 applications without the committee?', 'Approve')
    await expect(page.getByText('2 applications done, 0 failed')).toBeVisible()
    for (const { email } of [older, latest]) await venue.mail(email, 'Your application was approved')
  })

  test('has its own words for failures and for nothing to do [APPL-29, APPL-43, APPL-44]', async ({
    page,
    visit,
    venue,
  }) => {
    const { name } = await applicant(visit, venue)
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/approvals')
    await refuse(page, 'applications/approve', 'The server said no')
    await row(page, name).getByRole('button', { name: 'Approve' }).click()
    await agree(page, /without the committee/, 'Approve')
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Error approving application' })
        .filter({ hasText: 'The server said no' }),
    ).toBeVisible()
    await page.unrouteAll()
    await refuse(page, 'applications/approve', 'Something went wrong. Please try again.', 'INTERNAL_SERVER_ERROR')
    await row(page, name).getByRole('button', { name: 'Approve' }).click()
    await agree(page, /without the committee/, 'Approve')
    await expect(page.getByText('An unexpected error occurred')).toBeVisible()
    await refuse(page, 'applications/reject', 'No')
    await row(page, name).getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Rejection reason', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Error rejecting application')).toBeVisible()
    await page.unrouteAll()
    await page.route('**/rpc/applications/list*', route => route.fulfill({ json: { json: { rows: [], total: 0 } } }))
    await page.goto('/admin/approvals')
    await expect(page.getByText('No pending applications')).toBeVisible()
    await page.unrouteAll()
    await refuse(page, 'applications/list', 'No')
    await page.goto('/admin/approvals')
    await expect(page.getByText('Error fetching applications')).toBeVisible()
  })
})

test.describe('the committee-aware screen', () => {
  test('tells that an account was made and its mail sent, where there was none [APPL-48]', async ({ page, venue }) => {
    const name = `Joan Unknown${process.pid}x${++count}`
    const email = `joan${count}.${Date.now()}@people.example`
    const unknown = { id: null, email, firstName: 'Joan', lastName: name.slice(5) }
    await venue.make(target => application(target, unknown, { slug: 'explorer' }))
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/admin-applications')
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Admin Override Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('The account was created and a welcome email was sent.')).toBeVisible()
    await venue.mail(email, 'Your application was approved')
  })

  test('overrides only after asking [APPL-33, APPL-34, APPL-40, APPL-47]', async ({ page, visit, venue }) => {
    const { name } = await applicant(visit, venue)
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/admin-applications')
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Admin Override Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it as it is' }).click()
    await expect(row(page, name).getByText('Pending')).toBeVisible()
    await page.getByRole('button', { name: 'Admin Override Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('Application approved')).toBeVisible()
    await page.goto('/admin/admin-applications?status=approved')
    await expect(row(page, name).getByText('Approved')).toBeVisible()
  })

  test('rejects with a reason from the list, which can be edited [APPL-35, APPL-36, APPL-42]', async ({
    page,
    visit,
    venue,
  }) => {
    const { name } = await applicant(visit, venue)
    await signIn(page, venue.person('admin'))
    await page.goto('/admin/admin-applications')
    const reason = `Reason ${Date.now()}`
    await page.getByLabel('New reason').fill(reason)
    await page.getByRole('button', { name: 'Add reason' }).click()
    await expect(page.getByLabel(reason)).toBeChecked()
    await expectAccessible(page)
    // One that is switched off is kept, and offered no more.
    const retired = `Retired ${Date.now()}`
    await page.getByLabel('New reason').fill(retired)
    await page.getByRole('button', { name: 'Add reason' }).click()
    await page.getByLabel(retired).click()
    await expect(page.getByLabel(retired)).not.toBeChecked()
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Reason required').last()).toBeVisible()
    const offered = page.getByLabel('Rejection reason', { exact: true }).getByRole('option')
    await expect(offered.filter({ hasText: reason })).toHaveCount(1)
    await expect(offered.filter({ hasText: retired })).toHaveCount(0)
    await page.getByLabel('Rejection reason', { exact: true }).selectOption(reason)
    await refuse(page, 'applications/reject', 'No')
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Failed to reject application')).toBeVisible()
    await page.unrouteAll()
    await refuse(page, 'applications/approve', 'No')
    await page.getByRole('button', { name: 'Admin Override Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('Failed to approve application')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Confirm Rejection' }).click()
    await expect(page.getByText('Application rejected')).toBeVisible()
    await page.goto('/admin/admin-applications?status=rejected')
    await page.getByRole('button', { name }).click()
    await expect(page.getByText(reason).first()).toBeVisible()
    await refuse(page, 'applications/list', 'No')
    await page.goto('/admin/admin-applications')
    await expect(page.getByText('Failed to load applications')).toBeVisible()
  })
})

test('the Registrations list selects pending rows only and decides them together [APPL-18, APPL-19, APPL-20, APPL-21, APPL-22, APPL-40]', async ({
  page,
  visit,
  venue,
}) => {
  const visitor = await visit()
  const mark = `launch${Date.now()}`
  for (const name of ['one', 'two', 'three']) {
    const json = {
      firstName: name,
      lastName: mark,
      city: 'London',
      email: `${name}.${mark}@people.example`,
      phoneCountry: 'GB',
      phone: '020 7946 0000',
    }
    const sent = await visitor.request.post('/rpc/registrations/register', {
      data: { json },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/member-approvals?q=${mark}`)
  await expect(page.getByText(/^\d+ pending$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Launch Registrations' })).toBeVisible()
  // What is decided about stands in a menu of the head, and once somebody is chosen where the thumb is.
  const press = async (name: string) => {
    await page.getByRole('button', { name: 'More for registrations' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(page.getByRole('columnheader', { name: 'Approval email' })).toHaveCount(0)
  await press('Approve Selected')
  await expect(page.getByText('No members selected')).toBeVisible()
  await expect(page.getByText('Please select members to update')).toBeVisible()
  // Choosing moves nothing, by pointer or by Enter.
  const first = page.locator('tbody tr').first()
  const top = (await first.boundingBox())!.y
  await page.getByLabel(`Select one ${mark}`).check()
  await expect(selection.getByRole('button', { name: 'Approve 1 registration' })).toBeVisible()
  expect((await first.boundingBox())!.y).toBe(top)
  await press('Clear')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(first.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(first.getByRole('checkbox')).not.toBeChecked()
  await page.getByLabel(`Select one ${mark}`).check()
  await press('Approve Selected')
  await agree(page, 'Approve 1 registration?', 'Approve')
  await expect(page.getByText('1 registration approved')).toBeVisible()
  await expect(page.getByLabel(`one ${mark} is decided`)).toBeDisabled()
  await expect(page.getByRole('columnheader', { name: 'Approval email' })).toBeVisible()
  await page.getByRole('button', { name: 'Select All Pending' }).click()
  await expect(selection).toContainText('2 selected')
  await press('Clear')
  await expect(page.getByLabel(`Select two ${mark}`)).not.toBeChecked()
  await page.getByRole('button', { name: 'Select All Pending' }).click()
  await expect(selection).toContainText('2 selected')
  await selection.getByRole('button', { name: 'Reject 2 registrations' }).click()
  await agree(page, 'Reject 2 registrations?', 'Reject')
  await expect(page.getByText('2 registrations rejected')).toBeVisible()
  const read = page.waitForResponse(answer => answer.url().includes('/rpc/registrations/list'))
  await press('Refresh')
  await read
  await venue.mail(`one.${mark}@people.example`, 'Your registration was approved')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('the waiting list changes status, makes members and deletes after asking [OPS-29, OPS-31, OPS-34, OPS-39]', async ({
  page,
  visit,
  venue,
}) => {
  const visitor = await visit()
  const mark = `queue${Date.now()}`
  for (const name of ['one', 'two']) {
    const json = { firstName: name, lastName: mark, email: `${name}.${mark}@people.example` }
    expect(
      (
        await visitor.request.post('/rpc/waitlist/join', {
          data: { json },
          headers: { 'sec-fetch-site': 'same-origin' },
        })
      ).ok(),
    ).toBe(true)
  }
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/waitlist?q=${mark}`)
  // Arrow keys only move through the statuses; making a member is asked first.
  const changes: string[] = []
  page.on('request', request => {
    if (request.url().includes('/rpc/waitlist/setStatus')) changes.push(request.url())
  })
  await page.getByRole('button', { name: `Status of one ${mark}` }).press('Enter')
  const approve = page.getByRole('menuitem', { name: 'Approve & Create Member' })
  await expect(approve).toBeVisible()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await approve.click()
  const question = page.getByRole('dialog', { name: `Make one ${mark} a member?` })
  await expect(question).toBeVisible()
  expect(changes).toEqual([])
  await question.getByRole('button', { name: 'Make member' }).click()
  await expect(page.getByText('Member created')).toBeVisible()
  await expect(row(page, `one ${mark}`)).toHaveCount(0)
  await venue.mail(`one.${mark}@people.example`, 'There is a place for you at Exchange')
  await expectAccessible(page)
  await page.getByRole('button', { name: `More for two ${mark}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row(page, `two ${mark}`)).toHaveCount(0)
})

test('mails can be seen by the admin, with how each fared', async ({ page, visit, venue }) => {
  const { email } = await applicant(visit, venue)
  await signIn(page, venue.person('admin'))
  await page.goto(`/admin/mails?q=${encodeURIComponent(email)}`)
  await expect(row(page, 'We have your application').getByText('Sent', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
