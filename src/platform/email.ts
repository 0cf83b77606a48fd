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
