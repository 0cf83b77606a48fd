/** Stripe's wire format: form bodies with nested brackets in, JSON and Stripe's error shapes out. */

export type Params = { [name: string]: ParamValue }
export type ParamValue = string | ParamValue[] | Params

/** What an error answer of Stripe carries besides type and message. */
export interface FailureDetail {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
}

/** An error that is answered in Stripe's own shape, with Stripe's own status code. */
export class StripeFailure extends Error {
  readonly status: number
  readonly type: string
  readonly detail: FailureDetail

  constructor(status: number, type: string, message: string, detail: FailureDetail = {}) {
    super(message)
    this.status = status
    this.type = type
    this.detail = detail
  }

  toJSON() {
    return { error: { ...this.detail, message: this.message, type: this.type } }
  }
}

export function invalidRequest(message: string, param?: string, code?: string) {
  return new StripeFailure(400, 'invalid_request_error', message, {
    ...(code && { code }),
    ...(param && { param }),
  })
}

/** 404 when the id is the address, 400 when it came as a parameter, exactly as Stripe answers. */
export function resourceMissing(kind: string, id: string, param = 'id') {
  const name = kind.replace(/^.*\./, '').replaceAll('_', '')
  return new StripeFailure(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${name}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}

const deepest = 8

/** Decodes `a[b][0][c]=v` pairs into nested objects and arrays; every leaf stays a string. */
export function decodeForm(text: string): Params {
  const root: Params = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.replace(/\[.*$/s, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map(match => match[1]!)]
    if (value.includes('\0') || path.length > deepest || path.includes('__proto__'))
      throw invalidRequest(`Invalid parameter: ${name}`)
    let node = root
    for (const [depth, step] of path.entries()) {
      const key = step === '' ? String(Object.keys(node).length) : step
      if (depth === path.length - 1) {
        node[key] = value
        break
      }
      const next = node[key]
      if (typeof next === 'string') throw invalidRequest(`Invalid ${path[0]}: expected a hash`, path[0])
      if (next === undefined) node[key] = Object.create(null)
      node = node[key] as Params
    }
  }
  return withArrays(root) as Params
}

function withArrays(value: ParamValue): ParamValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.every(key => /^\d+$/.test(key))) return keys.map(key => withArrays(value[key]!))
  return Object.fromEntries(keys.map(key => [key, withArrays(value[key]!)]))
}
