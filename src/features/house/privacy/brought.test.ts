import { expect, test } from 'vitest'
import { eventPass } from '#features/events/tickets/rules.ts'
import { event } from '#seed/factories/events.ts'
import { admin, doorStaff, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { expectInvariants } from '#test/invariants.ts'
import { codeOf, marketDay, marketMorning, marketSaturday, scanOf } from '#test/market.ts'

const app = sharedTestApp({ now: marketMorning })

/** Tables whose guests are called this person's. */
async function placesOf(firstName: string): Promise<string[]> {
  const found = []
  for (const table of ['check_ins', 'market_visitor_tickets']) {
    const rows = await app.sql(`select 1 from ${table} where guest_name = $1`, [`Guest of ${firstName} Marchbanks`])
    if (rows.length > 0) found.push(table)
  }
  return found
}

test('whom somebody brought is no longer called their guest once they are erased, and those of others are', async () => {
  await marketDay(app)
  const door = app.as(await doorStaff(app)).door
  const ofEvent = { eventDate: marketSaturday, startTime: '11:30', endTime: '13:00', plusOnesAllowed: 2 }
  const its = await event(app, ofEvent)
  const people = []
  for (const firstName of ['Ottoline', 'Balthazar']) {
    const who = await paidMember(app, { firstName, lastName: 'Marchbanks' })
    people.push(who)
    const { id } = await app.as(who).events.register({ id: its.id, plusOnes: 2 })
    const { code } = await app.as(who).events.ticket({ id })
    await door.admit({ ...scanOf(code), kind: eventPass.name })
    await door.admit(scanOf(await codeOf(app, who)))
    await door.admitGuest({ ...scanOf(''), name: `Guest of ${firstName} Marchbanks` })
  }
  expect(await placesOf('Ottoline')).toEqual(['check_ins', 'market_visitor_tickets'])
  const counted = () =>
    app.sql(`select (select count(*) from check_ins where user_id is null) as inside,
      (select count(*) from market_visitor_tickets where user_id is null) as guests`)
  const before = await counted()
  // The event and the market are over.
  app.clock.set('2026-11-22T12:00:00Z')
  const { id } = await app.as(people[0]!).privacy.requestErasure({ reason: 'I am moving away' })
  await app.as(await admin(app)).privacy.erase({ id })
  expect(await placesOf('Ottoline')).toEqual([])
  expect(await placesOf('Balthazar')).toEqual(['check_ins', 'market_visitor_tickets'])
  expect(await counted()).toEqual(before)
  await expectInvariants(app)
})
