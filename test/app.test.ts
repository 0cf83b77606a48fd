import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { member } from '#seed/factories/people.ts'
import { sharedTestApp } from './app.ts'
import { statementsOf } from './statements.ts'

const app = sharedTestApp()
const tooEarly = (() => {
  try {
    return app.url
  } catch (error) {
    return (error as Error).message
  }
})()

test('the server of a file says so when it is used before it is up', () => {
  expect(tooEarly).toMatch('up only while hooks and tests run')
  expect(app.url).toMatch(/^http:/)
})

test('statements are counted for whoever causes them, in this process and over HTTP, and for nobody else', async () => {
  const ada = await member(app)
  const [here, over] = [app.as(ada), await app.overHttp(ada)]
  // How long sessions last is read once, with the first of them.
  await over.members.me()
  const others = setInterval(() => void app.db.execute(sql`select 'somebody else'`), 1)
  const [own, sent] = await Promise.all([
    statementsOf(() => here.members.profile()),
    statementsOf(() => over.members.profile()),
  ]).finally(() => clearInterval(others))
  // Over HTTP and in this process alike: who asks, and the profile.
  expect(own).toHaveLength(2)
  expect(sent).toHaveLength(2)
  expect(await over.members.me()).toMatchObject({ userId: ada.id })
  expect(await (await app.overHttp(null)).members.me()).toBeNull()
})
