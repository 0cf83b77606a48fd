/** One attempt to send: the same values keep their key, so that a retry is recognised by the server as the same wish. */
export interface Attempt {
  key: string
  fingerprint: string
}

/** The key to send `values` with: the one of the attempt before when nothing changed since, a new one otherwise. */
export function attemptFor(values: unknown, before: Attempt | undefined, newKey: () => string): Attempt {
  const fingerprint = JSON.stringify(values)
  return before?.fingerprint === fingerprint ? before : { key: newKey(), fingerprint }
}

/** The first message of every refused path, paths joined by dots as the fields name themselves. */
export function messagesByPath(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[issue.path.map(String).join('.')] ??= issue.message
  return messages
}

/** What may lie in the browser's storage of a half-filled form: everything but secrets. */
export function draftOf<V extends object>(values: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !(/password|secret|token/i.test(name) || /^code$|Code/.test(name)) && isPlain(value),
    ),
  ) as Partial<V>
}

/** Reads a kept draft back; only fields that the form still has, and nothing when it holds no news. */
export function readDraft<V extends object>(stored: string | null, initial: V): Partial<V> | undefined {
  if (stored === null) return undefined
  try {
    const found: unknown = JSON.parse(stored)
    if (typeof found !== 'object' || found === null) return undefined
    const known = Object.entries(found).filter(
      ([name, value]) => name in initial && JSON.stringify(value) !== JSON.stringify(initial[name as keyof V]),
    )
    return known.length === 0 ? undefined : (Object.fromEntries(known) as Partial<V>)
  } catch {
    return undefined
  }
}

function isPlain(value: unknown): boolean {
  return !(value instanceof Blob)
}
