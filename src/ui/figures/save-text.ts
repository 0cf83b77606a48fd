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
