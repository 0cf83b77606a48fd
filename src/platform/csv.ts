/**
 * Rows as CSV (RFC 4180) with a header line. Text that a spreadsheet would run as a formula is put behind an apostrophe;
 * a negative number written out is none.
 */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return [header, ...rows].map(csvLine).join('\r\n')
}

/** One such line, for what is written in portions; `\r\n` stands between lines. */
export const csvLine = (row: readonly (string | number | null | undefined)[]): string => row.map(cell).join(',')

// What spreadsheets take for the start of a formula, full-width signs too, and the white space that some skip before it.
const runs = /^(?!-\d+(?:\.\d+)?$)[=+\-@＝＋－＠\t\r\n]/

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = runs.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
