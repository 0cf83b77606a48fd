import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { termsStart } from './inputs.ts'
import { paragraphsOf } from './rules.ts'

const app = sharedTestApp()
const numbers = { cancellationHours: '24', arriveEarly: '10 minutes', opensAt: '08:00', closesAt: '20:00' }

test('the terms are what the house came with until the office words them; numbers in braces must be known ones', async () => {
  const boss = app.as(await admin(app)).content
  expect(await app.as(null).content.terms()).toEqual(termsStart)
  const { content, version } = await boss.section({ section: 'terms' })
  expect(content).toEqual(termsStart)
  const save = (text: string) =>
    boss.saveSection({
      ...{ section: 'terms', basedOn: version, saving: 'publish' },
      content: { parts: [{ id: 'all', title: 'Everything', text }] },
    })
  await expect(save('Cancel {hours} ahead.')).rejects.toMatchObject({
    message: expect.stringContaining('There is no {hours}'),
    data: { title: 'Validation Error', field: 'parts.0.text' },
  })
  await save('Cancel {cancellationHours} hours ahead.')
  const [part] = (await app.as(null).content.terms()).parts
  expect(paragraphsOf(part!.text, numbers)).toEqual(['Cancel 24 hours ahead.'])
})

test('every number of the standing text is put in', () => {
  const all = termsStart.parts.flatMap(({ text }) => paragraphsOf(text, numbers)).join('\n')
  expect(all).not.toMatch(/[{}]/)
  expect(all).toContain('Cancel 24 hours or more ahead')
  expect(all).toContain('Please arrive 10 minutes early')
  expect(all).toContain('open 7 days, 08:00–20:00')
})
