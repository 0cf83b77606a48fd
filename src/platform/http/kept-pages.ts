import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Runtime } from '#platform/runtime.ts'
import { contentPolicy } from './middleware.ts'
import type { SentPage } from './pages.ts'

/** A page as it was written. */
export interface WrittenPage extends SentPage {
  status: 200 | 404
  /** How long it stays as it is while no fact of the house changes; null: it says more than facts do and is never kept. */
  freshUntil: Date | 'changed' | null
}

interface ReadyPage {
  status: 200 | 404
  policy: string
  etag: string
  bytes: { br: Uint8Array<ArrayBuffer>; gzip: Uint8Array<ArrayBuffer>; plain: Uint8Array<ArrayBuffer> }
}

interface Kept {
  page: ReadyPage
  /** Of the facts when its writing began. */
  version: number
  freshUntil: Date | 'changed'
}

/** Pages with a head of their own can be many; those that were asked for last stay. */
const maxKept = 300
/** 9 of 11: most of the time of the last two steps is for the last hundredth. */
const brotliQuality = 9

const compressBr = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Keeps pages as the bytes that are sent, until a fact of the house changes or their own time has passed. What `write`
 * writes for a key must depend on nothing else: not on who asks.
 */
export function keepPages({ facts, clock }: Pick<Runtime, 'facts' | 'clock'>) {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<ReadyPage>>()

  const make = async (key: string, version: number | null, write: () => Promise<WrittenPage>) => {
    const { freshUntil, ...written } = await write()
    const page = await readyPage(written)
    if (version !== null && version === facts.version() && freshUntil !== null) {
      kept.set(key, { page, version, freshUntil })
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    }
    return page
  }

  return async (key: string, write: () => Promise<WrittenPage>): Promise<ReadyPage> => {
    const version = facts.version()
    const found = kept.get(key)
    if (found) {
      kept.delete(key)
      if (found.version === version && (found.freshUntil === 'changed' || clock.now() < found.freshUntil)) {
        kept.set(key, found)
        return found.page
      }
    }
    if (version === null) return make(key, version, write)
    // One writing for all who ask meanwhile; whoever asks after a change waits for none that began before it.
    const name = `${version} ${key}`
    const writing = underWay.get(name) ?? make(key, version, write).finally(() => underWay.delete(name))
    underWay.set(name, writing)
    return writing
  }
}

/**
 * Answers with a page. A visitor's browser may ask again whether it is still the same; what is sent to somebody with a
 * session is stored nowhere.
 */
export function sendPage(c: Context, page: ReadyPage, isVisitor: boolean): Response {
  const isStorable = isVisitor && page.status === 200
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isStorable ? 'no-cache' : 'no-store',
    vary: 'accept-encoding',
    'content-security-policy': page.policy,
    ...(isStorable && { etag: page.etag }),
  }
  const known = c.req.header('if-none-match')?.split(',') ?? []
  if (isStorable && known.some(tag => tag.trim() === page.etag)) return c.body(null, 304, headers)
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find(name => accepted.includes(name))
  return c.body(page.bytes[encoding ?? 'plain'], page.status, {
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
  })
}

async function readyPage({ html, status, inline }: Omit<WrittenPage, 'freshUntil'>): Promise<ReadyPage> {
  const plain = new Uint8Array(Buffer.from(html))
  const [br, zipped] = await Promise.all([
    compressBr(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    compressGzip(plain, { level: 9 }),
  ])
  // Weak: it stands for the page in each of its encodings.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return {
    status,
    etag,
    policy: contentPolicy(inline),
    bytes: { plain, br: new Uint8Array(br), gzip: new Uint8Array(zipped) },
  }
}
