import fc from 'fast-check'
import { z } from 'zod'
import type { Listed } from './procedures.ts'

/** Unpaired surrogates, as text that was cut in the middle of a character ends. */
export const halfCharacters = ['\ud800', '\udfff\ud800']

/** Texts that have broken software before. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  ...halfCharacters,
  '\u202e\u200b\ufeff',
  'ﬀ'.repeat(300),
  'x'.repeat(70_000),
  "'; drop table bookings; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie: a=b',
  '=HYPERLINK("http://x")',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '-271821-04-20',
  '25:61',
  '24:00',
  '1e309',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const scalars: unknown[] = [
  null,
  undefined,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

const nasty = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...scalars) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: false }) },
  {
    weight: 1,
    arbitrary: fc.anything({ maxDepth: 2, withBigInt: true, withNullPrototype: true, withSparseArray: true }),
  },
)

/** Inputs for one procedure: nonsense, and objects with the right names, part right values and part hostile ones. */
export function hostileInputs({ procedure }: Listed): fc.Arbitrary<unknown> {
  const schema = procedure['~orpc'].inputSchema
  const shape = schema ? properties(schema) : {}
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, property]) => [name, fc.oneof(plausible(property), nasty)]),
  )
  return fc.oneof(
    { weight: 1, arbitrary: fc.anything({ maxDepth: 3 }) },
    { weight: 1, arbitrary: nasty },
    { weight: 6, arbitrary: fc.record({ ...fields, __extra: nasty }, { requiredKeys: [] }) },
  )
}

interface Property {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  items?: Property
  properties?: Record<string, Property>
  anyOf?: Property[]
  oneOf?: Property[]
  allOf?: Property[]
}

function properties(schema: unknown): Record<string, Property> {
  const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Property
  return Object.assign(
    {},
    ...[json, ...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])].map(each => each.properties ?? {}),
  )
}

/** A value that the property's own rules accept, as far as they can be read. */
function plausible(property: Property): fc.Arbitrary<unknown> {
  if (property.const !== undefined) return fc.constant(property.const)
  if (property.enum) return fc.constantFrom(...property.enum)
  const options = property.anyOf ?? property.oneOf
  if (options) return fc.oneof(...options.map(plausible))
  if (property.type === 'boolean') return fc.boolean()
  if (property.type === 'integer' || property.type === 'number')
    return fc.integer({
      min: Math.max(property.minimum ?? 0, -(2 ** 31)),
      max: Math.min(property.maximum ?? 1_000, 2 ** 31 - 1),
    })
  if (property.type === 'array') return fc.array(plausible(property.items ?? {}), { maxLength: 4 })
  if (property.type === 'object')
    return fc.record(
      Object.fromEntries(Object.entries(property.properties ?? {}).map(([name, child]) => [name, plausible(child)])),
    )
  if (property.format === 'uuid') return fc.uuid()
  if (property.format === 'email') return fc.emailAddress()
  if (property.format === 'date') return fc.constantFrom('2026-11-24', '2026-11-18', '2027-03-28', '1999-01-01')
  if (property.format === 'uri') return fc.constant('https://example.com/a')
  return fc.oneof(
    fc.constantFrom('2026-11-24', '10:00', '+447700900123', 'ada@people.example'),
    fc.string({ maxLength: 60 }),
  )
}
