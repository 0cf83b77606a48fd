import { expect, test } from 'vitest'
import { decide, findRoute } from '#access.ts'
import { exportPath } from '#platform/list.ts'
import { admin, committee, doorStaff } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { sessionCookie } from '#test/browser.ts'
import { officeActions } from './office-actions.ts'

const app = sharedTestApp()
const password = 'Kiln-Orchard-Seven7'

test('whoever is offered a file by Ctrl+K gets it, and nobody else does', async () => {
  for (const someone of [
    await admin(app, { password }),
    await committee(app, { password }),
    await doorStaff(app, { password }),
  ]) {
    const cookie = await sessionCookie(app, someone.email, password)
    const me = await app.as(someone).members.me()
    for (const action of officeActions) {
      if (!('exports' in action)) continue
      const isOffered = decide(findRoute(action.to)!, me) === 'open'
      const { status } = await app.fetch(exportPath(action.exports, action.filters ?? {}), { headers: { cookie } })
      expect([action.label, status]).toEqual([action.label, isOffered ? 200 : 403])
    }
  }
})
