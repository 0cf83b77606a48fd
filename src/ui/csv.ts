/**
 * Rows as CSV (RFC 4180) with a header line. Text that a spreadsheet would run as a formula is put behind an apostrophe.
 */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  return [header, ...rows].map(row => row.map(cell).join(',')).join('\r\n')
}

/** Hands a text to the person as a file. */
export function saveText(name: string, text: string, mime = 'text/csv;charset=utf-8'): void {
  // the mark in front tells spreadsheets that the file is UTF-8
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: mime }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
