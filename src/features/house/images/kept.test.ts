import { expect, test } from 'vitest'
import { erasePerson } from '#features/house/privacy/model.ts'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { uploadedFor } from '#test/events.ts'
import { libraryId, libraryImage } from '#test/sections.ts'

// What stays of a picture of the house, and how near it is cut.
const app = sharedTestApp()

test('pictures of the house stay when the admin who put them in is erased', async () => {
  const [boss, gone] = [await admin(app), await admin(app)]
  const address = await libraryImage(app, gone)
  const unused = await uploadedFor(app, gone, 'admin-uploads')
  await app.sql('delete from user_roles where user_id = $1', [gone.id])
  await app.write(tx => erasePerson(tx, app.runtime.dataMap, gone.id))
  await app.runJobs()
  const { rows } = await app.as(boss).images.list({})
  expect(rows).toMatchObject([
    { address, alt: 'A press and two prints', uploadedByName: expect.not.stringContaining(gone.lastName) },
  ])
  expect((await app.fetch(address)).status).toBe(200)
  expect((await app.fetch(rows[0]!.picture!.src)).status).toBe(200)
  // What was never made one of the house's was theirs, and goes.
  expect((await app.fetch(`/files/${unused}`)).status).toBe(404)
})

test('a crop shows a fifth of what fits, and no less', async () => {
  const boss = await admin(app)
  const id = await libraryId(app, boss)
  for (const cropPercent of [19, 101, 0])
    await expect(app.as(boss).images.change({ id, cropPercent }), `${cropPercent}`).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'cropPercent' },
    })
  for (const cropPercent of [20, 100]) await app.as(boss).images.change({ id, cropPercent })
})
