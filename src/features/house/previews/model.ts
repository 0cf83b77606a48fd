import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { createElement } from 'react'
import { files } from '#platform/db/tables.ts'
import { heavy, whoAsks } from '#platform/heavy/heavy.ts'
import type { Mount } from '#platform/http/gate.ts'
import type { HttpContext } from '#platform/http/middleware.ts'
import { networkOf } from '#platform/http/network.ts'
import type { Card, Preview } from '#platform/preview.ts'
import { type Limit, takeUsualPoint, usualLimit } from '#platform/rpc/limits.ts'
import type { Runtime } from '#platform/runtime.ts'
import { inkOf, inks, PreviewDrawing, posterAt } from './parts/preview-drawing.tsx'

/** Raised when the drawing itself changes: pictures that are kept elsewhere are then drawn anew. */
const design = 1
/** Some 40 kB each; those that were asked for last stay. */
const maxKept = 60
/** New pictures for one network: more than anybody shares, and little enough that others have theirs drawn too. */
const drawingLimit: Limit = { points: 20, seconds: 60 }
const year = 31_536_000

/** `/terms` → `/og/terms-<hash>.png`; the hash changes with whatever the picture shows. */
export const previewAddress = (path: string, preview: Preview): string =>
  `/og${path === '/' ? firstName : path}-${hashOf(preview)}.png`

const firstName = '/house'
const hashOf = (preview: Preview) =>
  createHash('sha256')
    .update(JSON.stringify([design, preview]))
    .digest('hex')
    .slice(0, 16)

/**
 * The pictures of shared links, drawn when they are first asked for. An address that is no longer the page's own gets the
 * picture of today, and is asked for again soon. Anybody may ask, so each network may ask as often as it may call what is
 * only read, for few new drawings of these (429); where many wait for theirs, it is told to come again (503).
 */
export function previewMount(runtime: Runtime, previewOf: (path: string) => Promise<Preview | null>): Mount {
  const kept = new Map<string, Promise<Uint8Array>>()
  const draw = async (hash: string, preview: Preview, network: string) => {
    if (!kept.has(hash)) await takeUsualPoint(runtime.db, `preview drawn ${network}`, drawingLimit)
    const drawing = kept.get(hash) ?? drawn(runtime, preview)
    kept.delete(hash)
    kept.set(hash, drawing)
    drawing.catch(() => kept.delete(hash))
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return drawing
  }
  return {
    path: '/og/*',
    methods: ['GET', 'HEAD'],
    ways: [],
    cost: 'usual',
    isPersonal: false,
    async serve(c) {
      const network = networkOf(c.get('ipAddress'))
      await takeUsualPoint(runtime.db, `preview ${network}`, usualLimit(runtime.env, true))
      const [, name = '', asked] = /^\/og(\/.+)-([0-9a-f]{16})\.png$/.exec(c.req.path) ?? []
      const preview = asked ? await previewOf(name === firstName ? '/' : name) : null
      if (!preview) return c.json({ code: 'NOT_FOUND', message: 'Not found' }, 404)
      const hash = hashOf(preview)
      const picture = await draw(hash, preview, network).catch(error => {
        if ((error as { code?: unknown }).code === 'BUSY') return null
        throw error
      })
      if (!picture) return comeAgain(c)
      return c.body(new Uint8Array(picture), 200, {
        'content-type': 'image/png',
        'cache-control': hash === asked ? `public, max-age=${year}, immutable` : 'public, max-age=300',
        // It is made to be shown elsewhere.
        'cross-origin-resource-policy': 'cross-origin',
      })
    },
  }
}

/** Said to programs, which try again after 503; 429 would tell them that they themselves asked too much. */
const comeAgain = (c: HttpContext) =>
  c.json({ code: 'BUSY', message: 'Many pictures are being drawn. Please try again.' }, 503, {
    'retry-after': '3',
    'cache-control': 'no-store',
  })

const drawn = (runtime: Runtime, preview: Preview): Promise<Uint8Array> =>
  heavy('preview', whoAsks(), async threads => threads.card(await cardOf(runtime, preview)))

async function cardOf(runtime: Runtime, preview: Preview): Promise<Card> {
  const cover = preview.fileId === null ? null : await publicFile(runtime, preview.fileId)
  const { renderToStaticMarkup } = await import('react-dom/server')
  const sheet = renderToStaticMarkup(createElement(PreviewDrawing, { seed: preview.seed, hasCover: cover !== null }))
  return {
    drawing: sheet.replaceAll(/var\((--[\w-]+)\)/g, (_, name) => inkOf[name] ?? inks.ink),
    cover: cover && { bytes: cover, ...posterAt },
    left: 64,
    width: 610,
    top: 66,
    words: [
      { text: preview.kicker, font: 'display', sizes: [27, 22], most: 70, color: inks.red, after: 0 },
      {
        text: preview.title,
        font: 'display',
        sizes: [116, 96, 80, 66, 54, 44],
        most: 270,
        color: inks.ink,
        tracking: -3,
        after: 22,
      },
      ...preview.lines.map((text, at) => ({
        ...{ text, font: 'regular' as const, sizes: [29, 24], most: 70, color: inks.soft },
        after: at === 0 ? 32 : 14,
      })),
    ],
    bottom: 588,
    feet: [
      { text: 'Exchange', font: 'display', sizes: [46], color: inks.ink, tracking: -3, after: 0 },
      { text: preview.place, font: 'regular', sizes: [24, 20], most: 50, color: inks.soft, after: 14 },
    ],
  }
}

/** The bytes of a file that everybody may read; null when there is none. */
async function publicFile(runtime: Runtime, id: string): Promise<Uint8Array | null> {
  const { db, storage, filePurposes } = runtime
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
  const purpose = filePurposes.find(({ name }) => name === file?.purpose)
  if (!file || !purpose) return null
  const isPublic = purpose.mayShow ? await purpose.mayShow(runtime, null, file) : !purpose.isPrivate
  const body = isPublic ? await storage.get(file.storageKey) : null
  return body && new Uint8Array(await new Response(body as BodyInit).arrayBuffer())
}
