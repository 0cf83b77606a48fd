import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { asc, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isArchivedAccount } from '#features/people/archive/model.ts'
import { holds } from '#features/people/members/model.ts'
import { profiles } from '#features/people/members/table.ts'
import { fullName } from '#platform/db/columns.ts'
import type { Reader } from '#platform/db/pool.ts'
import { user } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env.ts'
import { derivedKey, sealFor } from '#platform/seal.ts'
import { type Refusal, refuse } from '../refusals/rules.ts'
import {
  type ByName,
  type Claims,
  encodeClaims,
  isTypedCode,
  joinCode,
  kindSaid,
  type Listing,
  looksTyped,
  type PassRules,
  type Reading,
  readCode,
  type TicketType,
  typedAlphabet,
  typedCharacters,
  type Verify,
} from './rules.ts'
import { ticketKeys } from './table.ts'

/** A kind of pass, as a noun hands it to the door; listed in src/passes.ts. What devices need of it is in PassRules. */
export interface PassKind extends PassRules {
  /**
   * Finds what these claims, which are the house's own, stand for on this calendar day at this instant, and locks it until the
   * transaction ends: entries of one pass happen in turn. Null: there is no such pass or person.
   */
  find(tx: Tx, sought: Sought, on: string, at: Date): Promise<Found | null>
  /** Makes and locks a pass that `find` gave without an id. Kinds whose passes are all there beforehand have none. */
  issue?(tx: Tx, pass: Pass, on: string): Promise<Pass>
  /** The claims that typed characters stand for; else why they let nobody in today, or null when they are nobody's. */
  findTyped(tx: Tx, typed: Typed): Promise<Claims | { problem: Refusal } | null>
  /** The pass behind an earlier scan, as it is now. */
  byId(db: Reader, passId: string): Promise<Pass | null>
  /**
   * The statement that counts one entry at the instant `at` on the pass with this id, in an UPDATE … RETURNING: entries arrive in
   * any order. It is built once for each connection, so it may depend on nothing else.
   */
  enter(db: Reader, passId: SQL, at: Placeholder): SQLWrapper
  /** What follows from the first entry on this pass; once, also when that entry is taken back. */
  entered?(tx: Tx, passId: string, at: Date): Promise<void>
  /** What follows from an entry while no other on this pass counts; `takeBack` takes it back with the last one. */
  arrived?(tx: Tx, passId: string, at: Date): Promise<void>
  /** Every pass that may come on this day, for devices that go on without a connection. Two statements at most. */
  list(db: Reader, on: string): Promise<Listing>
  /**
   * Makes the pass of somebody who has none and pays at the door; kinds without it let in nobody so. Throws the typed refusal
   * where nothing takes place, unless it has happened already.
   */
  walkIn?(tx: Tx, guest: { name: string | null; on: string; hasHappened: boolean }): Promise<Pass>
  /** One entry on this pass counts no more; one that `walkIn` made counts for nothing then. */
  takeBack(tx: Tx, passId: string, taken: Taken): Promise<void>
  /** Who may come today and has these letters in their name, at most eight. One statement. */
  search(db: Reader, q: string, on: string): Promise<ByName[]>
  /** In SQL, what the guest of the pass with this id is called; left out where every pass is an account's. */
  guestName?(passId: SQLWrapper): SQL<string | null>
}

/** What to look for: what a code says, or what was chosen by name, of which any generation will do. */
export interface Sought {
  personId: string | null
  /** Null: whatever this person has today. */
  passId: string | null
  generation: number | null
}

/** An entry that was taken back. */
export interface Taken {
  isWalkIn: boolean
  /** When the entries of the pass that still count were, as read at this moment. */
  left(): Promise<{ firstAt: Date | null; lastAt: Date | null }>
}

/** A pass, as far as the door tells of it. */
export interface Pass {
  /** Null: there is none for this day yet; `issue` makes it. */
  id: string | null
  personId: string | null
  name: string | null
  ticketType: TicketType
  ticketCode: string | null
  /** Due at the first entry; 0 where entry is free or was paid. */
  pricePence: number
  entries: number
  lastEntryAt: Date | null
  /** How often it lets in altogether; left out: any number of times. */
  entryLimit?: number
  note?: string
  /** How many they bring, who come in with the first entry. */
  companions?: number
}

export interface Found {
  pass: Pass
  /** Why it lets nobody in today: a hold, nothing takes place, withdrawn. */
  problem: Refusal | null
  waitMinutes: number
}

export interface Typed {
  characters: string
  on: string
  /** When the code that the characters stand for was made, if they are this pass's of one of the last `minutes`. */
  issuedAt(pass: TypedPass, minutes: number): number | null
}

/** Name and standing of a person, for queries that join `user` and `profiles`. Admins count as approved (decision 2). */
export const holderFacts = {
  name: sql<string>`coalesce(nullif(${fullName(profiles)}, ''), ${user.email})`,
  accountStatus: profiles.accountStatus,
  isApproved: sql<boolean>`(${profiles.approvalStatus} = 'approved' or ${holds(user.id, ['admin'])})`,
  isArchived: isArchivedAccount,
}

type KeyRow = typeof ticketKeys.$inferSelect

/** Signs with one key: a pass as the text of its QR code, or any other bytes. */
export interface Signer {
  keyId: string
  pass(claims: Claims): string
  bytes(data: Uint8Array): Buffer
}

/** The key that signs now; made at first use, and anew when the venue's secret changed. */
export async function currentSigner(db: Reader, env: Env, now: Date): Promise<Signer> {
  return (await keyring(db, env, now)).signer
}

/** The key that signs now, and the public halves of all, as codes are checked with them here and on the devices. */
export async function keyring(db: Reader, env: Env, now: Date) {
  const rows = await db.select().from(ticketKeys).orderBy(asc(ticketKeys.createdAt))
  const current = rows.find(({ retiredAt }) => retiredAt === null)
  const privateKey = current && openPrivateKey(current, env.secret)
  if (!current || !privateKey) {
    if (current) await retireKeys(db, now)
    await db.insert(ticketKeys).values(newKey(env.secret, now)).onConflictDoNothing()
    return keyring(db, env, now)
  }
  return {
    signer: signerOf(current.id, privateKey),
    published: rows.map(({ id, publicKey, retiredAt }) => ({ id, publicKey, retiredAt: retiredAt?.getTime() ?? null })),
  }
}

/**
 * From now on another key signs. Codes that the former one made stay good for as long as they say, unless it leaked: then
 * nothing that it or one before it signed counts any more.
 */
export async function rotateKeys(db: Reader, env: Env, now: Date, isLeaked: boolean): Promise<string> {
  if (isLeaked) await db.delete(ticketKeys)
  else await retireKeys(db, now)
  return (await currentSigner(db, env, now)).keyId
}

/** Checks signatures against these keys; a retired key vouches for nothing made after it. */
export function verifierOf(keys: Pick<KeyRow, 'id' | 'publicKey' | 'retiredAt'>[]): Verify {
  return ({ keyId, claims, signed, signature }) => {
    const found = keys.find(({ id }) => id === keyId)
    if (!found || (found.retiredAt !== null && claims.issuedAt > found.retiredAt.getTime())) return false
    return verify(null, signed, publicKeyOf(found.publicKey), signature)
  }
}

export interface TypedPass {
  passId: string
  generation: number
}

/**
 * Eight characters that stand for a pass's code at `minute` (since 1970) where nothing can be scanned. Only the server can
 * make or check them, and they age as the code does.
 */
export function typedCodes(env: Env): (pass: TypedPass, minute: number) => string {
  const key = derivedKey(env.secret, 'typed codes')
  return ({ passId, generation }, minute) =>
    readable(createHmac('sha256', key).update(`${passId}:${generation}:${minute}`).digest())
}

/** A name for a pass that can be read out; no proof of anything. */
export const newReadableCode = () => readable(randomBytes(8))

async function retireKeys(db: Reader, now: Date): Promise<void> {
  await db.update(ticketKeys).set({ retiredAt: now }).where(isNull(ticketKeys.retiredAt))
}

function signerOf(keyId: string, privateKey: KeyObject): Signer {
  const bytes = (data: Uint8Array) => sign(null, data, privateKey)
  return {
    keyId,
    bytes,
    pass: claims => {
      const signed = encodeClaims(claims, keyId)
      return joinCode(signed, bytes(signed))
    },
  }
}

function newKey(secret: string, now: Date): KeyRow {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 8)
  const privateKey = sealFor(secret, sealing).close(pair.privateKey.export({ format: 'der', type: 'pkcs8' }), keyId)
  return { id: keyId, publicKey, privateKey, createdAt: now, retiredAt: null }
}

/** Null when the key was sealed under another secret. */
function openPrivateKey(row: KeyRow, secret: string): KeyObject | null {
  const key = sealFor(secret, sealing).open(row.privateKey, row.id)
  return key && createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

const sealing = 'pass keys'
const publicKeys = new Map<string, KeyObject>()

/** There are few, and every code is checked with one. */
function publicKeyOf(x: string): KeyObject {
  const key = publicKeys.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  publicKeys.set(x, key)
  return key
}

const readable = (bytes: Buffer) => Array.from(bytes.subarray(0, 8), byte => typedAlphabet[byte % 32]).join('')

/** What is shown at a door, in a scan that was made now or without a connection. */
export interface Shown {
  code: string
  picked?: { passId: string | null; personId: string | null } | undefined
  /** It came into the field, and not through the camera. */
  isByHand: boolean
}

/** The public keys by which codes are verified. */
export type Keys = { id: string; publicKey: string; retiredAt: Date | null }[]

/** What a scan shows: a code that was scanned or typed, or who was found by name; of them nobody had to make a code. */
export async function readShown(
  tx: Tx,
  env: Env,
  kind: PassKind,
  shown: Shown,
  at: Date,
  on: string,
  keys: Keys,
): Promise<{ claims: (Sought & { issuedAt: number }) | null; problem: Refusal | null; said?: string }> {
  const { code, picked, isByHand } = shown
  if (picked) return { claims: { ...picked, generation: null, issuedAt: at.getTime() }, problem: null }
  if (isTypedCode(code)) return readTyped(tx, env, kind, code, at, on)
  // By a hand, and not of eight letters: no code that could be read is meant.
  if (isByHand && looksTyped(code)) return { claims: null, problem: refuse(kind.refusals, 'UNKNOWN_TYPED') }
  return readCode(code, kind, verifierOf(keys), at.getTime())
}

/**
 * Of which other kind something is that was shown here in vain: what a signed code says of itself, or whose letters were typed.
 * Null: of none. One statement for each kind, for letters alone.
 */
export async function kindElsewhere(
  tx: Tx,
  env: Env,
  others: readonly PassKind[],
  { code, picked, said }: { code: string; picked?: Shown['picked']; said: string | undefined },
  at: Date,
  on: string,
): Promise<PassKind | null> {
  if (picked || !isTypedCode(code)) return kindSaid(others, said)
  for (const other of others) if ((await readTyped(tx, env, other, code, at, on)).claims) return other
  return null
}

/** Characters age as codes do; only the server can tell whose they are, as of the moment at which they were typed. */
async function readTyped(tx: Tx, env: Env, kind: PassKind, code: string, at: Date, on: string): Promise<Reading> {
  const unreadable = { claims: null, problem: refuse(kind.refusals, 'UNKNOWN_TYPED') }
  const [characters, codeAt] = [typedCharacters(code), typedCodes(env)]
  const minute = Math.floor(at.getTime() / 60_000)
  const issuedAt = (pass: TypedPass, minutes: number) => {
    for (let age = 0; age < minutes; age++)
      if (codeAt(pass, minute - age) === characters) return (minute - age) * 60_000
    return null
  }
  const found = await kind.findTyped(tx, { characters, on, issuedAt })
  if (!found) return unreadable
  return 'problem' in found ? { claims: null, problem: found.problem } : { claims: found, problem: null }
}
