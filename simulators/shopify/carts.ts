import { randomBytes } from 'node:crypto'
import { findVariant, isAvailable, type Product, productsOfVariants, titleOf, type Variant } from './goods.ts'
import { gid, numberIn, type Work } from './store.ts'

export interface Attribute {
  key: string
  value: string
}

/** A line as the cart keeps it; prices are looked at again when it is paid. */
export interface KeptLine {
  variant: number
  quantity: number
}

export interface CartLine extends KeptLine {
  /** Its place among the lines that are kept. */
  at: number
  pricePence: number
  of: { product: Product; variant: Variant }
}

export interface Cart {
  token: string
  key: string
  attributes: Attribute[]
  createdAt: Date
  lines: CartLine[]
  /** Of what was in it and is no longer sold. */
  gone: number
}

interface Warning {
  code: 'MERCHANDISE_OUT_OF_STOCK' | 'MERCHANDISE_NOT_ENOUGH_STOCK'
  message: string
}

type Made = { token: string; key: string; lines: CartLine[]; warnings: Warning[] } | { refused: string; at: number }

/** A new cart. What is sold out is left out of it and said as a warning; what is not sold at all refuses it. */
export async function createCart(
  work: Work,
  asked: { merchandiseId: string; quantity: number }[],
  attributes: Attribute[],
): Promise<Made> {
  const numbers = asked.flatMap(({ merchandiseId }) => numberIn('ProductVariant', merchandiseId) ?? [])
  const products = (await productsOfVariants(work, numbers)).filter(isSold)
  const lines: CartLine[] = []
  const warnings: Warning[] = []
  for (const [at, { merchandiseId, quantity }] of asked.entries()) {
    const of = findVariant(products, merchandiseId)
    if (!of) return { refused: `The merchandise with id ${merchandiseId} does not exist.`, at }
    const left = of.variant.stock ?? Number.POSITIVE_INFINITY
    const name = `${of.product.title} (${titleOf(of.variant)})`
    if (!isAvailable(of.variant)) {
      warnings.push({ code: 'MERCHANDISE_OUT_OF_STOCK', message: `The product '${name}' is already sold out.` })
      continue
    }
    if (left < quantity)
      warnings.push({ code: 'MERCHANDISE_NOT_ENOUGH_STOCK', message: `Only ${left} items of '${name}' are left.` })
    lines.push({
      variant: of.variant.number,
      quantity: Math.min(left, quantity),
      at: lines.length,
      pricePence: of.variant.pricePence,
      of,
    })
  }
  const token = `Z2Nw${randomBytes(15).toString('hex')}`
  const key = randomBytes(16).toString('hex')
  const kept = lines.map(({ variant, quantity }): KeptLine => ({ variant, quantity }))
  await work.client.query(
    'insert into simulator_shopify.carts (token, key, lines, attributes, created_at) values ($1, $2, $3, $4, $5)',
    [token, key, JSON.stringify(kept), JSON.stringify(attributes), work.now],
  )
  return { token, key, lines, warnings }
}

/** A cart with what its lines are now, or null. `lock` keeps the cart and its products for this transaction. */
export async function readCart(work: Work, token: string, lock = false): Promise<Cart | null> {
  const { rows } = await work.client.query<{
    token: string
    key: string
    lines: KeptLine[]
    attributes: Attribute[]
    created_at: Date
  }>(`select * from simulator_shopify.carts where token = $1 ${lock ? 'for update' : ''}`, [token])
  const [row] = rows
  if (!row) return null
  const numbers = row.lines.map(({ variant }) => variant)
  const products = (await productsOfVariants(work, numbers, lock)).filter(isSold)
  const lines = row.lines.flatMap((line, at) => {
    const of = findVariant(products, `gid://shopify/ProductVariant/${line.variant}`)
    return of ? [{ ...line, at, pricePence: of.variant.pricePence, of }] : []
  })
  const { key, attributes, created_at: createdAt } = row
  return { token, key, attributes, createdAt, lines, gone: row.lines.length - lines.length }
}

/** A cart by its id, which has its key beside its token; null for whoever does not know the key. */
export async function cartById(work: Work, id: string, lock = false): Promise<Cart | null> {
  const [, token, key] = /^gid:\/\/shopify\/Cart\/([^/?]+)\?key=(\w+)$/.exec(id) ?? []
  const cart = token ? await readCart(work, token, lock) : null
  return cart?.key === key ? cart : null
}

/** The cart without these of its lines. */
export async function removeLines(work: Work, cart: Cart, lineIds: string[]): Promise<Cart | null> {
  const { token } = cart
  const places = cart.lines.filter(line => lineIds.includes(lineIdOf(line))).map(({ at }) => at)
  await work.client.query(
    `update simulator_shopify.carts set lines = (select coalesce(jsonb_agg(line order by place), '[]')
       from jsonb_array_elements(lines::jsonb) with ordinality l(line, place) where not (place - 1) = any($2))
     where token = $1`,
    [token, places],
  )
  return readCart(work, token)
}

export const lineIdOf = ({ variant, at }: CartLine) => gid('CartLine', `${variant}-${at}`)

const isSold = ({ isPublished, status }: Product) => isPublished && status === 'ACTIVE'
