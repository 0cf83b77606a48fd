import { addDays } from '#platform/dates.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forDoor } from '#platform/rpc/procedures.ts'
import { calendarDate, instantOf } from '#platform/time.ts'
import { keyring, type PassKind } from '../passes/model.ts'
import { toBase64Url } from '../passes/rules.ts'
import { suspicion } from '../refusals/rules.ts'
import { admitInput, doorListInput, guestInput, nameSearch, recentInput, takeBackInput } from './inputs.ts'
import { recentScans, recordScan, recordWalkIn, reverseScan } from './model.ts'
import { type DoorList, listBytes } from './rules.ts'

/** The door's procedures for these kinds of pass (src/passes.ts). */
export function scans(kinds: readonly PassKind[]) {
  const kindOf = (name: string) => {
    const found = kinds.find(kind => kind.name === name)
    if (!found) throw notFound('There is no such kind of pass.')
    return found
  }
  return {
    /**
     * What a scanner needs to go on without a connection: the public keys, and today's passes with names, holds and last
     * entries as one signed text (decision 36). The text is JSON of a `DoorList`. `others` are what else a door lets in: a device
     * asks for the list of each of them, too.
     */
    list: forDoor
      .route({ method: 'GET', summary: 'Keys and list for scanning offline' })
      .input(doorListInput)
      .handler(async ({ context: { db, now, runtime }, input }) => {
        const kind = kindOf(input.kind)
        const on = calendarDate(now)
        const { signer, published } = await keyring(db, runtime.env, now)
        const list: DoorList = {
          kind: kind.name,
          generatedAt: now.getTime(),
          day: {
            on,
            startsAt: instantOf(on, '00:00').getTime(),
            endsAt: instantOf(addDays(on, 1), '00:00').getTime(),
          },
          ...(await kind.list(db, on)),
        }
        const text = JSON.stringify(list)
        return {
          keys: published,
          list: text,
          signedBy: signer.keyId,
          signature: toBase64Url(signer.bytes(listBytes(text))),
          generatedAt: list.generatedAt,
          walkInPence: list.walkInPence,
          others: kinds.filter(({ name }) => name !== kind.name).map(({ name, title }) => ({ name, title })),
        }
      }),

    /**
     * Checks a scanned or typed code and records the entry (MKA-12…21, MKT-21, MKT-22). A refusal is an answer, not an
     * error. The scan's own id makes a repetition harmless; scans made offline are recorded as they happened, doubles
     * are marked.
     */
    admit: forDoor
      .route({ summary: 'Check a code and record the entry' })
      .input(admitInput)
      .handler(async ({ context: { write, runtime, request, actor }, input }) => {
        const kind = kindOf(input.kind)
        const answer = await write(tx => recordScan(tx, runtime.env, kind, input))
        const detail = suspicion(answer.code)
        if (detail)
          runtime.securityEvents.note({
            kind: 'ticket-refused',
            personId: actor.userId,
            ipAddress: request.ipAddress,
            requestId: request.id,
            detail,
          })
        return answer
      }),

    /** A guest who pays at the door (MKT-24, MKA-19). */
    admitGuest: forDoor
      .route({ summary: 'Record a guest who pays at the door' })
      .input(guestInput)
      .handler(({ context: { write }, input }) => write(tx => recordWalkIn(tx, kindOf(input.kind), input))),

    /**
     * Takes back an entry that was a mistake: the door on that day, an admin for a week longer; asked twice, it happens once.
     * Throws NO_SCAN, NOT_ADMITTED, DAY_CLOSED.
     */
    takeBack: forDoor
      .route({ summary: 'Take back an entry that was a mistake' })
      .input(takeBackInput)
      .handler(({ context: { write, actor }, input }) =>
        write(tx => reverseScan(tx, actor, kindOf(input.kind), input)),
      ),

    /** Today's five latest scans of the other devices, newest first, and whom several of them let in twice (decision 36). */
    recent: forDoor
      .route({ method: 'GET', summary: 'The latest scans of other devices' })
      .input(recentInput)
      .handler(({ context: { db, now }, input }) =>
        recentScans(db, kindOf(input.kind), calendarDate(now), input.deviceId),
      ),

    /** Who may come in today, by letters of their name; at most eight. */
    find: forDoor
      .route({ method: 'GET', summary: 'Find who may come in, by name' })
      .input(nameSearch)
      .handler(({ context: { db, now }, input }) => kindOf(input.kind).search(db, input.q, calendarDate(now))),
  }
}
