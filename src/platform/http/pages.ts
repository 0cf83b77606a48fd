import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { SpecifiedPath } from '#access.ts'
import type { Preview } from '#platform/preview.ts'
import type { Runtime } from '#platform/runtime.ts'
import { escapeHtml, headTags } from './head-tags.ts'
import { stylesFor } from './page-styles.ts'

/** Title, description and plain content of a public page, for search engines, link previews and the first paint. */
export interface Head {
  title: string
  description: string
  /** What the picture of a shared link shows, where it is more than the title. */
  preview?: Partial<Preview>
  /** What the page is about, as schema.org has words for it. */
  jsonLd?: object[]
  /** The page above it, for a page about one thing. */
  above?: { name: string; path: string }
  /** Where the page is now, when it is asked for at an address that it had before. */
  path?: string
  /** Static markup of the page, without the frame; the browser application replaces it. */
  html?: string
  /** The file of the page's scripts whose styles the markup needs beside those of every page. */
  stylesOf?: string
  /** When what it says last changed, where that is known. */
  changedAt?: Date
  /** It is of use to whoever was sent its link: no search result, and not in the site map. */
  isUnlisted?: true
  /** What stands there is told to whoever has the link by the application alone, which is fetched at once. */
  needsApp?: true
  /**
   * How long it stays so while no fact of the house changes: for heads that are made of nothing but facts and the clock.
   * Without it the page is written anew each time.
   */
  freshUntil?: Date | 'changed'
}

/** What the address of a page says behind its path, as far as what the server draws depends on it. */
export interface Asked {
  hasId: boolean
  /** It leads to a booking of one's own. */
  hasBooking: boolean
}

export const askedNothing: Asked = { hasId: false, hasBooking: false }

/** Heads by the path of the access table; `params` are the segments that stand for `$name` in it. */
export type Heads = Partial<
  Record<SpecifiedPath, (runtime: Runtime, params: Record<string, string>, asked: Asked) => Promise<Head | null>>
>

/** A public page that stands for one thing, for the site map: its path, and when it last changed. */
export interface PublicAddress {
  path: string
  changedAt?: Date
}

/** Those of a noun now; none while they are not open to visitors. */
export type PublicAddresses = (runtime: Runtime) => Promise<PublicAddress[]>

/** A head with what the house knows of the page. */
export interface WholeHead extends Head {
  /** The one address of the page. */
  canonical: string
  picture: { url: string; width: number; height: number; alt: string }
}

/** What a page is made of beside what was built. */
export interface PageParts {
  head: WholeHead | null
  /** How the window is called that has no head of its own. */
  title: string | null
  /** What every page knows of this installation without asking. */
  facts: object
  /** The page itself, drawn in its place until its script has come. */
  drawn: string | null
  /** In place of a page that is not drawn: the bones of its frame. */
  bones: string | null
  /** Whoever asks has a session: the browser then awaits a person, and shows nobody the way in before it knows. */
  hasSession: boolean
  /** The drawing is the whole page: the application is fetched when somebody begins to use it (public/later.js). */
  isAppLater: boolean
  /** What is said where no script runs. */
  withoutScript: string
}

export interface Pages {
  /** What lies at this path: a page with a status of 200, one that moved, or nothing, which answers 404. */
  find(path: string): 'page' | 'moved' | 'missing'
  /** The pattern of the page at this path; null when there is none. */
  pattern(path: string): string | null
  /** The application's HTML with what the page needs at once and, for public pages, their own head and content. */
  page(path: string, parts: PageParts): SentPage
  /** A built asset with its best encoding, or null. */
  asset(path: string, acceptEncoding: string): Promise<{ body: Buffer; headers: Record<string, string> } | null>
}

export interface SentPage {
  html: string
  /** Hashes, for the content policy, of the styles and scripts that stand in the page itself. */
  inline: { styles: string[]; scripts: string[] }
}

/** What the build tells of each page: the files that its screen needs beyond those of index.html. */
interface BuiltPaths {
  pages: Record<string, BuiltFiles>
  moved: Record<string, string>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

const mostFound = 500

/** Serves the built browser application from `folder`. */
export function openPages(folder: string): Pages {
  const file = join(folder, 'index.html')
  const template = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Exchange</title><p>The browser application is not built.</p>'
  const built = readBuiltPaths(join(folder, 'paths.json'))
  const patterns = Object.keys(built.pages).map(path => ({ path, matches: pathPattern(path) }))
  const found = new Map<string, string | undefined>()
  // Asked several times for each request; nobody fills memory with paths.
  const match = (path: string) => {
    if (found.has(path)) return found.get(path)
    const pattern = patterns.find(({ matches }) => matches.test(path))?.path
    if (found.size >= mostFound) found.clear()
    found.set(path, pattern)
    return pattern
  }
  return {
    find: path => (match(path) ? 'page' : trimmed(path) in built.moved ? 'moved' : 'missing'),
    pattern: path => match(path) ?? null,
    page(path, { head, title, facts, drawn, bones, hasSession, isAppLater, withoutScript }) {
      const files = built.pages[match(path) ?? ''] ?? { scripts: [], styles: [] }
      const tags = [
        `<meta name="exchange-site" content="${escapeHtml(JSON.stringify(facts))}">`,
        ...(isAppLater && head
          ? onlyStyles(files, head)
          : everyFile(files, drawn ? 'page' : bones ? 'skeleton' : 'nothing')),
      ]
      const text = `<title>${escapeHtml(head?.title ?? title ?? 'Exchange')}</title>`
      const html = (isAppLater ? withAppLater(template, files) : (drawn ?? bones) ? scriptsLater(template) : template)
        .replace(/<title>.*?<\/title>/s, () => text + headTags(head))
        .replace('</head>', () => `${tags.join('')}</head>`)
        .replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${withoutScript}</noscript>`)
      const whole = html.replace(
        '<div id="root"></div>',
        () =>
          `<div id="root"${drawn ? ' data-drawn' : ''}${hasSession ? ' data-session' : ''}>${drawn ?? bones ?? ''}</div>`,
      )
      return (drawn ?? bones)
        ? inOnePiece(whole, folder, isAppLater)
        : { html: whole, inline: { styles: [], scripts: [] } }
    },
    async asset(path, acceptEncoding) {
      const target = normalize(join(folder, path))
      if (!target.startsWith(folder + sep) || target === file) return null
      const type = types[extname(target)]
      if (!type) return null
      const encoding = acceptEncoding.includes('br') ? 'br' : acceptEncoding.includes('gzip') ? 'gzip' : null
      const encoded = encoding && (await readFile(`${target}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => null))
      const body = encoded || (await readFile(target).catch(() => null))
      if (!body) return null
      // Names with a content hash never change; the others are asked for again each time.
      const isHashed = path.startsWith('/assets/')
      return {
        body,
        headers: {
          'content-type': type,
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          vary: 'accept-encoding',
          ...(encoded && { 'content-encoding': encoding }),
        },
      }
    },
  }
}

function readBuiltPaths(file: string): BuiltPaths {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltPaths) : { pages: {}, moved: {} }
}

// By hand: a pattern would start again at each of thousands of slashes.
function trimmed(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

function pathPattern(path: string): RegExp {
  const source = path
    .split('/')
    .map(part => (part.startsWith('$') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}/?$`)
}

// What is drawn already is seen sooner when its picture and type do not share the line with scripts.
const scriptsLater = (html: string) =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')

interface BuiltFiles {
  scripts: string[]
  styles: string[]
}

/** A page that is drawn already needs its styles before its script, and its skeleton nothing of either. */
const everyFile = ({ scripts, styles }: BuiltFiles, drawn: 'nothing' | 'skeleton' | 'page') => [
  ...styles.map(style =>
    drawn === 'page'
      ? `<link rel="stylesheet" crossorigin href="/${style}">`
      : `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${style}">`,
  ),
  ...scripts.map(
    script => `<link rel="modulepreload"${drawn === 'nothing' ? '' : ' fetchpriority="low"'} href="/${script}">`,
  ),
]

/** Of the page's styles those that its drawing needs. */
const onlyStyles = ({ styles }: BuiltFiles, { stylesOf }: WholeHead) =>
  styles
    .filter(style => stylesOf !== undefined && style.startsWith(`assets/${stylesOf}-`))
    .map(style => `<link rel="stylesheet" crossorigin href="/${style}">`)

/**
 * Styles, and the scripts of index.html that come before all else, in the page itself: nothing has to be fetched before it
 * is seen. They are those of the build, of styles what this page needs, so the policy knows them by their hash. An application
 * that comes at once brings sheets of its own, which have to stand behind the whole of the first: there the styles stay where
 * they are.
 */
function inOnePiece(html: string, folder: string, isAppLater: boolean): SentPage {
  const inline: SentPage['inline'] = { styles: [], scripts: [] }
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')
  const put = (tag: 'style' | 'script', text: string, kept: string[]) => {
    kept.push(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    return `<${tag}>${text}</${tag}>`
  }
  const links = [...(isAppLater ? html.matchAll(styleLink) : [])].filter(([, path]) => existsSync(join(folder, path!)))
  const styles = stylesFor(
    html,
    links.map(([, path]) => textOf(path!)),
  )
  const whole = links.reduce(
    (text, [link], at) => text.replace(link, () => put('style', styles[at]!, inline.styles)),
    html,
  )
  return {
    html: whole.replaceAll(firstScripts, (script, path) =>
      existsSync(join(folder, path)) ? put('script', textOf(path), inline.scripts) : script,
    ),
    inline,
  }
}

const styleLink = /<link rel="stylesheet"[^>]*\shref="([^"]+)"[^>]*>/g
const firstScripts = /<script src="(\/[\w-]+\.js)"><\/script>/g
const appScript = /<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/
const ahead = /<link rel="modulepreload"[^>]*\shref="([^"]+)"[^>]*>/g

/** Takes the application off the page and leaves word where it is, for the small script that fetches it. */
function withAppLater(html: string, { scripts, styles }: BuiltFiles): string {
  const [, app] = appScript.exec(html) ?? []
  if (!app) return html
  const files = [...[...html.matchAll(ahead)].map(([, href]) => href), ...scripts.map(file => `/${file}`)]
  const list = (paths: (string | undefined)[]) => escapeHtml(paths.join(' '))
  const sheets = [...html.matchAll(styleLink)].map(([, href]) => href)
  const later = `<script defer src="/later.js" data-app="${escapeHtml(app)}" data-sheets="${list(sheets)}" data-scripts="${list(files)}" data-styles="${list(styles.map(file => `/${file}`))}"></script>`
  return html.replaceAll(ahead, '').replace(appScript, () => later)
}
