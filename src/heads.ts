import { createElement, type ReactNode } from 'react'
import { bonesOf, findRoute, type OpenablePage, segments } from './access.ts'
import { heads as registrations } from './features/admissions/registrations/head.tsx'
import { addresses as eventAddresses, heads as events } from './features/events/programme/head.tsx'
import { addresses as creativeAddresses, heads as creatives } from './features/home/creatives/head.tsx'
import { heads as enquiries } from './features/home/enquiries/head.tsx'
import { heads as landing } from './features/home/landing/head.tsx'
import { heads as pages } from './features/home/pages/head.tsx'
import { contactOf } from './features/home/pages/model.ts'
import { heads as terms } from './features/home/terms/head.tsx'
import { previewAddress } from './features/house/previews/model.ts'
import { settingsFact } from './features/house/settings/model.ts'
import { heads as market } from './features/market/guest-tickets/head.tsx'
import { heads as conduct } from './features/people/conduct/head.tsx'
import { heads as incidentResponse } from './features/people/incident-response/head.tsx'
import { heads as facilities } from './features/spaces/facilities/head.tsx'
import { heads as tours } from './features/spaces/tours/head.tsx'
import { nameIn } from './platform/http/head-tags.ts'
import {
  type Asked,
  askedNothing,
  type Head,
  type Heads,
  type PublicAddress,
  type PublicAddresses,
  type WholeHead,
} from './platform/http/pages.ts'
import { type Preview, previewSize } from './platform/preview.ts'
import type { Runtime } from './platform/runtime.ts'
import { Bones, type BonesFrame, type BonesName } from './ui/plain/bones.tsx'
import {
  DemonstrationLine,
  PageWithoutScript,
  PlainLink,
  VisitorFrame,
  WithoutScript,
} from './ui/plain/visitor-frame.tsx'
import { visitorFooter, visitorMenu } from './web/layouts/menus.ts'
import { pageNameOf } from './web/page-names.ts'

/** Heads of public pages, one line per feature. */
const heads: Heads = {
  ...landing,
  ...facilities,
  ...tours,
  ...market,
  ...events,
  ...enquiries,
  ...registrations,
  ...conduct,
  ...incidentResponse,
  ...pages,
  ...creatives,
  ...terms,
}

/** Public pages about one thing each, by what they are about. */
const addressLists: PublicAddresses[] = [eventAddresses, creativeAddresses]

/** A head and how long it stays so while no fact of the house changes; null: not at all. */
interface KnownHead {
  head: WholeHead | null
  freshUntil: Date | 'changed' | null
}

/** Where the application's own head is enough. */
export const noHead: KnownHead = { head: null, freshUntil: 'changed' }

/** Whether a page has a head of its own. */
export function hasHead(path: string): boolean {
  const route = findRoute(path)
  return route !== undefined && heads[route.path] !== undefined
}

/** The frame that is sent ahead of this page to somebody with a session; null: none. */
export function bonesFor(path: string): BonesFrame | null {
  const route = findRoute(path)
  return route ? bonesOf(route) : null
}

/** How the page is called whose bones are sent; `view` is what its address asks for. */
export const nameFor = (path: string, view: unknown): BonesName | null => pageNameOf(findRoute(path)?.path ?? '', view)

/** The bones as markup: what a slow connection shows before the first script (see ui/plain/bones.tsx). */
export const drawBones = (
  frame: BonesFrame,
  name: BonesName | null,
  { hasSimulators }: { hasSimulators: boolean },
): Promise<string> => markup(createElement(Bones, { frame, hasSimulators, name }))

/**
 * A public page as the server draws it: its content in the frame that visitors see around every page. Nobody with a session is
 * shown the way in, which would give way to their own head a moment later.
 */
export async function drawPage(
  html: string,
  { hasSimulators, isVisitor }: { hasSimulators: boolean; isVisitor: boolean },
): Promise<string> {
  const notices = hasSimulators && createElement(DemonstrationLine, { className: 'visitor-notice' })
  const isFor = ({ to }: { to: string }) => isVisitor || to !== '/auth'
  const shown = { Link: PlainLink, menu: visitorMenu.filter(isFor), footer: visitorFooter.filter(isFor), notices }
  const frame = await markup(createElement(VisitorFrame, shown, createElement('hr')))
  return `<a class="skip-link" href="#content">Skip to content</a>${frame.replace('<hr/>', () => html)}`
}

/**
 * What is said where no script runs, with how the house is reached instead: below a page that is drawn, and in the frame of one
 * where there is none.
 */
export async function drawWithoutScript({ facts }: Runtime, { isDrawn }: { isDrawn: boolean }): Promise<string> {
  const { email, phone } = contactOf(await facts.get(settingsFact))
  if (isDrawn) return markup(createElement(WithoutScript, { email, phone }))
  const shown = { Link: PlainLink, menu: visitorMenu, footer: visitorFooter }
  return markup(createElement(VisitorFrame, shown, createElement(PageWithoutScript, { email, phone })))
}

async function markup(node: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return renderToStaticMarkup(node)
}

/** Title, description and first content of a public page. */
export async function headFor(runtime: Runtime, path: string, asked: Asked = askedNothing): Promise<KnownHead> {
  const head = await readHead(runtime, path, asked)
  if (head === undefined) return noHead
  return { head: head && (await wholeHead(runtime, path, head)), freshUntil: head?.freshUntil ?? null }
}

/** What the picture of a shared link to this page shows; null: it is not public now. */
export async function previewFor(runtime: Runtime, path: string): Promise<Preview | null> {
  const head = await readHead(runtime, path)
  return head ? previewOf(runtime, path, head) : null
}

/** Every page that a visitor may read now, for the site map. */
export async function publicAddresses(runtime: Runtime): Promise<PublicAddress[]> {
  const fixed = Object.keys(heads).filter(path => !path.includes('$'))
  const found = await Promise.all(
    fixed.map(async path => {
      const head = await readHead(runtime, path)
      return head && !head.isUnlisted ? [{ path, ...(head.changedAt && { changedAt: head.changedAt }) }] : []
    }),
  )
  const lists = await Promise.all(addressLists.map(list => list(runtime)))
  return [...found, ...lists].flat()
}

/**
 * Undefined where a page has none of its own, or has it only while a setting opens the page to visitors; null where it is
 * about something that is not there.
 */
async function readHead(runtime: Runtime, path: string, asked: Asked = askedNothing): Promise<Head | null | undefined> {
  const route = findRoute(path)
  const write = route && heads[route.path]
  if (!write || (route.opensWith && !(await isOpened(runtime, route.opensWith)))) return
  return write(runtime, paramsOf(route.path, path), asked)
}

/** By the setting "pages open to visitors" (decision 4). */
const isOpened = async ({ facts }: Runtime, page: OpenablePage) =>
  (await facts.get(settingsFact)).pagesOpenToVisitors.includes(page)

async function wholeHead(runtime: Runtime, path: string, head: Head): Promise<WholeHead> {
  const { publicUrl } = runtime.env
  const own = ownPath(head.path ?? path)
  const preview = await previewOf(runtime, own, head)
  const url = publicUrl + previewAddress(own, preview)
  return {
    ...head,
    canonical: publicUrl + own,
    picture: { url, ...previewSize, alt: `${preview.kicker}: ${preview.title}` },
  }
}

async function previewOf({ facts }: Runtime, path: string, { title, preview }: Head): Promise<Preview> {
  return {
    kicker: 'The house of people who make things',
    title: nameIn(title),
    lines: [],
    place: (await facts.get(settingsFact)).landingPlace,
    seed: ownPath(path),
    fileId: null,
    ...preview,
  }
}

/** Without the slash at its end that it may also be asked for with. */
const ownPath = (path: string) => `/${segments(path).join('/')}`

/** `/event/$id` and `/event/42` → `{ id: '42' }`. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const given = segments(path)
  return Object.fromEntries(
    segments(pattern).flatMap((part, index) => (part.startsWith('$') ? [[part.slice(1), given[index] ?? '']] : [])),
  )
}

/** What every page knows of this installation without asking. */
export async function siteFacts(runtime: Runtime) {
  const { simulate } = runtime.env
  return {
    hasSimulators: simulate.stripe || simulate.mail,
    pagesOpenToVisitors: (await runtime.facts.get(settingsFact)).pagesOpenToVisitors,
  }
}
