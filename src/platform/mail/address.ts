import { domainToASCII } from 'node:url'

/**
 * The key under which an address is one person: NFKC, lower case, the domain in its ASCII form, without a plus-tag
 * (decision 17). Addresses are compared by this key only; mail goes to the address as it was written.
 */
export function emailKey(address: string): string {
  const plain = address.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const local = plain.slice(0, at).split('+')[0]
  const domain = plain.slice(at + 1)
  return `${local || plain.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/**
 * An address as mail is sent to it and accounts keep it: NFKC, lower case, ASCII domain, its plus-tag kept. Null when it
 * is no text, too long to be one (254 characters) or holds control characters.
 */
export function plainAddress(typed: unknown): string | null {
  if (typeof typed !== 'string' || typed.length > 1_000) return null
  const plain = typed.normalize('NFKC').trim().toLowerCase()
  if (plain.length > 254 || Array.from(plain).some(char => char.charCodeAt(0) < 33)) return null
  const at = plain.lastIndexOf('@')
  if (at < 1) return plain
  const domain = plain.slice(at + 1)
  return `${plain.slice(0, at)}@${domainToASCII(domain) || domain}`
}
