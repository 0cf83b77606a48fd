import { beforeEach, expect, test } from 'vitest'
import { admin, member, type Person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { filmHost } from './inputs.ts'

const app = sharedTestApp()
let ada: Person
beforeEach(async () => {
  app.clock.set('2026-11-18T10:00:00Z')
  ada = await admin(app)
})

const save = async (section: string, content: object) => {
  const { version } = await app.as(ada).content.section({ section })
  return app.as(ada).content.saveSection({ section, content, basedOn: version, saving: 'publish' })
}
const seen = async () => app.as(await member(app)).content.highlights()

test('the next workshop has a title, a day, a time and a picture, and goes when its day is over [CNT-11]', async () => {
  await expect(app.as(null).content.highlights()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await seen()).toEqual({ workshop: null, highlight: null })
  await save('next_workshop', { title: 'Marbling', date: '2026-11-20', time: '9.30' })
  expect((await seen()).workshop).toEqual({
    ...{ title: 'Marbling', date: '2026-11-20', time: '09:30', imageUrl: '', picture: null },
  })
  for (const [wrong, field] of [
    [{ title: '' }, 'title'],
    [{ date: '2026-02-30' }, 'date'],
    [{ time: '25:00' }, 'time'],
    [{ imageUrl: 'https://people.example/a.png' }, 'imageUrl'],
  ] as const)
    await expect(
      save('next_workshop', { title: 'Marbling', date: '2026-11-20', time: '18:30', ...wrong }),
    ).rejects.toMatchObject({ data: { title: 'Validation Error', field } })
  app.clock.set('2026-11-20T23:59:00Z')
  expect((await seen()).workshop).not.toBeNull()
  app.clock.set('2026-11-21T00:00:00Z')
  expect((await seen()).workshop).toBeNull()
})

test('the member highlight has title, description, content, picture, film and date; films are taken from YouTube and Vimeo alone [CNT-17]', async () => {
  const words = { title: 'Rosa prints', description: 'At the press since May.', content: 'One.\n\nTwo.' }
  const videoUrl = 'https://vimeo.com/76979871'
  await save('weekly_content', { ...words, videoUrl, publishedDate: '2026-11-16' })
  expect((await seen()).highlight).toEqual({
    ...{ ...words, videoUrl, publishedDate: '2026-11-16', imageUrl: '', picture: null },
  })
  for (const wrong of [
    'http://youtube.com/watch?v=a',
    'https://youtube.com.people.example/a',
    'https://people.example/?youtube.com',
    'https://youtube.com@people.example/a',
    'https://you@youtube.com/a',
    'https://youtube.com:8443/a',
    'javascript:alert(1)//youtube.com',
  ])
    await expect(save('weekly_content', { ...words, videoUrl: wrong })).rejects.toMatchObject({
      data: { title: 'Validation Error', field: 'videoUrl' },
    })
  expect(filmHost('https://youtu.be/a')).toBe('YouTube')
  expect(filmHost('https://www.youtube.com/watch?v=a')).toBe('YouTube')
})

test('contact information has address, phone and email, and everybody reads it at once [CNT-35]', async () => {
  const stored = { address: '1 New Street', phone: '020 7946 0100', email: 'new@exchange.example' }
  const before = await app.as(ada).content.section({ section: 'contact_info' })
  expect(before.content).toEqual({
    address: '12 Paddington Street, Marylebone, London W1U 5QY',
    phone: expect.any(String),
    email: 'hello@exchange.example',
  })
  await save('contact_info', stored)
  expect(await app.as(null).content.contact()).toMatchObject(stored)
  for (const field of ['address', 'phone', 'email'])
    await expect(save('contact_info', { ...stored, [field]: '' })).rejects.toMatchObject({ data: { field } })
})
