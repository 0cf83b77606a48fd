import type { rpc } from '#web/client.ts'
import { keepOwnForDay, readOwnOfDay } from '#web/offline/own-storage.ts'
import { type CameHere, cameSince, guestOf } from '../rules.ts'

export type Inside = Awaited<ReturnType<typeof rpc.door.inside>>

// Named as the door's: they are forgotten with the right to it.
const names = { inside: 'door-inside', came: 'door-came-in' }

/** Keeps who is in the building for when nobody can be asked: an emergency does not wait for a network. */
export function keepInside(answer: Inside): void {
  keepOwnForDay(names.inside, answer)
  keepCame(cameSince(readCame(), answer.at.getTime(), []))
}

/** The list kept last; null where there is none. */
export function readInside(): Inside | null {
  const kept = readOwnOfDay<Inside>(names.inside)
  if (!kept) return null
  const people = kept.people.map(person => ({ ...person, checkInTime: new Date(person.checkInTime) }))
  return { ...kept, at: new Date(kept.at), people }
}

/** An answer with whom this device let in since. */
export const withCame = (answer: Inside): Inside => ({ ...answer, people: [...answer.people, ...peopleSince(answer)] })

/** Whom this device let in since the answer of the instant `at`. */
export function readCameSince(at: Date): CameHere[] {
  const known = readOwnOfDay<Inside>(names.inside)?.people ?? []
  return cameSince(
    readCame(),
    at.getTime(),
    known.map(({ name }) => name),
  )
}

export const cameIn = (entry: CameHere) => keepCame([...readCame(), entry])
/** The server has it now. */
export const cameSent = (scanId: string, sentAt: number) =>
  keepCame(readCame().map(entry => (entry.scanId === scanId ? { ...entry, sentAt } : entry)))
/** It was taken back, or the server would not have it. */
export const cameNot = (scanId: string) => keepCame(readCame().filter(entry => entry.scanId !== scanId))

const readCame = () => readOwnOfDay<CameHere[]>(names.came) ?? []
const keepCame = (came: CameHere[]) => keepOwnForDay(names.came, came)

function peopleSince({ at }: Inside): Inside['people'] {
  return readCameSince(at).flatMap(({ scanId, name, at: cameAt, isMember, companions }) => {
    const person = (id: string, called: string, member: boolean) => ({
      ...{ id, name: called, isMember: member, surname: called.split(' ').at(-1) ?? '' },
      ...{ userId: null, entryMethod: null, through: null, notes: '', isFromEarlierDay: false },
      checkInTime: new Date(cameAt),
    })
    const guests = Array.from({ length: companions }, (_, n) => person(`${scanId} ${n}`, guestOf(name ?? ''), false))
    return [person(scanId, name ?? '', isMember), ...guests]
  })
}
