import { createElement } from 'react'
import { bonesOf, findRoute, segments } from './access.ts'
import { heads as events } from './features/events/programme/head.tsx'
import { heads as creatives } from './features/home/creatives/head.tsx'
import { heads as landing } from './features/home/landing/head.tsx'
import { heads as pages } from './features/home/pages/head.ts'
import { settingsFact } from './features/house/settings/model.ts'
import { heads as tiers } from './features/membership/tiers/head.ts'
import type { Head, Heads } from './platform/http/pages.ts'
import type { Runtime } from './platform/runtime.ts'
import { Bones, type BonesFrame } from './ui/plain/bones.tsx'

/** Heads of public pages, one line per feature. */
const heads: Heads = { ...landing, ...pages, ...tiers, ...events, ...creatives }

/** A head and how long it stays so while no fact of the house changes; null: not at all. */
interface KnownHead {
  head: Head | null
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

/** The bones as markup: what a slow connection shows before the first script (see ui/plain/bones.tsx). */
export async function drawBones(frame: BonesFrame, { hasSimulators }: { hasSimulators: boolean }): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  return renderToStaticMarkup(createElement(Bones, { frame, hasSimulators }))
}

/** Title, description and first content of a public page. */
export async function headFor(runtime: Runtime, path: string): Promise<KnownHead> {
  const route = findRoute(path)
  const write = route && heads[route.path]
  if (!write) return noHead
  const head = await write(runtime, paramsOf(route.path, path))
  return { head, freshUntil: head?.freshUntil ?? null }
}

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
