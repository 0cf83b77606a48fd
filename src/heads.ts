import { contactHead, landingHead, termsHead } from '#features/content/head.tsx'
import { membershipInfoHead } from '#features/memberships/head.ts'
import { readSettings } from '#features/venue/model.ts'
import type { Head } from '#platform/html.ts'
import type { Runtime } from '#platform/runtime.ts'

/** Heads of public pages, by path; each feature's `head.ts` writes its own. */
const heads: Record<string, (runtime: Runtime) => Promise<Head>> = {
  '/': landingHead,
  '/contact': contactHead,
  '/membership-info': membershipInfoHead,
  '/terms': termsHead,
}

/** Title, description and first content of a public page; null where the application's own is enough. */
export async function headFor(runtime: Runtime, path: string): Promise<Head | null> {
  return (await heads[path]?.(runtime)) ?? null
}

/** What every page knows of this installation without asking. */
export async function siteFacts(runtime: Runtime) {
  const { simulate } = runtime.env
  return {
    hasSimulators: simulate.stripe || simulate.mail,
    pagesOpenToVisitors: (await readSettings(runtime.db)).pagesOpenToVisitors,
  }
}
