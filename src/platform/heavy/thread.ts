import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { isMainThread } from 'node:worker_threads'

// Runs in the threads of `heavy` and nowhere else: what is here holds its thread up for as long as it takes. The threads
// are started from this file as it is, so it imports packages and nothing of ours.

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
