import { expect, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { uploadedFor } from '#test/community.ts'

const app = sharedTestApp()

test('a change that the house is refused leaves no file in the storage that nothing leads to', async () => {
  const boss = await admin(app)
  const fileId = await uploadedFor(app, boss)
  const kept: string[] = []
  const put = app.runtime.storage.put.bind(app.runtime.storage)
  app.runtime.storage.put = async (key, ...rest) => {
    kept.push(key)
    return put(key, ...rest)
  }
  const edit = { title: 'A', content: 'B', fileId, alt: 'A saw' }
  await expect(app.as(boss).community.editByHouse({ id: crypto.randomUUID(), ...edit })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  app.runtime.storage.put = put
  expect(kept).not.toEqual([])
  for (const key of kept) expect(await app.runtime.storage.get(key)).toBeNull()
})
