import type { HttpContext } from './middleware.ts'

/** Whether a body is JSON; one of which nothing is said is read as such. */
export const isJson = (headers: Headers) =>
  /^application\/json *(;|$)/i.test(headers.get('content-type') ?? 'application/json')

/** What the request says that its body has; no more than that ever arrives. */
export function declaredBytes(headers: Headers): number {
  const length = Number(headers.get('content-length') ?? 0)
  return Number.isNaN(length) ? Number.POSITIVE_INFINITY : length
}

/** Counts a body whose length was not said while it comes in, and ends it where it becomes too large. */
export function capped(c: HttpContext, mostBytes: number): { isTooLarge(): boolean } {
  const { raw } = c.req
  let taken = 0
  if (raw.headers.has('content-length') || !raw.headers.has('transfer-encoding') || !raw.body)
    return { isTooLarge: () => false }
  const counted = raw.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        taken += chunk.byteLength
        if (taken > mostBytes) controller.error(new Error('the body is too large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  c.req.raw = new Request(raw, { body: counted, duplex: 'half' } as RequestInit)
  return { isTooLarge: () => taken > mostBytes }
}

/** Levels of a JSON value that anybody needs; what is walked recursively would otherwise end in an overflow. */
const mostLevels = 64

/** Whether `value` nests deeper than anything that this house understands. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return true
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/**
 * The path to the first text within `value`, names of fields included, that holds half a character (an unpaired
 * surrogate): no UTF-8 writes it and PostgreSQL refuses it in JSON. Null where there is none. Not for what `isTooDeep`.
 */
export function halfCharacterAt(value: unknown): string[] | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [name, item] of Object.entries(value)) {
    const below = name.isWellFormed() ? halfCharacterAt(item) : []
    if (below) return [name.toWellFormed(), ...below]
  }
  return null
}
