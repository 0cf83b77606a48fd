/** The specified words of the ticket and the door (MKT-19, MKA-11…18), and our own for what it leaves open. */
export const messages = {
  generateFailed: 'Failed to generate ticket',
  signIn: 'Please log in to generate your ticket',
  downloaded: 'Ticket downloaded!',
  cameraFailed: 'Failed to start camera',
  badFormat: 'Invalid QR code format',
  badKind: 'Invalid QR code type',
  expired: 'QR code expired - ask member to generate a fresh one',
  unknownPerson: 'Member not found',
  failed: 'Error validating ticket',
  noMarket: 'There is no market today',
  noDayPlanned: 'There is no market planned yet. Look again soon.',
  blocked: 'This member’s account is blocked. Please ask them to contact us.',
  suspended: 'This member’s account is suspended. Please ask them to contact us.',
  archived: 'This membership was ended and archived.',
  notApproved: 'This person is not an approved member.',
  staleList: 'This device’s list is from another day. Connect it to get today’s.',
  typedOffline: 'Typed codes need a connection. Scan the QR code instead.',
  scanReused: 'This scan was sent before with another code.',
  dayExists: 'There is already a market on this day.',
  daysLoad: 'Failed to load market days',
  checkInsLoad: 'Failed to load check-ins',
  aboutLoad: 'Failed to load market information',
} as const

/** The type that a market ticket's QR code carries (MKT-18, MKA-12). */
export const marketKind = 'market-checkin'

/** What a code says. Instants in milliseconds; they are whole seconds in the code. */
export interface Ticket {
  kind: string
  ticketId: string
  personId: string
  /** Raised when a ticket is withdrawn: codes made before no longer count. */
  generation: number
  issuedAt: number
  validUntil: number
}

export type Bytes = Uint8Array<ArrayBuffer>

export interface ReadCode {
  ticket: Ticket
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

/** The bytes that are signed: version, key id, kind, ticket, person, generation, issue and end. */
export function encodeTicket(ticket: Ticket, keyId: string): Bytes {
  const kind = new TextEncoder().encode(ticket.kind)
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
  put(fromHex(ticket.ticketId.replaceAll('-', '')))
  put(fromHex(ticket.personId.replaceAll('-', '')))
  view.setUint16(at, ticket.generation)
  view.setUint32(at + 2, Math.floor(ticket.issuedAt / 1000))
  view.setUint32(at + 6, Math.floor(ticket.validUntil / 1000))
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
  const [ticketId, personId] = [toUuid(take(16)), toUuid(take(16))]
  const view = new DataView(bytes.buffer, at)
  return {
    ticket: {
      kind,
      ticketId,
      personId,
      generation: view.getUint16(0),
      issuedAt: view.getUint32(2) * 1000,
      validUntil: view.getUint32(6) * 1000,
    },
    keyId: toHex(bytes.slice(1, 1 + keyIdLength)),
    signed: bytes.slice(0, -signatureLength),
    signature: bytes.slice(-signatureLength),
  }
}

export type Reading = { ticket: Ticket; problem: null } | { ticket: Ticket | null; problem: string }

/**
 * Reads a scanned code at the instant `now`: format, signature, type, age, in that order (MKA-12…15). What cannot be
 * verified is no code of ours, and none of its content is believed.
 */
export async function readCode(code: string, verify: Verify, now: number): Promise<Reading> {
  const read = splitCode(code)
  if (!read || !(await verify(read))) return { ticket: null, problem: messages.badFormat }
  const { ticket } = read
  if (ticket.kind !== marketKind) return { ticket: null, problem: messages.badKind }
  if (ticket.issuedAt > now) return { ticket, problem: messages.failed }
  if (now > ticket.validUntil) return { ticket, problem: messages.expired }
  return { ticket, problem: null }
}

export interface Standing {
  accountStatus: 'active' | 'blocked' | 'suspended'
  isApproved: boolean
  isArchived: boolean
}

/** Why this person is not let in whatever their code says; null when nothing stands against it (MKA-08). */
export function standingProblem(standing: Standing | null): string | null {
  if (!standing) return messages.unknownPerson
  if (standing.isArchived) return messages.archived
  if (standing.accountStatus !== 'active') return messages[standing.accountStatus]
  return standing.isApproved ? null : messages.notApproved
}

export interface Entry {
  now: number
  /** When the code was made. */
  issuedAt: number
  /** The last time this ticket let somebody in; null before the first entry. */
  lastEntryAt: number | null
  cooldownMinutes: number
}

/** Why a ticket does not let in again yet; null when it does: so many minutes after the last entry or more (MKT-22, MKA-17). */
export function entryProblem({ now, issuedAt, lastEntryAt, cooldownMinutes }: Entry): string | null {
  if (lastEntryAt === null) return null
  if (now - lastEntryAt < cooldownMinutes * 60_000)
    return `Already checked in ${timeAgo(now - lastEntryAt)} (must wait ${cooldownMinutes} minutes)`
  // With a wait shorter than a code's life, the code that let the first person in would let in a second one.
  return issuedAt <= lastEntryAt ? messages.expired : null
}

/** `12 minutes ago`, rounded down; a time ahead, from a clock that is wrong, counts as now. */
export function timeAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
}

/** What members pay at the door on this day: nothing until the day of the setting, if there is one (MKT-23, MKA-19). */
export function memberPricePence(
  on: string,
  settings: { membersEnterFreeUntil: string | null; guestEntryPence: number },
): number {
  const { membersEnterFreeUntil: until, guestEntryPence } = settings
  return until === null || on <= until ? 0 : guestEntryPence
}

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

/** Null unless `text` is exactly how `toBase64Url` writes some bytes: one ticket has one text. */
export function fromBase64Url(text: string): Bytes | null {
  if (!/^[\w-]{1,1000}$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
    return toBase64Url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
