import type { ClientContext } from '@orpc/client'
import type { ProcedureUtils } from '@orpc/tanstack-query'
import { keepPreviousData, type QueryFunction, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { z } from 'zod'

import { type AnyListSchema, exportPath, maxPageSize } from '#platform/list.ts'
import { inAddress, withUsual } from './search.ts'

export interface ListAnswer {
  rows: unknown[]
  /** how many there are; when `hasMore`, only the ones that were counted */
  total: number
  hasMore?: boolean
}

/** Everything that a table needs of its list: `<DataTable {...list} … />`. */
export interface List<Answer extends ListAnswer> {
  /** the answer for this address; an earlier page stays until the next one is there */
  of: UseQueryResult<Answer>
  /** the address's parameters as text */
  search: Readonly<Record<string, string>>
  /** changes parameters of the address; `undefined` takes one away */
  onSearch: (next: Record<string, string | number | undefined>) => void
  /** column keys that the server sorts by */
  sorts: readonly string[]
  /** how it stands sorted while nobody asks otherwise */
  order: string
  /** rows on a page unless the address says otherwise */
  size: number
  exportHref?: string
  /** filters that are in effect until the address says otherwise; `search` has them */
  usual: Readonly<Record<string, string>>
  /** every row that matches, of all pages */
  everyRow: () => Promise<Answer['rows']>
}

/**
 * A list whose page, order, search and filters stand in the address and are read by the procedure's own schema: what is
 * broken there falls back to the plain list. `always` are filters that this screen fixes; `usual` ones are in effect until the
 * address says otherwise, `all` to lift one.
 */
export function useList<
  Schema extends AnyListSchema,
  Answer extends ListAnswer,
  Context extends ClientContext,
  Failure,
>(
  schema: Schema,
  procedure: ProcedureUtils<Context, z.input<Schema>, Answer, Failure>,
  options: {
    always?: Partial<z.input<Schema>>
    usual?: Readonly<Record<string, string>>
    canExport?: boolean
    /** after how long it is read again while this answer stands; false: only when something changed */
    refetchMs?: (answer: Answer | undefined) => number | false
  } = {},
): List<Answer> {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  const { usual = {} } = options
  const search = withUsual(Object.fromEntries(new URLSearchParams(searchStr)), usual)
  const input = { ...readAddress(schema, search), ...options.always }
  const query = (procedure as unknown as ListProcedure<Answer>).queryOptions({ input })
  const { refetchMs } = options
  const of = useQuery<Answer>({
    ...query,
    placeholderData: keepPreviousData,
    ...(refetchMs && { refetchInterval: ({ state }) => refetchMs(state.data) }),
  })
  return {
    of,
    search,
    sorts: schema.shape.sort.unwrap().options.filter(order => !order.startsWith('-')),
    order: usual.sort ?? String(schema.shape.sort.parse(undefined)),
    usual,
    async everyRow() {
      const found: unknown[] = []
      for (let page = 1; ; page++) {
        const answer = await (procedure as unknown as ListProcedure<Answer>).call({
          ...input,
          page,
          pageSize: maxPageSize,
        })
        found.push(...answer.rows)
        if (answer.rows.length < maxPageSize) return found
      }
    },
    size: Number(schema.shape.pageSize?.parse(undefined)),
    onSearch(next) {
      // The address as it is now: two changes in quick succession are both kept, before the first is drawn.
      const here = router.history.location
      if (here.pathname !== pathname) return
      const changed = new URLSearchParams(here.search)
      for (const [name, value] of Object.entries(inAddress(next, usual)))
        if (value === undefined || value === '') changed.delete(name)
        else changed.set(name, String(value))
      const text = changed.toString()
      // Going back does not open again what was closed, nor each row that one came past.
      const replace = 'open' in next && (next.open === undefined || new URLSearchParams(here.search).has('open'))
      void router.navigate({ href: text === '' ? pathname : `${pathname}?${text}`, replace })
    },
    ...(options.canExport && { exportHref: exportPath(query.queryKey[0], input) }),
  }
}

// The library's type asks for a context that nobody gives here.
interface ListProcedure<Answer> {
  call(input: object): Promise<Answer>
  queryOptions(options: { input: object }): {
    queryKey: readonly [procedure: readonly string[], ...rest: unknown[]]
    queryFn: QueryFunction<Answer>
  }
}

/** What the address says, each parameter by itself: a broken one is as if it were not there. The address calls the page's size `size`. */
function readAddress(schema: AnyListSchema, search: Record<string, string>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const raw = search[name === 'pageSize' ? 'size' : name]
    if (raw === undefined || raw === '') continue
    const parsed = field.safeParse(raw)
    if (parsed.success) found[name] = parsed.data
  }
  return found
}
