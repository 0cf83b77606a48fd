import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { and, asc, eq, gte, isNull } from 'drizzle-orm'
import type { Reader } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import type { Tx } from '#platform/work.ts'
import { encodeTicket, joinCode, memberPricePence, type ReadCode, type Ticket, type Verify } from './rules.ts'
import { marketDays, marketVisitorTickets, ticketKeys } from './table.ts'

type KeyRow = typeof ticketKeys.$inferSelect

/** Signs with one key: a ticket as the text of its QR code, or any other bytes. */
export interface Signer {
  keyId: string
  ticket(ticket: Ticket): string
  bytes(data: Uint8Array): Buffer
}

/** The key that signs now; made at first use, and anew when the venue's secret changed. */
export async function currentSigner(db: Reader, env: Env, now: Date): Promise<Signer> {
  const [row] = await db.select().from(ticketKeys).where(isNull(ticketKeys.retiredAt))
  const privateKey = row && openPrivateKey(row, env.secret)
  if (row && privateKey) return signer(row.id, privateKey)
  if (row) await retireKeys(db, now)
  await db.insert(ticketKeys).values(newKey(env.secret, now)).onConflictDoNothing()
  return currentSigner(db, env, now)
}

/** From now on another key signs. Codes that the former one made stay good for as long as they say. */
export async function rotateKeys(db: Reader, env: Env, now: Date): Promise<string> {
  await retireKeys(db, now)
  return (await currentSigner(db, env, now)).keyId
}

/** Public keys by id, as codes are checked with them here and on the devices. */
export async function publicKeys(db: Reader) {
  const rows = await db
    .select({ id: ticketKeys.id, publicKey: ticketKeys.publicKey, retiredAt: ticketKeys.retiredAt })
    .from(ticketKeys)
    .orderBy(asc(ticketKeys.createdAt))
  return rows.map(row => ({ ...row, retiredAt: row.retiredAt?.getTime() ?? null }))
}

/** Checks signatures against the keys known at this moment; a retired key vouches for nothing made after it. */
export async function verifier(db: Reader): Promise<Verify> {
  const keys = new Map((await publicKeys(db)).map(row => [row.id, { ...row, key: publicKeyOf(row.publicKey) }]))
  return ({ keyId, ticket, signed, signature }: ReadCode) => {
    const found = keys.get(keyId)
    if (!found || (found.retiredAt !== null && ticket.issuedAt > found.retiredAt)) return false
    return verify(null, signed, found.key, signature)
  }
}

/**
 * Eight characters that stand for a ticket's code at `minute` (since 1970) where nothing can be scanned. Only the server
 * can make or check them, and they age as the code does.
 */
export function typedCode(env: Env, ticket: { id: string; generation: number }, minute: number): string {
  const key = derived(env.secret, 'market typed codes')
  const hash = createHmac('sha256', key).update(`${ticket.id}:${ticket.generation}:${minute}`).digest()
  return readable(hash)
}

/** A member's ticket for one market day, made if it is not there yet, and locked: entries of one ticket happen in turn. */
export async function memberTicket(
  tx: Tx,
  userId: string,
  on: string,
  settings: { membersEnterFreeUntil: string | null; guestEntryPence: number },
) {
  await tx
    .insert(marketVisitorTickets)
    .values({
      on,
      userId,
      ticketCode: newTicketCode(),
      ticketType: 'member',
      pricePence: memberPricePence(on, settings),
      createdAt: tx.now,
    })
    .onConflictDoNothing({ target: [marketVisitorTickets.userId, marketVisitorTickets.on] })
  const [ticket] = await tx
    .select()
    .from(marketVisitorTickets)
    .where(and(eq(marketVisitorTickets.userId, userId), eq(marketVisitorTickets.on, on)))
    .for('update')
  return ticket!
}

/** A name for a ticket that can be read out. */
export const newTicketCode = () => readable(randomBytes(8))

/** The market day that a ticket is for at `now`: today's until it closes, else the next; null when none is planned. */
export async function comingDay(db: Reader, now: Date) {
  const [today, time] = [calendarDate(now), wallTime(now)]
  const rows = await db
    .select()
    .from(marketDays)
    .where(and(gte(marketDays.on, today), eq(marketDays.isCancelled, false)))
    .orderBy(asc(marketDays.on))
    .limit(2)
  return rows.find(({ on, closesAt }) => on > today || time < closesAt) ?? null
}

/** The market of this calendar day at the venue, whatever the hour; null when there is none. */
export async function marketOn(db: Reader, on: string) {
  const [row] = await db
    .select()
    .from(marketDays)
    .where(and(eq(marketDays.on, on), eq(marketDays.isCancelled, false)))
  return row ?? null
}

async function retireKeys(db: Reader, now: Date): Promise<void> {
  await db.update(ticketKeys).set({ retiredAt: now }).where(isNull(ticketKeys.retiredAt))
}

function signer(keyId: string, privateKey: KeyObject): Signer {
  const bytes = (data: Uint8Array) => sign(null, data, privateKey)
  return {
    keyId,
    bytes,
    ticket: ticket => {
      const signed = encodeTicket(ticket, keyId)
      return joinCode(signed, bytes(signed))
    },
  }
}

function newKey(secret: string, now: Date): KeyRow {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 8)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(secret, 'market ticket keys'), nonce).setAAD(Buffer.from(keyId))
  const sealed = [cipher.update(pair.privateKey.export({ format: 'der', type: 'pkcs8' })), cipher.final()]
  const privateKey = Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
  return { id: keyId, publicKey, privateKey, createdAt: now, retiredAt: null }
}

/** Null when the key was sealed under another secret. */
function openPrivateKey(row: KeyRow, secret: string): KeyObject | null {
  const sealed = Buffer.from(row.privateKey, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived(secret, 'market ticket keys'), sealed.subarray(0, 12))
      .setAAD(Buffer.from(row.id))
      .setAuthTag(sealed.subarray(12, 28))
    const key = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return null
  }
}

const publicKeyOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
const derived = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

// Without the letters that are taken for digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const readable = (bytes: Buffer) => Array.from(bytes.subarray(0, 8), byte => alphabet[byte % 32]).join('')
