import { expect, test } from 'vitest'
import { paidForm } from '#seed/factories/applications.ts'
import { person } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { applicationTiers, uploadDocument } from '#test/applications.ts'

const app = sharedTestApp()

test('when an applicant wants to begin is kept as they wrote it', async () => {
  await applicationTiers(app)
  const someone = await person(app)
  const idDocument = await uploadDocument(app, someone)
  const form = paidForm(someone, { idDocument, startDate: '2026-12-01' })
  const { id } = await app.as(someone).applications.submit(form)
  expect(await app.sql(`select start_on::text from membership_applications where id = $1`, [id])).toEqual([
    { start_on: '2026-12-01' },
  ])
})
