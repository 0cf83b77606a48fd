import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import type PdfDocument from 'pdfkit'
import type { Paper, PaperSum } from '#platform/paper.ts'
import type { Card, SetWords } from '#platform/preview.ts'

// Runs in the threads of `heavy` and nowhere else: what is here holds its thread up for as long as it takes. The threads
// are started from this file as it is, so it imports packages and of ours nothing but types.

if (isMainThread) throw new Error('heavy work belongs in a thread: call heavy() of platform/heavy/heavy.ts')

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes a password with argon2id; the parameters stand in the result, so they can be raised later. */
export function hash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { ...cost, message: normal(password), nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Whether the password is the one that was hashed. */
export function verify({ hash, password }: { hash: string; password: string }): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash)
  if (!match) return false
  const expected = Buffer.from(match[5]!, 'base64url')
  const tag = argon2Sync('argon2id', {
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    tagLength: expected.length,
    nonce: Buffer.from(match[4]!, 'base64url'),
    message: normal(password),
  })
  return timingSafeEqual(tag, expected)
}

const normal = (password: string) => Buffer.from(password.normalize('NFKC'))

/** What is judged of a password: whatever is longer is judged by its beginning, as the time grows with the length. */
const judgedCharacters = 32
/** With more, one string of numerals and signs for letters takes a second (measured). */
const maxSubstitutions = 4
const maxOwnWords = 20

/** Whether a guesser tries the password early: a common one, or one made of the person's own words. */
export async function isCommon({ password, ownWords }: { password: string; ownWords: string[] }): Promise<boolean> {
  const words = ownWords.filter(Boolean).map(word => word.slice(0, judgedCharacters))
  const { score, sequence } = (await loadMeter()).check(
    password.slice(0, judgedCharacters),
    words.slice(0, maxOwnWords),
  )
  return score < 2 && sequence.some(({ pattern }) => pattern !== 'bruteforce')
}

interface Meter {
  check(password: string, words: string[]): { score: number; sequence: { pattern: string }[] }
}

// The dictionaries are large: read for the first password that a thread judges, gone with the thread.
let loading: Promise<Meter> | undefined
function loadMeter(): Promise<Meter> {
  loading ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(
    ([core, common, english]) =>
      new core.ZxcvbnFactory({
        dictionary: { ...common.dictionary, ...english.dictionary },
        graphs: common.adjacencyGraphs,
        l33tMaxSubstitutions: maxSubstitutions,
      }),
  )
  return loading
}

/** A phone's photograph of 12 megapixels has 4032 × 3024; decoded, these are 50 MB. */
const maxPixels = 12_500_000
/** Newer phones take 24 megapixels; a JPEG that is not progressive is decoded line by line, never as a whole. */
const maxPixelsByLine = 25_000_000
const maxSide = 4_000
const seconds = 20

/** The picture encoded anew, which drops metadata and whatever hides behind it; null when it cannot be read. */
export async function picture(given: { bytes: Uint8Array; kind: 'jpeg' | 'png' | 'webp' }): Promise<Uint8Array | null> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const { format, isProgressive, width, height } = await sharp(given.bytes, {
      limitInputPixels: maxPixelsByLine,
    }).metadata()
    const isByLine = format === 'jpeg' && !isProgressive
    if (width * height > (isByLine ? maxPixelsByLine : maxPixels)) return null
    return await sharp(given.bytes, { limitInputPixels: maxPixelsByLine, failOn: 'error', animated: false })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(given.kind, { quality: 85 })
      .timeout({ seconds })
      .toBuffer()
  } catch {
    return null
  }
}

/** A part of a picture, in its pixels. */
interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** How large a picture of ours is, in pixels. */
export async function measure({ bytes }: { bytes: Uint8Array }): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(bytes, { limitInputPixels: maxPixelsByLine }).metadata()
  return { width, height }
}

/** An area of a picture of ours, fitted into a square of `side` pixels and never enlarged; as JPEG. */
export async function fitted(given: { bytes: Uint8Array; area: Area; side: number; quality: number }) {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const { data, info } = await sharp(given.bytes, { limitInputPixels: maxPixelsByLine })
    .extract(given.area)
    .flatten({ background: '#ffffff' })
    .resize({ width: given.side, height: given.side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: given.quality })
    .timeout({ seconds })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** A picture of ours, or an area of it, in each of these widths, none larger than it is; as WebP. */
export async function sizes(given: { bytes: Uint8Array; widths: number[]; area?: Area }) {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const area = given.area ?? { left: 0, top: 0, ...(await measure(given)) }
  const { width: widest } = area
  const wanted = given.widths.filter(width => width < widest)
  if (wanted.length < given.widths.length) wanted.push(Math.min(widest, given.widths[wanted.length]!))
  const drawn: { bytes: Uint8Array; width: number; height: number }[] = []
  for (const width of wanted) {
    const { data, info } = await sharp(given.bytes, { limitInputPixels: maxPixelsByLine })
      .extract(area)
      .resize({ width })
      .webp({ quality: 80 })
      .timeout({ seconds })
      .toBuffer({ resolveWithObject: true })
    drawn.push({ bytes: data, width: info.width, height: info.height })
  }
  return drawn
}

/** A drawing with words and a picture on it, as PNG. */
export async function card(given: Card): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const { left, width, cover } = given
  const set = (words: SetWords[]) =>
    Promise.all(words.filter(({ text }) => text !== '').map(each => inLetters(each, width)))
  const [words, feet] = [await set(given.words), await set(given.feet)]
  const layers: { input: Buffer; left: number; top: number }[] = []
  if (cover) {
    const { bytes, left, top, ...size } = cover
    layers.push({
      input: await sharp(bytes, { limitInputPixels: maxPixelsByLine }).resize(size).png().toBuffer(),
      left,
      top,
    })
  }
  let top = given.top
  for (const { input, height, after } of words) {
    layers.push({ input, left, top: top + after })
    top += after + height
  }
  let bottom = given.bottom
  for (const { input, height, after } of feet.toReversed()) {
    layers.push({ input, left, top: bottom - height })
    bottom -= height + after
  }
  return sharp(Buffer.from(given.drawing)).composite(layers).png({ palette: true }).timeout({ seconds }).toBuffer()
}

/** Words as a picture, in the largest of the sizes with which they fit. */
async function inLetters({ text, font, sizes, most = 10_000, color, tracking = 0, after }: SetWords, width: number) {
  const { default: sharp } = await import('sharp')
  const family = { display: 'Exchange Display', regular: 'Instrument Sans' }[font]
  const markup = printable(text).replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
  for (const size of sizes) {
    const isLast = size === sizes.at(-1)
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${color}" letter_spacing="${Math.round(size * tracking * 10.24)}">${markup}</span>`,
        font: `${family} ${size}`,
        fontfile: fileURLToPath(new URL(`${font}.ttf`, letters)),
        width,
        // A word is broken only where it fits in no size.
        wrap: isLast ? 'word-char' : 'word',
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    if ((info.height <= most && info.width <= width) || isLast) return { input: data, height: info.height, after }
  }
  throw new Error('words are set in no size')
}

// The house's own letters as plain files: what can be printed of the packaged ones is made for browsers only. Made of
// @fontsource-variable/instrument-sans by fontTools: latin and latin-ext joined, at the weights 400 and 650; display of
// bricolage-grotesque at 780.
const letters = new URL(
  import.meta.url.endsWith('.ts') ? './fonts/' : '../../src/platform/heavy/fonts/',
  import.meta.url,
)
// In points: A4 with the margins of a letter, and the column of amounts at its right.
const [margin, width, amounts] = [56, 595.28 - 2 * 56, 110]
const [ink, soft, rule] = ['#1a1a1a', '#5c5c5c', '#c9c4ba']

/** A paper as a PDF, A4, with its words as text: they can be searched, copied and read aloud. */
export async function paper(given: Paper): Promise<Uint8Array> {
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    size: 'A4',
    margin,
    lang: 'en-GB',
    info: { Title: `${given.title}: ${given.subject}`, Author: given.from[0] ?? '' },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', chunk => chunks.push(chunk))
  const done = new Promise(resolve => doc.on('end', () => resolve(null)))
  for (const weight of ['regular', 'bold']) doc.registerFont(weight, fileURLToPath(new URL(`${weight}.ttf`, letters)))
  const say = (text: string, font: 'regular' | 'bold', size: number, color = ink) =>
    doc.font(font).fontSize(size).fillColor(color).text(printable(text), margin, doc.y, { width })
  const [house = '', ...from] = given.from
  say(house, 'bold', 13)
  for (const line of from) say(line, 'regular', 9.5, soft)
  doc.y += 30
  say(given.title, 'bold', 24)
  say(given.subject, 'regular', 12)
  doc.y += 14
  for (const { label, value } of given.facts) inColumns(doc, [label, value], { color: soft, at: 90 })
  for (const sum of given.sums) add(doc, sum)
  doc.y += 26
  for (const line of given.foot) say(line, 'regular', 9.5, soft)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function add(doc: PdfDocument, { title, rows, total, notes }: PaperSum): void {
  doc.y += 22
  doc.font('bold').fontSize(12).fillColor(ink).text(title, margin, doc.y, { width })
  line(doc, ink)
  for (const { label, detail, amount } of rows) {
    inColumns(doc, [label, amount], { isAmount: true })
    if (detail)
      doc
        .fontSize(9)
        .fillColor(soft)
        .text(printable(detail), margin, doc.y, { width: width - amounts })
    line(doc, rule)
  }
  inColumns(doc, [total.label, total.amount], { font: 'bold', isAmount: true })
  for (const note of notes) doc.font('regular').fontSize(9).fillColor(soft).text(note, margin, doc.y, { width })
}

/** Two texts beside each other; an amount stands at the right. What is longer than its column goes on below. */
function inColumns(
  doc: PdfDocument,
  [first, second]: [string, string],
  { font = 'regular', color = ink, at = width - amounts, isAmount = false }: Columns,
): void {
  doc.font(font).fontSize(10.5).fillColor(color)
  const [left, right] = [printable(first), printable(second)]
  const beside = { width: width - at, align: isAmount ? ('right' as const) : ('left' as const) }
  const height = Math.max(doc.heightOfString(left, { width: at - 8 }), doc.heightOfString(right, beside))
  // Both stand on one page.
  if (doc.y + height > doc.page.height - margin) doc.addPage()
  const { y } = doc
  doc.text(left, margin, y, { width: at - 8 })
  doc.fillColor(ink).text(right, margin + at, y, beside)
  doc.y = y + height + 2
}

interface Columns {
  font?: 'regular' | 'bold'
  /** Of the first text. */
  color?: string
  /** Where the second begins, in points. */
  at?: number
  isAmount?: boolean
}

function line(doc: PdfDocument, color: string): void {
  doc.y += 3
  doc
    .moveTo(margin, doc.y)
    .lineTo(margin + width, doc.y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke()
  doc.y += 5
}

// The letters that those files have.
const known =
  /[ -~\u00A0-\u00A3\u00A5\u00A7-\u00AB\u00AE-\u00B0\u00B4\u00B6-\u00B8\u00BA\u00BB\u00BF-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0126\u0127\u012A\u012B\u012E-\u0133\u0136\u0137\u0139-\u013E\u0141-\u0148\u014A-\u014D\u0150-\u015B\u015E-\u0161\u0164\u0165\u016A-\u017E\u0218-\u021B\u1E80-\u1E85\u1E9E\u1EF2\u1EF3\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u2039\u203A\u20AC\u2122\u2212]/

/** A letter that they lack becomes the nearest one that they have, where there is any: a name stays readable. */
const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), letter =>
    known.test(letter)
      ? letter
      : Array.from(letter.normalize('NFKD'))
          .filter(part => known.test(part))
          .join('') || letter,
  ).join('')
