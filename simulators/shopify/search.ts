import { GraphQLError } from 'graphql'

/** Which orders a search means, as SQL: `key:value` terms that all hold, in Shopify's search syntax. What is not known here is refused. */
export function searchOrders(query: string): { where: string; values: unknown[] } {
  const conditions = ['true']
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  let rest = query.trim()
  while (rest !== '') {
    const [all, key = '', comparison = '', double, single, bare] =
      /^(?:AND\s+)?(\w+):(<=|>=|<|>)?(?:"([^"]*)"|'([^']*)'|([^\s"']+))\s*/.exec(rest) ?? []
    if (all === undefined) throw new GraphQLError(`Invalid search field in: ${rest}`)
    const value = double ?? single ?? bare ?? ''
    if (comparison && key !== 'created_at') throw new GraphQLError(`${key} cannot be compared with ${comparison}.`)
    if (key === 'created_at') {
      if (Number.isNaN(Date.parse(value))) throw new GraphQLError(`"${value}" is no time.`)
      conditions.push(`created_at ${comparison || '='} ${place(new Date(value))}`)
    } else if (key === 'cart_token') conditions.push(`cart_token = ${place(value)}`)
    else if (key === 'name') conditions.push(`'#' || number = ${place(value.startsWith('#') ? value : `#${value}`)}`)
    else if (key === 'id') conditions.push(`id::text = ${place(value)}`)
    else throw new GraphQLError(`The simulator searches no orders by ${key}.`)
    rest = rest.slice(all.length)
  }
  return { where: conditions.join(' and '), values }
}
