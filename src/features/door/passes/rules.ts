import { formatTime } from '#platform/words.ts'
import { type Refusal, type RefusalCode, type Refusals, refuse } from '../refusals/rules.ts'

/** What a code says of a pass. Instants in milliseconds; in the code they are whole seconds. */
export interface Claims {
  kind: string
  passId: string
  /** Whose pass it is; null: of whoever carries it. */
  personId: string | null
  /** Raised when passes are withdrawn: codes made before no longer count. */
  generation: number
  issuedAt: number
  validUntil: number
}

/** What scanners and the server both know of a kind of pass. Its other half, `PassKind`, is in model.ts. */
export interface PassRules {
  /** What devices and the server call it: at most 32 plain characters. */
  name: string
  /** What its codes say they are. One letter: a QR code of few squares is read from farther away and on poor paper. */
  mark: string
  /** What people at the door call it. */
  title: string
  /** What one pass of it is called, in the middle of a sentence. */
  called: string
  /** The address of the scanner that checks it. */
  scanner: string
  /** What is said at the door, and what the person there does next. */
  refusals: Refusals
  /**
   * True when a person's code is made for one entry; false when the same code is shown at each, as those that name nobody always
   * are: they may be on paper.
   */
  isCodeForOneEntry: boolean
  /** How often a pass lets in that a device does not know yet, as it was made after its list; left out: any number of times. */
  unlistedLimit?: number
  /** True when all codes of a person stand for one pass on one day; false when each code stands for the pass it names. */
  isPerPerson: boolean
  /** A code that says it is good for longer was not made by the house, whatever key signed it. */
  longestMinutes: number
  /** The same of a code that names nobody; left out: as of any other. */
  longestBearerMinutes?: number
  /** Why a code is not for the moment `now`, by what it says itself: known without the house. Asked before its age. */
  notFor?(claims: Claims, now: number): Refusal | null
}

/** What a scanner knows of a kind of pass that is not its own: enough to say what a code is, and where it is checked. */
export type OtherKind = Pick<PassRules, 'name' | 'mark' | 'title' | 'called' | 'scanner'>

export const asOtherKind = ({ name, mark, title, called, scanner }: PassRules): OtherKind => ({
  ...{ name, mark, title, called, scanner },
})

/**
 * The kind that a code says it is; codes that were printed before there were marks say the name. What a device kept of a kind
 * before there were marks is too little to tell of it.
 */
export const kindSaid = <Kind extends OtherKind>(kinds: readonly Kind[], said: string | undefined): Kind | null =>
  kinds.find(({ name, mark }) => mark !== undefined && (said === mark || said === name)) ?? null

/** Who comes in with a pass. */
export type TicketType = 'member' | 'guest'

/** What a kind of pass says of one day. */
export interface Listing {
  /** Why nobody is let in on this day; null when people are. */
  closed: string | null
  /** Whether anything that such a pass is for is on; left out: when there are passes. */
  isOn?: boolean
  /** What such passes are for next, where it is not today; left out: nothing is planned. */
  next?: Coming
  /** How long after an entry the same pass lets in again. */
  waitMinutes: number
  /** What somebody without a pass pays here, in pence; null: nobody gets in so. */
  walkInPence: number | null
  /** What a person whose pass was made after this list pays at the first entry, in pence; left out: nothing. */
  unlistedPence?: number
  passes: ListedPass[]
}

/** What passes are for: its day, the time at which it begins, and what it is called where there are several. */
export interface Coming {
  on: string
  from: string
  name?: string
}

/** Somebody who was searched for by name, and with what they may come in. */
export interface ByName extends Picked {
  name: string
  ticketType: TicketType
  entries: number
  note?: string
  /** Why they are not let in today, in words; left out: nothing speaks against it. */
  problem?: string
  /** From when and until when they are let in, in milliseconds; left out: now, and all day. */
  from?: number
  until?: number
  /** Since when they are in the building. */
  visit?: { id: string; since: Date }
}

/** Whoever came in is let in again only so long afterwards. */
export const againFrom = (lastEntryAt: Date | null, waitMinutes: number): Pick<ByName, 'from'> =>
  lastEntryAt === null ? {} : { from: lastEntryAt.getTime() + waitMinutes * 60_000 }
export const asProblem = (refusal: Refusal | null): Pick<ByName, 'problem'> =>
  refusal ? { problem: refusal.message } : {}

/** When whoever is in is let in once more, in milliseconds. */
export const againWords = (from: number) => `Let in again from ${formatTime(new Date(from))}`

/** Why somebody who was found by name is not let in at this moment, in words; null when they are. */
export function whyWait({ problem, from, until, entries }: ByName, now: number): string | null {
  if (problem !== undefined) return problem
  if (from !== undefined && now < from) return entries > 0 ? againWords(from) : `From ${formatTime(new Date(from))}`
  return until !== undefined && now >= until ? `Over since ${formatTime(new Date(until))}` : null
}

/** True of whom this kind of pass lets in with something of today; others are only in the building. */
export const mayBePicked = ({ passId, personId }: Picked) => passId !== null || personId !== null

/** What was chosen by name instead of a code. */
export interface Picked {
  /** Null: whatever this person has today. */
  passId: string | null
  personId: string | null
}

export interface ListedPass {
  passId: string
  personId: string | null
  name: string | null
  ticketType: TicketType
  generation: number
  /** Why it lets nobody in, in words; null when nothing speaks against it. */
  problem: string | null
  /** The same by its code; null in lists of before there were codes as well. */
  code: RefusalCode | null
  entries: number
  lastEntryAt: number | null
  pricePence: number
  entryLimit?: number
  note?: string
  /** How many they bring, who come in with the first entry; left out: nobody. */
  companions?: number
  /** Lets in from one instant until before another, in milliseconds, and what is said before and after; left out: all day. */
  times?: { from: number; until: number; early: string; late: string }
}

export type Bytes = Uint8Array<ArrayBuffer>

export interface ReadCode {
  claims: Claims
  keyId: string
  signed: Bytes
  signature: Bytes
}

/** Whether the key with this id made `signature` over `signed`, and could do so at that time. */
export type Verify = (code: ReadCode) => boolean | Promise<boolean>

// The first byte names layout and algorithm together: 1 is this layout, signed with Ed25519. There is nothing to choose.
const version = 1
const signatureLength = 64
const keyIdLength = 4
const nobody = '00000000-0000-0000-0000-000000000000'

/** The bytes that are signed: version, key id, kind, pass, person (zeros for nobody), generation, issue and end. */
export function encodeClaims(claims: Claims, keyId: string): Bytes {
  const kind = new TextEncoder().encode(claims.kind)
  const bytes = new Uint8Array(1 + keyIdLength + 1 + kind.length + 16 + 16 + 2 + 4 + 4)
  const view = new DataView(bytes.buffer)
  let at = 0
  const put = (part: ArrayLike<number>) => {
    bytes.set(part, at)
    at += part.length
  }
  put([version])
  put(fromHex(keyId))
  put([kind.length])
  put(kind)
  put(fromHex(claims.passId.replaceAll('-', '')))
  put(fromHex((claims.personId ?? nobody).replaceAll('-', '')))
  view.setUint16(at, claims.generation)
  view.setUint32(at + 2, Math.floor(claims.issuedAt / 1000))
  view.setUint32(at + 6, Math.floor(claims.validUntil / 1000))
  return bytes
}

/** The text in the QR code: signed bytes and signature as one base64url. */
export function joinCode(signed: Uint8Array, signature: Uint8Array): string {
  return toBase64Url(new Uint8Array([...signed, ...signature]))
}

/** Takes a code apart; null when it is not one of ours. Says nothing about who made it: verify `signed`. */
export function splitCode(code: string): ReadCode | null {
  const bytes = fromBase64Url(code.trim())
  if (!bytes || bytes.length < 1 + keyIdLength + 1 || bytes[0] !== version) return null
  const kindLength = bytes[1 + keyIdLength]!
  let at = 1 + keyIdLength + 1
  if (bytes.length !== at + kindLength + 16 + 16 + 2 + 4 + 4 + signatureLength) return null
  const take = (length: number) => {
    at += length
    return bytes.slice(at - length, at)
  }
  const kind = String.fromCharCode(...take(kindLength))
  const [passId, personId] = [toUuid(take(16)), toUuid(take(16))]
  const view = new DataView(bytes.buffer, at)
  return {
    claims: {
      kind,
      passId,
      personId: personId === nobody ? null : personId,
      generation: view.getUint16(0),
      issuedAt: view.getUint32(2) * 1000,
      validUntil: view.getUint32(6) * 1000,
    },
    keyId: toHex(bytes.slice(1, 1 + keyIdLength)),
    signed: bytes.slice(0, -signatureLength),
    signature: bytes.slice(-signatureLength),
  }
}

export type Reading =
  | { claims: Claims; problem: null }
  /** `said`: of what kind the house's own code says it is, where it is none of this one. */
  | { claims: Claims | null; problem: Refusal; said?: string }

/**
 * Reads a scanned code of this kind at the instant `now`: format, signature, kind, age, in that order (MKA-12…15). What
 * cannot be verified is no code of ours, and none of its content is believed; nor is what says it is good for longer than any
 * of its kind: so a key that was retired is of no use once the last of its codes has ended.
 */
export async function readCode(code: string, pass: PassRules, verify: Verify, now: number): Promise<Reading> {
  const read = splitCode(code)
  const { refusals } = pass
  if (!read || !(await verify(read))) return { claims: null, problem: refuse(refusals, 'BAD_FORMAT') }
  const said = read.claims.kind
  if (!kindSaid([pass], said)) return { claims: null, problem: refuse(refusals, 'BAD_KIND'), said }
  const claims = { ...read.claims, kind: pass.name }
  const { issuedAt, validUntil } = claims
  const longest = (claims.personId === null && pass.longestBearerMinutes) || pass.longestMinutes
  if (validUntil - issuedAt > longest * 60_000) return { claims: null, problem: refuse(refusals, 'BAD_FORMAT') }
  const otherwise = pass.notFor?.(claims, now)
  if (otherwise) return { claims, problem: otherwise }
  if (issuedAt > now) return { claims, problem: refuse(refusals, 'FAILED') }
  return now > validUntil ? { claims, problem: refuse(refusals, 'EXPIRED', { validUntil }) } : { claims, problem: null }
}

/** What codes that are read out and typed are made of, by the house and by its demonstration: no I, L, O, U. */
export const typedAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** What a person types where nothing can be scanned: eight characters of `typedAlphabet`, spaced as they like. */
export function isTypedCode(text: string): boolean {
  const characters = typedCharacters(text)
  return characters.length === 8 && [...characters].every(character => typedAlphabet.includes(character))
}
/** Whether a hand may have typed this: no more than letters and digits, and fewer of them than any reader sends. */
export const looksTyped = (text: string) => /^[\p{L}\p{N}\s-]{1,16}$/u.test(text.trim())
/**
 * The characters of a typed code as the house has them. An O is what people hear of a zero, and I and L what they read of a one;
 * only beside a digit, as of letters alone somebody's name is meant.
 */
export function typedCharacters(text: string): string {
  const characters = text.replace(/[\s-]/g, '').toUpperCase()
  return /\d/.test(characters) ? characters.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : characters
}

/**
 * Whether somebody may be called so: letters, with what stands between names, and no digits. Of codes only typed ones of
 * letters alone look like it (`isTypedCode`, too): whoever bears that name is meant first.
 */
export const mayBeName = (text: string) => /^\p{L}[\p{L}\p{M}\s.,'’()&-]{1,59}$/u.test(text.trim())

/** What the server signs of a text; cannot be taken for a pass, whose first byte is a version. */
export const textBytes = (purpose: string, text: string): Bytes => new TextEncoder().encode(`${purpose}:${text}`)

function toUuid(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function fromHex(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Null unless `text` is exactly how `toBase64Url` writes some bytes: one pass has one text. */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]{1,1000}$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
    return toBase64Url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
