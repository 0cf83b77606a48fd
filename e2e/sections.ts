import type { Page } from '@playwright/test'
import { call } from './fixtures.ts'

interface Section {
  content: object
  state: string | null
  version: number
}

/** Puts a section back as it was before the test, as other journeys read the same pages. */
export async function keeping(page: Page, section: string, work: () => Promise<void>): Promise<void> {
  const { content, state } = await call<Section>(page, 'content/section', { section })
  await work()
  const { version: basedOn } = await call<Section>(page, 'content/section', { section })
  if (state) await call(page, 'content/saveSection', { section, content, basedOn, saving: 'publish' })
  else await call(page, 'content/takeOffSection', { section, basedOn })
}
