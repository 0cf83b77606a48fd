import { expect, test } from 'vitest'
import { cutOf, mostBytes } from '#platform/mail/pictures.ts'
import { event } from '#seed/factories/events.ts'
import { facility } from '#seed/factories/facilities.ts'
import { admin, paidMember } from '#seed/factories/people.ts'
import { sharedTestApp } from '#test/app.ts'
import { giveTokens } from '#test/bookings.ts'
import { uploadedPicture } from '#test/events.ts'
import { libraryImage } from '#test/sections.ts'
import type { CaughtMail } from '../simulators/mailbox/store.ts'

const app = sharedTestApp({ now: '2026-03-20T10:00:00Z' })

async function arrived(to: string, subject: string): Promise<CaughtMail> {
  await app.runJobs()
  const answer = await app.fetch(`/dev/mail/messages.json?${new URLSearchParams({ to, subject })}`)
  const [mail] = (await answer.json()) as CaughtMail[]
  return mail!
}

/** A room whose picture the office has chosen, and a member who has booked it. */
async function bookedRoom({ isPictured }: { isPictured: boolean }) {
  const [ada, boss] = [await paidMember(app), await admin(app)]
  await giveTokens(app, ada, 5)
  const { id: facilityId, name } = await facility(app)
  const [room] = await app.sql<{ slug: string }>(
    'select s.slug from booking_types t join spaces s on s.id = t.space_id where t.id = $1',
    [facilityId],
  )
  if (isPictured)
    await app.sql('insert into facility_images (id, facility_name, facility_key, image_url) values ($1, $2, $3, $4)', [
      crypto.randomUUID(),
      name,
      room!.slug,
      await libraryImage(app, boss),
    ])
  await app.as(ada).bookings.place({ facilityId, on: '2026-03-24', startsAt: '10:00', termsAccepted: true })
  return { ada, name }
}

test('the mail of a booking carries the picture of its room, as a JPEG in the mail itself', async () => {
  const { ada } = await bookedRoom({ isPictured: true })
  const mail = await arrived(ada.email, 'Booking confirmed')
  expect(mail.attachments).toMatchObject([{ filename: 'room.jpeg', contentType: 'image/jpeg' }])
  const file = await app.fetch(`/dev/mail/${mail.id}/attachments/0`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(bytes.length).toBeLessThanOrEqual(mostBytes)
  expect(mail.html).toContain('alt="A press and two prints"')
})

test('a room with a drawn poster has no picture in its mail', async () => {
  const { ada, name } = await bookedRoom({ isPictured: false })
  const mail = await arrived(ada.email, 'Booking confirmed')
  expect(mail.attachments).toEqual([])
  expect(mail.html).not.toContain('cid:')
  expect(mail.text).toContain(name)
})

test('the mail of a registration carries the picture of its event; what cannot be had holds up no words', async () => {
  const boss = await admin(app)
  const { id } = await event(app)
  await app.as(boss).events.setPicture({ id, fileId: await uploadedPicture(app, boss), alt: 'A kiln', focus: 'top' })
  const [ada, bob] = [await paidMember(app), await paidMember(app)]
  await app.as(ada).events.register({ id })
  const mail = await arrived(ada.email, 'You are registered')
  expect(mail.attachments).toMatchObject([{ filename: 'event.jpeg', contentType: 'image/jpeg' }])
  expect(mail.html).toContain('alt="A kiln"')

  const { id: other } = await event(app)
  await app
    .as(boss)
    .events.setPicture({ id: other, fileId: await uploadedPicture(app, boss), alt: 'A kiln', focus: 'top' })
  const stored = await app.sql<{ key: string }>(
    'select f.storage_key as key from files f join site_images i on i.file_id = f.id',
  )
  for (const { key } of stored) await app.runtime.storage.remove(key)
  await app.as(bob).events.register({ id: other })
  const without = await arrived(bob.email, 'You are registered')
  expect(without.attachments).toEqual([])
  expect(without.html).not.toContain('cid:')
  expect(without.text).toContain('You are registered')
})

test('a picture is cut to one ratio, as near to what matters in it as can be', () => {
  expect(cutOf({ width: 1_500, height: 1_000 }, [50, 50])).toEqual({ width: 1_500, height: 1_000, left: 0, top: 0 })
  expect(cutOf({ width: 900, height: 1_600 }, [50, 0])).toEqual({ width: 900, height: 600, left: 0, top: 0 })
  expect(cutOf({ width: 3_000, height: 1_000 }, [100, 50])).toEqual({
    width: 1_500,
    height: 1_000,
    left: 1_500,
    top: 0,
  })
})
