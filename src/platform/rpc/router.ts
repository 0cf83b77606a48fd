import { type AnyProcedure, isProcedure } from '@orpc/server'

/** Every procedure below `node`, with the names that lead to it. */
export function proceduresOf(node: object, path: string[] = []): { path: string[]; procedure: AnyProcedure }[] {
  return Object.entries(node).flatMap(([name, child]) => {
    const at = [...path, name]
    if (isProcedure(child)) return [{ path: at, procedure: child }]
    return child && typeof child === 'object' ? proceduresOf(child, at) : []
  })
}
