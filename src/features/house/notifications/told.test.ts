import { expect, test } from 'vitest'
import { facility } from '#seed/factories/facilities.ts'
import { sharedTestApp } from '#test/app.ts'
import { callOf } from '#test/calls.ts'
import { marketMorning } from '#test/market.ts'
import { callByName, listProcedures } from '#test/procedures.ts'
import { books, round, waitedOn, waits, withTokens } from '#test/waiting.ts'

// Who is told in the house of what others do with something of theirs.
const app = sharedTestApp({ now: marketMorning })

interface Row extends Record<string, unknown> {
  user_id: string
  kind: string
  headline: string
  path: string
}
const all = () =>
  app.sql<Row>(
    `select id, user_id, kind, trim(who || ' ' || title) as headline, regexp_replace(path, '[0-9a-f]{8}-[0-9a-f-]{27}', 'ID') as path
      from notifications order by created_at`,
  )

async function toldBy(work: () => Promise<unknown>): Promise<Row[]> {
  await app.runJobs()
  const before = new Set((await all()).map(({ id }) => id))
  await work()
  await app.runJobs()
  return (await all()).filter(({ id }) => !before.has(id))
}

/** Of the canonical call of each procedure that writes; of one that is not here nobody is told. */
const byCall: Record<string, [kind: string, headline: string | RegExp, path: string]> = {
  'applications.approve': ['application', 'Your application was approved', '/members'],
  'applications.reject': ['application', 'Your application was decided', '/'],
  'bookings.cancelByStaff': ['booking', 'Your booking was cancelled', '/bookings/ID'],
  'schedule.shift': ['booking', 'Your booking was moved', '/bookings/ID'],
  'events.cancelByStaff': ['event', 'Your registration was cancelled', '/event/ID'],
  'hosting.writeToGuests': ['event', / wrote about /, '/event/ID'],
  'hosting.approve': ['application', 'Your event was approved', '/host/ID'],
  'hosting.reject': ['application', 'Your event was not approved', '/host/ID'],
  'hosting.cancel': ['event', / was cancelled$/, '/event/ID'],
  'hosting.cancelByStaff': ['event', / was cancelled$/, '/event/ID'],
  'market.changeDay': ['stall', 'Your market has another time', '/market-booking?view=mine'],
  'stalls.remove': ['stall', 'Your stall was cancelled', '/market-booking/ID'],
  'stalls.assign': ['stall', 'Your stall has another pitch', '/market-booking/ID'],
  'stalls.moveByStaff': ['stall', 'Your stall has another day', '/market-booking/ID'],
  'stalls.decide': ['stall', 'Your document was accepted', '/market-booking?view=documents'],
  'community.like': ['like', / liked your post$/, '/community/ID'],
  'community.comment': ['comment', / commented on your post$/, '/community/ID'],
  'community.hide': ['moderation', 'Your post was hidden', '/community/ID'],
  'community.show': ['moderation', 'Your post is shown again', '/community/ID'],
  'community.decideAppeal': ['moderation', 'Your post is shown again', '/community/ID'],
  'community.editByHouse': ['moderation', 'The house changed your post', '/community/ID'],
  'community.deleteByHouse': ['moderation', 'The house deleted your post', '/community'],
  'community.deleteCommentByHouse': ['moderation', 'The house deleted your comment', '/community/ID'],
  'memberships.give': ['membership', 'The house gave you something', '/account?tab=membership'],
}

const writing = listProcedures().filter(({ procedure }) => procedure['~orpc'].route.method !== 'GET')
test.each(Object.keys(byCall))('%s tells whom it concerns, and never whoever did it', async name => {
  const { path } = writing.find(each => each.name === name)!
  const call = callOf(name)!
  const me = call.as && (await call.as(app))
  await call.given?.(app, me!)
  const input = await call.input?.(app, me!)
  const told = await toldBy(() => callByName(app.as(me), path, input))
  const [kind, headline, leadsTo] = byCall[name]!
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ kind, path: leadsTo })
  expect(told[0]!.headline).toMatch(typeof headline === 'string' ? new RegExp(`^${headline}$`) : headline)
  expect(told[0]!.user_id).not.toBe(me!.id)
})

test.each(['bookings.cancel', 'bookings.move', 'stalls.cancel', 'stalls.move', 'events.cancelRegistration'])(
  '%s, of one’s own, tells nobody',
  async name => {
    const { path } = writing.find(each => each.name === name)!
    const call = callOf(name)!
    const me = await call.as!(app)
    await call.given?.(app, me)
    const input = await call.input?.(app, me)
    expect(await toldBy(() => callByName(app.as(me), path, input))).toEqual([])
  },
)

test('whoever waits is told once that their time is free, however often the line is looked at', async () => {
  const [holder, me, room] = [await withTokens(app), await withTokens(app), await facility(app)]
  const id = await books(app, holder, room.id)
  await waits(app, me, room.id)
  const told = await toldBy(async () => {
    await app.as(holder).bookings.cancel({ id })
    await round(app)
    await round(app)
  })
  const path = `/facility-booking?id=ID&on=${waitedOn}&at=10:00`
  expect(told).toMatchObject([{ user_id: me.id, kind: 'booking', headline: 'Your time is free', path }])
  // It is read at any time: also when the offer is over.
  const [row] = await app.sql<{ text: string }>(
    "select text from notifications where user_id = $1 and kind = 'booking'",
    [me.id],
  )
  expect(row!.text).toMatch(/: held for you until \w{3} \d+ \w{3}, \d\d:\d\d\.$/)
})
