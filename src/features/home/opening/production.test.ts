import { expect, onTestFinished, test } from 'vitest'
import { admin } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

// The list of what is to do before a house opens, where the house is a real one.
const app = sharedTestApp()

test('in production a house is asked, whatever it says of the demonstration', async () => {
  const boss = await admin(app)
  expect(await app.as(boss).venue.opening()).toEqual([])
  const env = app.runtime.env as { isProduction: boolean }
  onTestFinished(() => {
    env.isProduction = false
  })
  env.isProduction = true
  expect((await app.as(boss).venue.opening()).map(({ step }) => step)).toContain('backup')
})
