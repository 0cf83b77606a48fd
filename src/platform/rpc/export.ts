import { setImmediate } from 'node:timers/promises'
import type { AnyProcedure, InferRouterOutputs } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { isStaffAudience } from '#platform/auth/actor.ts'
import type { Caller } from '#platform/auth/authenticate.ts'
import { csvLine } from '#platform/csv.ts'
import { systemCause, transact } from '#platform/db/transaction.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import type { Mount } from '#platform/http/gate.ts'
import type { HttpContext } from '#platform/http/middleware.ts'
import { exportName } from '#platform/list.ts'
import { notFound } from '#platform/rpc/errors.ts'
import type { RequestContext } from '#platform/rpc/procedures.ts'
import { calendarDate, wallTime } from '#platform/time.ts'
import { formatCount } from '#platform/words.ts'
import { readRows } from './export-rows.ts'
import { proceduresOf } from './router.ts'
import { termsOf } from './terms.ts'

/**
 * A cell of an export. Instants are written as the venue's date and time, and pence as pounds with two decimals; formulas of a
 * spreadsheet never run.
 */
export type CsvValue = string | number | boolean | Date | { pence: number } | null | undefined
export type CsvColumns = Record<string, CsvColumn<unknown>>
export type CsvLines = (row: unknown) => readonly unknown[]
type CsvColumn<Row> = ((row: Row) => CsvValue) & { isLeftOutEmpty?: true }

/** A column that stands in the file only if some row has something below it. */
export const ifAny = <Row>(of: (row: Row) => CsvValue): CsvColumn<Row> =>
  Object.assign((row: Row) => of(row), { isLeftOutEmpty: true as const })

/** The most rows that one export holds; a house with more narrows the filter. */
const mostRows = 100_000
const rowsAtOnce = 500

/**
 * A list procedure whose rows can be had as CSV under `/export/<procedure>.csv`, for the same filter and the same people.
 * `columns` are the headings and what stands below them.
 */
export function exportable<Procedure extends Exportable<Procedure>>(
  procedure: Procedure,
  columns: Record<string, CsvColumn<RowOf<Procedure>>>,
): Procedure {
  return procedure.meta({ csv: columns as CsvColumns })
}

/** The same of a list whose rows are several lines of the file each. */
export function exportableInLines<Procedure extends Exportable<Procedure>, Line>(
  procedure: Procedure,
  linesOf: (row: RowOf<Procedure>) => readonly Line[],
  columns: Record<string, CsvColumn<Line>>,
): Procedure {
  return procedure.meta({ csv: columns as CsvColumns, csvLines: linesOf as CsvLines })
}

type Exportable<Procedure> = AnyProcedure & { meta(meta: { csv: CsvColumns; csvLines?: CsvLines }): Procedure }
type RowOf<Procedure extends AnyProcedure> = InferRouterOutputs<Procedure> extends { rows: (infer Row)[] } ? Row : never

/** `/export/<procedure>.csv`: every row of the filter in the address, in its order. */
export function exportMount(router: object, contextOf: (c: HttpContext) => RequestContext): Mount {
  const procedures = new Map(proceduresOf(router).map(found => [found.path.join('.'), found]))
  return {
    path: '/export/:file',
    methods: ['GET'],
    ways: ['cookie', 'key'],
    seconds: 120,
    cost: 'large',
    isPersonal: true,
    async serve(c) {
      const [, name = ''] = /^\/export\/(.+)\.csv$/.exec(c.req.path) ?? []
      const found = procedures.get(name)
      const { audience, csv, csvLines } = found ? termsOf(found.procedure) : {}
      if (!found || !audience || !csv) throw notFound()
      const { path, procedure } = found
      const context = contextOf(c)
      const caller = await context.identify()
      const text = await heavy('export', caller?.actor.userId ?? c.get('ipAddress'), async () => {
        const { rows: read, isCut } = await readRows(procedure, path, c.req.query(), {
          context,
          signal: c.req.raw.signal,
          most: mostRows,
        })
        const rows = csvLines ? read.flatMap(csvLines) : read
        if (isStaffAudience(audience)) await record(context, caller, name, rows.length)
        return asCsv(csv, rows, isCut)
      })
      // The mark in front tells spreadsheets that the file is UTF-8.
      return c.body(`\uFEFF${text}`, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${exportName(path)}"`,
      })
    },
  }
}

/** Lists of the back office leave the house only with an entry in the audit log (MBR-08). */
async function record(
  { runtime, request }: RequestContext,
  caller: Caller | null,
  name: string,
  rows: number,
): Promise<void> {
  const from = { ipAddress: request.ipAddress, requestId: request.id }
  const cause = systemCause(runtime.clock.now(), { actorId: caller?.actor.userId ?? null, ...from })
  await transact(runtime, cause, tx => tx.execute(sql`select audit_list_export(${name}, ${rows})`))
}

/** The file, written in portions between which others are served; its last line says when there are more rows. */
export async function asCsv(columns: CsvColumns, rows: unknown[], isCut: boolean): Promise<string> {
  const isThere = (of: CsvColumn<unknown>) => !of.isLeftOutEmpty || rows.some(row => (of(row) ?? null) !== null)
  const shown = Object.entries(columns).filter(([, of]) => isThere(of))
  let text = csvLine(shown.map(([heading]) => heading))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    for (const row of rows.slice(at, at + rowsAtOnce))
      text += `\r\n${csvLine(shown.map(([, column]) => written(column(row))))}`
    await setImmediate()
  }
  const note = `Only the first ${formatCount(rows.length, 'row')}. Narrow the filter to get the rest.`
  return isCut ? `${text}\r\n${csvLine([note])}` : text
}

function written(value: CsvValue): string | number | null {
  if (value instanceof Date) return `${calendarDate(value)} ${wallTime(value)}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object' && value !== null) return (value.pence / 100).toFixed(2)
  return value ?? null
}
