import { keepOwnForDay, readOwnOfDay } from '#web/offline/own-storage.ts'
import { fromBase64Url, type OtherKind, type PassRules, type ReadCode, type Verify } from '../../passes/rules.ts'
import { type DoorList, listBytes } from '../rules.ts'

/** What `door.list` answers, with the moment at which this device had it. */
export interface KeptList {
  keys: { id: string; publicKey: string; retiredAt: number | null }[]
  list: string
  signedBy: string
  signature: string
  generatedAt: number
  walkInPence: number | null
  receivedAt: number
  /** What else a door lets in, whose lists this device keeps beside this one. */
  others: OtherKind[]
}

/** Of a kind of pass its name says which list is meant. */
type Kind = Pick<PassRules, 'name'>

const kept = ({ name }: Kind) => `door-list.${name}`

export const keepList = (pass: Kind, list: KeptList) => keepOwnForDay(kept(pass), list)
/** The list kept last. */
export const readList = (pass: Kind) => readOwnOfDay<KeptList>(kept(pass))

/** The server's time as this device knows it: clocks of tablets are wrong. */
export function serverNow(list: KeptList | null): number {
  return Date.now() + (list ? list.generatedAt - list.receivedAt : 0)
}

/** The list itself, when its signature holds: what lay on the device is not believed otherwise. */
export async function openList(pass: PassRules, list: KeptList | null): Promise<DoorList | null> {
  const signature = list && fromBase64Url(list.signature)
  if (!list || !signature || !(await check(list, list.signedBy, listBytes(list.list), signature))) return null
  const opened = JSON.parse(list.list) as DoorList
  return opened.kind === pass.name ? opened : null
}

/** Checks codes with the keys that came with the list; a retired key vouches for nothing made after it. */
export function verifierOf(list: KeptList | null): Verify {
  return async ({ keyId, claims, signed, signature }: ReadCode) => {
    const found = list?.keys.find(({ id }) => id === keyId)
    if (!list || !found || (found.retiredAt !== null && claims.issuedAt > found.retiredAt)) return false
    return check(list, keyId, signed, signature)
  }
}

async function check(list: KeptList, keyId: string, signed: BufferSource, signature: BufferSource): Promise<boolean> {
  const raw = fromBase64Url(list.keys.find(({ id }) => id === keyId)?.publicKey ?? '')
  if (!raw) return false
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, signed)
}
