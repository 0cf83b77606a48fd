import { expect } from 'vitest'
import type { TestApp } from './app.ts'

export interface WrittenMail extends Record<string, unknown> {
  template: string
  props: Record<string, unknown>
  status: string
}

/** The mails that the house wrote to this address, sent or not, oldest first; of one template if it is given. */
export async function outboxOf(app: TestApp, address: string, template?: string): Promise<WrittenMail[]> {
  const rows = await app.sql<WrittenMail & { id: string }>(
    'select * from mails where to_address = $1 and template = coalesce($2, template) order by created_at, template',
    [address, template ?? null],
  )
  return rows.map(row => {
    const sealed = row.props?.sealed
    const opened = typeof sealed === 'string' ? app.runtime.seal.open(sealed, row.id) : null
    return opened ? { ...row, props: JSON.parse(opened.toString()) } : row
  })
}

/** Sends what waits and gives the mails that arrived at this address, newest first. */
export async function inboxOf(app: TestApp, address: string): Promise<{ subject: string; links: string[] }[]> {
  await app.runJobs()
  const answer = await app.fetch(`/dev/mail/messages.json?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as { subject: string; links: string[] }[]
}

/** The secret of the link to `path` in the newest mail that has one. */
export async function tokenFor(app: TestApp, address: string, path: string): Promise<string> {
  const links = (await inboxOf(app, address)).flatMap(mail => mail.links)
  const link = links.find(each => new URL(each).pathname === path)
  expect(link, `a link to ${path} for ${address}`).toBeDefined()
  return new URL(link!).searchParams.get('token')!
}
