import { inflateSync } from 'node:zlib'

/** The words of a PDF that pdfkit made, a line each, read as a viewer reads them: by the letters that its fonts say they are. */
export function wordsOf(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString('latin1')
  const objects = new Map(
    [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [Number(id), body!] as const),
  )
  const streamOf = (body: string) => {
    const [, packed] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
    return packed === undefined ? '' : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  }
  const fonts = new Map<string, string[]>()
  for (const body of objects.values())
    for (const [, name, id] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, mapId] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? '') ?? []
      fonts.set(name!, lettersOf(streamOf(objects.get(Number(mapId)) ?? '')))
    }
  const lines: string[] = []
  for (const body of objects.values()) {
    const content = streamOf(body)
    let font: string[] = []
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name) font = fonts.get(name) ?? []
      else
        lines.push(
          [...shown!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => glyphs(hex!).map(at => font[at])).join(''),
        )
    }
  }
  return lines
}

const glyphs = (hex: string) => (hex.match(/.{4}/g) ?? []).map(each => Number.parseInt(each, 16))

/** What each glyph stands for, by its number. */
function lettersOf(map: string): string[] {
  const letters: string[] = []
  for (const [, first, , values] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[(.*?)\]/g))
    for (const [n, [, hex]] of [...values!.matchAll(/<([0-9a-f ]+)>/g)].entries())
      letters[Number.parseInt(first!, 16) + n] = String.fromCharCode(...glyphs(hex!.replaceAll(' ', '')))
  return letters
}
