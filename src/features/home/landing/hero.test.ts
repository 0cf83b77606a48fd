import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { heroSave } from '#test/sections.ts'
import { heroContent } from './inputs.ts'

const app = sharedTestApp()

const words = { title: 'A house', subtitle: 'Under one roof', buttonText: 'Come in', buttonLink: '/join' }

test('the hero has a title and a subtitle, with 200 and 500 characters at most, a button text with 50 and a link that stays here or is secure [CNT-06]', async () => {
  const ada = await admin(app)
  const save = await heroSave(app, ada)
  const refusalOf = async (wrong: object) =>
    app
      .as(ada)
      .content.saveSection({ ...save, content: { ...words, ...wrong } })
      .then(
        () => null,
        error => ({ title: error.data.title, message: error.message }),
      )
  const title = 'Validation Error'
  for (const [field, name, max] of [
    ['title', 'Title', 200],
    ['subtitle', 'Subtitle', 500],
    ['buttonText', 'Button text', 50],
  ] as const) {
    expect(await refusalOf({ [field]: ' ' })).toEqual({ title, message: `${name} is required` })
    expect(await refusalOf({ [field]: 'x'.repeat(max + 1) })).toEqual({
      title,
      message: `${name} has at most ${max} characters`,
    })
    expect(heroContent.safeParse({ ...words, [field]: 'x'.repeat(max) }).success).toBe(true)
  }
  expect(await refusalOf({ buttonLink: '' })).toEqual({ title, message: 'Button link is required' })
  for (const buttonLink of [
    'http://people.example/',
    '//people.example',
    '/\\people.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'membership',
    'https://people.example/a b',
  ])
    expect(await refusalOf({ buttonLink })).toMatchObject({ message: expect.stringContaining('https://') })
  for (const buttonLink of ['/membership?tier=builder', 'https://people.example/a?b=c'])
    expect(heroContent.safeParse({ ...words, buttonLink }).success).toBe(true)
})

test('a hero without a button of its own says "Learn More" and leads to /membership [CNT-08]', () => {
  const { title, subtitle } = words
  expect(heroContent.parse({ title, subtitle })).toMatchObject({ buttonText: 'Learn More', buttonLink: '/membership' })
})
