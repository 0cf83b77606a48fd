import { expect, test } from 'vitest'
import { person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()

const visitor = () => app.as(null)

test('contact information is what the venue wrote, else its settings [HOME-28]', async () => {
  expect(await visitor().content.contact()).toMatchObject({
    address: '12 Paddington Street, Marylebone, London W1U 5QY',
  })
  const stored = { address: '1 New Street', phone: '020 1', email: 'new@exchange.example' }
  await app.sql("insert into homepage_content (section_key, content, updated_at) values ('contact_info', $1, now())", [
    JSON.stringify(stored),
  ])
  expect(await visitor().content.contact()).toMatchObject(stored)
})

test('the membership page has four plans, which the venue words and counts as it likes [MEM-01]', async () => {
  await expect(visitor().content.plans()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const applicant = app.as(await person(app))
  const names = async () => (await applicant.content.plans()).map(({ name }) => name)
  const four = ['Community', 'Hot Desk', 'Dedicated Desk', 'Private Studio']
  expect(await names()).toEqual(four)
  const write = (content: object) =>
    app.sql(
      `insert into homepage_content (section_key, content, updated_at) values ('membership_plans', $1, now())
        on conflict (section_key) do update set content = excluded.content`,
      [JSON.stringify(content)],
    )
  await write({ plans: [{ name: 'Night Desk', description: 'After eight', price: '£30 a month' }] })
  expect(await applicant.content.plans()).toEqual([
    { name: 'Night Desk', description: 'After eight', price: '£30 a month', features: [], way: 'paid' },
  ])
  await write({ plans: 'none' })
  expect(await names()).toEqual(four)
})
