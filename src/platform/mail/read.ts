/** What a mail says, for staff who look after what the house wrote. */
import type { mails } from '#platform/db/tables.ts'
import type { Runtime } from '#platform/runtime.ts'
import type { AnyMailTemplate } from './mail.ts'
import { renderMail } from './render.ts'

/** Stands where a mail has a code, or the part of a link that only its recipient holds. */
const hiddenWords = '•••'

/**
 * The text of a mail as it was sent, or null where nothing of it may be read: it holds a link that signs somebody in, or is
 * forgotten. Mails to people without an account hold links and codes that work for whoever has them: those are blanked out.
 */
export async function mailText(
  { template: name, props }: Pick<typeof mails.$inferSelect, 'template' | 'props'>,
  { mailTemplates, venue, env }: Pick<Runtime, 'mailTemplates' | 'venue' | 'env'>,
): Promise<string | null> {
  const template = mailTemplates.find(each => each.name === name)
  if (!template || template.secretMinutes !== undefined || typeof props !== 'object' || props === null) return null
  if ('sealed' in props) return null
  const frame = { venue: await venue(), publicUrl: env.publicUrl }
  return (await renderMail(template.body(readableProps(template, props), frame))).text
}

/** The props with nothing in them that opens something without an account: no code, and no id, alone or in an address. */
export function readableProps({ isForStranger }: AnyMailTemplate, props: object): object {
  if (!isForStranger) return props
  const readable = ([key, value]: [string, unknown]): [string, unknown] => {
    if (/codes?$/i.test(key)) return [key, hiddenWords]
    return [key, typeof value === 'string' ? value.replaceAll(ids, hiddenWords) : value]
  }
  return Object.fromEntries(Object.entries(props).map(readable))
}

const ids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi
