/** An IPv4 address itself; of an IPv6 address the /64, which is what one household or one attacker has at least. */
export function networkOf(ipAddress: string): string {
  const plain = ipAddress.toLowerCase().replace(/%.*$/, '')
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain) ?? []
  if (mapped) return mapped
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [front, back] = [head, tail].map(part => part.split(':').filter(Boolean)) as [string[], string[]]
  const whole = plain.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  const parts = whole.slice(0, 4).map(part => (Number.parseInt(part, 16) || 0).toString(16))
  return `${parts.join(':')}::/64`
}
