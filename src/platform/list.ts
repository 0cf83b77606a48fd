import { z } from 'zod'
import { isStorable, unstorable } from './inputs.ts'

/** Rows of one page: what a table shows at most, and what an export reads at a time. */
export const maxPageSize = 500
const usualPageSize = 25

/** Sorted by a key, or with `-` in front falling. */
export type Order<Sort extends string> = Sort | `-${Sort}`

type ListShape<Sort extends string, Filters extends z.ZodRawShape> = {
  page: z.ZodDefault<z.ZodCoercedNumber>
  pageSize: z.ZodDefault<z.ZodCoercedNumber>
  sort: z.ZodDefault<z.ZodEnum<{ [Key in Order<Sort>]: Key }>>
  q: z.ZodOptional<z.ZodString>
} & { [Key in keyof Filters]: z.ZodOptional<Filters[Key]> }

export type ListSchema<Sort extends string = string, Filters extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<
  ListShape<Sort, Filters>,
  z.core.$strict
>

/** Any list's schema, as far as reading an address needs it. */
export interface AnyListSchema extends z.ZodType<ListQuery> {
  shape: Record<string, z.ZodType> & { sort: z.ZodType & { unwrap(): { options: readonly string[] } } }
}

/** What every list procedure is asked with, whatever its filters. */
export interface ListQuery<Sort extends string = string> {
  page: number
  pageSize: number
  sort: Order<Sort>
  q?: string | undefined
}

/**
 * The input of a list: a page of it (from 1), its order, a text to search for and the filters, all of which may be left out.
 * The same schema reads the address of the screen (`useList`), the call (`listPage`) and the export.
 */
export function listInput<const Sort extends string, Filters extends z.ZodRawShape = Record<never, never>>(
  sorts: readonly Sort[],
  usual: NoInfer<Order<Sort>>,
  filters: Filters = {} as Filters,
  { pageSize = usualPageSize }: { pageSize?: number } = {},
): ListSchema<Sort, Filters> {
  const orders: string[] = sorts.flatMap(sort => [sort, `-${sort}`])
  const first: string = usual
  const shape = {
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(pageSize),
    sort: z.enum(orders).default(first),
    q: z.string().trim().max(100, 'Use at most 100 characters').refine(isStorable, unstorable).optional(),
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, z.optional(filter)])),
  }
  return z.strictObject(shape) as unknown as ListSchema<Sort, Filters>
}

/** Where the rows of a list procedure can be had as CSV, for the same filters: `/export/bookings.list.csv?status=confirmed`. */
export function exportPath(
  procedure: readonly string[],
  { page: _, pageSize: __, ...input }: object & Partial<ListQuery>,
) {
  const filters = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const query = new URLSearchParams(filters).toString()
  return `/export/${procedure.join('.')}.csv${query && `?${query}`}`
}

/** What the file of such a list is called, by what is listed: `bookings.csv`, `market-check-ins.csv`. */
export function exportName(procedure: readonly string[]): string {
  const words = procedure.filter(word => !['list', 'find'].includes(word))
  return `${words.join('-').replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.csv`
}
