import { fromBase64Url, type ReadCode, type Verify } from '#features/market/rules.ts'
import { keepOwn, readOwn } from '#web/own-storage.ts'
import { type DoorList, listBytes } from '../rules.ts'

/** What `market.keys` answers, with the moment at which this device had it. */
export interface KeptList {
  keys: { id: string; publicKey: string; retiredAt: number | null }[]
  list: string
  signedBy: string
  signature: string
  generatedAt: number
  guestEntryPence: number
  receivedAt: number
}

const kept = 'door-list'

export const keepList = (list: KeptList) => keepOwn(kept, list)
export const readList = () => readOwn<KeptList>(kept)

/** The server's time as this device knows it: clocks of tablets are wrong. */
export function serverNow(list: KeptList | null): number {
  return Date.now() + (list ? list.generatedAt - list.receivedAt : 0)
}

/** The list itself, when its signature holds: what lay on the device is not believed otherwise. */
export async function openList(list: KeptList | null): Promise<DoorList | null> {
  const signature = list && fromBase64Url(list.signature)
  if (!list || !signature) return null
  const isOurs = await check(list, list.signedBy, listBytes(list.list), signature)
  return isOurs ? (JSON.parse(list.list) as DoorList) : null
}

/** Checks codes with the keys that came with the list; a retired key vouches for nothing made after it. */
export function verifierOf(list: KeptList | null): Verify {
  return async ({ keyId, ticket, signed, signature }: ReadCode) => {
    const found = list?.keys.find(({ id }) => id === keyId)
    if (!list || !found || (found.retiredAt !== null && ticket.issuedAt > found.retiredAt)) return false
    return check(list, keyId, signed, signature)
  }
}

async function check(list: KeptList, keyId: string, signed: BufferSource, signature: BufferSource): Promise<boolean> {
  const raw = fromBase64Url(list.keys.find(({ id }) => id === keyId)?.publicKey ?? '')
  if (!raw) return false
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, signed)
}
