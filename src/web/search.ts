/**
 * Small parsers for what a URL may carry after `?`. They stand in for a schema library, which visitors would have to
 * download before the first page. A value that does not parse is left out: an address typed by hand never fails.
 */
export type RawSearch = Readonly<Record<string, string | undefined>>

export type Parsed<Shape extends Record<string, (raw: string) => unknown>> = {
  -readonly [Key in keyof Shape]?: Exclude<ReturnType<Shape[Key]>, undefined>
}

/** Reads exactly the parameters of `shape`, in a route's line: `{ search: params({ tab: oneOf('past'), page: whole }) }`. */
export function params<const Shape extends Record<string, (raw: string) => unknown>>(shape: Shape) {
  return (raw: RawSearch): Parsed<Shape> => {
    const found: Record<string, unknown> = {}
    for (const [name, read] of Object.entries(shape)) {
      const value = raw[name]
      const parsed = value === undefined ? undefined : read(String(value))
      if (parsed !== undefined) found[name] = parsed
    }
    return found as Parsed<Shape>
  }
}

/** Text as it is, up to 500 characters. */
export const text = (raw: string) => (raw.length > 500 ? undefined : raw)

/** One of the given words. */
export const oneOf =
  <const Word extends string>(...words: Word[]) =>
  (raw: string) =>
    words.find(word => word === raw)

/** A whole number from 0, such as a page. */
export const whole = (raw: string) => (/^\d{1,9}$/.test(raw) ? Number(raw) : undefined)

/** A calendar day, YYYY-MM-DD. */
export const day = (raw: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : undefined

/** Present and true. */
export const flag = (raw: string) => (raw === 'true' || raw === '1' ? true : undefined)

/** What the address of a list carries: see `useList`. */
export const ofList = { page: whole, size: whole, sort: text, q: text, open: text }

/** Every parameter as text, for screens that declare none. */
export const anything = (raw: RawSearch): RawSearch => raw

/** `?a=1&b=x` → `{ a: '1', b: 'x' }`: plain text, so that codes made of digits keep their leading zeros. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** The reverse of `parseSearch`; what is undefined, null or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const written = query.toString()
  return written ? `?${written}` : ''
}
