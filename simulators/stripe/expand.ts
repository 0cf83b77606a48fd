import { sessionItems } from './checkout.ts'
import { linkItems } from './payment-links.ts'
import { listOf } from './samples.ts'
import { findAny, select, type Work } from './store.ts'
import { invalidRequest, type Params } from './wire.ts'

type Node = Record<string, unknown>

/** Lists that Stripe shows only when they are asked for. */
const includable: Record<string, (work: Work, id: string) => Promise<object>> = {
  'checkout.session.line_items': sessionItems,
  'payment_link.line_items': linkItems,
  'customer.subscriptions': async (work, id) =>
    listOf(
      '/v1/subscriptions',
      await select(work, 'subscription', "body->>'customer' = $1 and body->>'status' <> 'canceled'", [id]),
    ),
  'invoice.payments': async (work, id) =>
    listOf('/v1/invoice_payments', await select(work, 'invoice_payment', "body->>'invoice' = $1", [id])),
}

const deepest = 4

/** Takes `expand[]` out of the parameters. */
export function takeExpand(params: Params): { paths: string[]; rest: Params } {
  const { expand, ...rest } = params
  if (expand === undefined) return { paths: [], rest }
  if (!Array.isArray(expand) || !expand.every(path => typeof path === 'string')) {
    throw invalidRequest('Invalid array', 'expand')
  }
  for (const path of expand) {
    if (path.split('.').filter(step => step !== 'data').length > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property: ${path}`, 'expand')
    }
  }
  return { paths: expand, rest }
}

/** Replaces ids by the objects that they stand for, along each path. */
export async function expand(work: Work, answer: object, paths: string[]): Promise<object> {
  const copy = structuredClone(answer)
  for (const path of paths) await follow(work, copy as Node, path.split('.'), path)
  return copy
}

async function follow(work: Work, node: Node, [step, ...rest]: string[], path: string): Promise<void> {
  if (step === undefined) return
  const include = includable[`${node.object}.${step}`]
  if (include && node[step] === undefined) node[step] = await include(work, String(node.id))
  const value = node[step]
  if (value === undefined) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
  if (Array.isArray(value)) {
    const entries: Node[] = []
    for (const entry of value) entries.push(typeof entry === 'string' ? await lookUp(work, entry, path) : entry)
    node[step] = entries
    for (const entry of entries) await follow(work, entry, rest, path)
    return
  }
  if (typeof value === 'string') node[step] = await lookUp(work, value, path)
  const next = node[step]
  if (typeof next === 'object' && next !== null) await follow(work, next as Node, rest, path)
}

async function lookUp(work: Work, id: string, path: string): Promise<Node> {
  const found = await findAny(work, id)
  if (!found) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
  return found
}
