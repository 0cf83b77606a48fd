import type { Problem } from '#platform/problem.ts'

/** Where browsers have their push services. The house posts to no other address, whatever it is told. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

/** Whether this is the address of a push service: a known one, or an origin that the venue has named. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (named.includes(origin)) return true
  return protocol === 'https:' && port === '' && services.some(service => service.test(hostname))
}

export const whyNot = {
  /** Only a browser that somebody is signed in with can be told: what is pushed ends with its session. */
  subscribe: ({ isSession, isService }: { isSession: boolean; isService: boolean }): Problem | null => {
    if (!isSession)
      return { code: 'NEEDS_SESSION', message: 'Switch this on in the browser that is to be told.', status: 403 }
    if (!isService)
      return {
        code: 'UNKNOWN_PUSH_SERVICE',
        message: 'This browser has its messages sent through a service that we do not know.',
        status: 400,
      }
    return null
  },
}

/** "Chrome on Windows" from a browser's own description of itself; good enough to recognise a device by. */
export function deviceName(userAgent: string | null | undefined): string {
  const text = userAgent ?? ''
  const browser = firstOf(text, {
    Edge: /Edg\//,
    Opera: /OPR\//,
    Firefox: /Firefox\//,
    Chrome: /Chrome\//,
    Safari: /Safari\//,
  })
  const system = firstOf(text, {
    iPhone: /iPhone/,
    iPad: /iPad/,
    Android: /Android/,
    Windows: /Windows/,
    Mac: /Mac OS X/,
    Linux: /Linux/,
  })
  if (!browser && !system) return 'Unknown device'
  return system ? `${browser ?? 'Browser'} on ${system}` : `${browser}`
}

const firstOf = (text: string, names: Record<string, RegExp>): string | undefined =>
  Object.entries(names).find(([, pattern]) => pattern.test(text))?.[0]
