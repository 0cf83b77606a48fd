import { expect, test } from 'vitest'
import { admin, committee, member } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'

const app = sharedTestApp()

test('admins read versions and what is simulated, nobody else does, and there is no secret in it', async () => {
  const boss = await admin(app)
  const facts = await app.as(boss).debug.server()
  expect(facts).toMatchObject({ node: process.version, payments: 'simulated', mail: 'simulated', files: 'disk' })
  const text = JSON.stringify(facts)
  const { env } = app.runtime
  for (const secret of [env.secret, env.SECRET, env.DATABASE_URL, env.STRIPE_SECRET_KEY, env.dataDir, boss.email])
    if (secret) expect(text).not.toContain(secret)
  for (const someone of [await member(app), await committee(app)])
    await expect(app.as(someone).debug.server()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('in production there is neither the page nor its call', async () => {
  const boss = await admin(app)
  const { env } = app.runtime
  expect((await app.fetch('/debug')).status).not.toBe(500)
  env.isProduction = true
  try {
    await expect(app.as(boss).debug.server()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await app.fetch('/debug')).status).toBe(404)
  } finally {
    env.isProduction = false
  }
})
