import { picturesFact } from '#features/house/images/model.ts'
import type { Head, Heads } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { profileBySlug } from './model.ts'

export const heads: Heads = { '/creative/$id': creativeHead }

/** Only of a member who is open to everyone; nothing is said of whoever is not, or of nobody. */
async function creativeHead({ db, env, facts }: Runtime, { id = '' }: Record<string, string>): Promise<Head | null> {
  if (!/^[a-z0-9-]{1,120}$/.test(id)) return null
  const row = await profileBySlug(db, id, 'visitor')
  if (!row) return null
  const { name, role, specialty, bio } = row
  const picture = row.picture ? (await facts.get(picturesFact))[row.picture] : undefined
  const what = [role, specialty].filter(text => text !== '').join(', ')
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    title: `${name} · Exchange`,
    description: `${what}. ${bio.slice(0, 160)}`.trim(),
    ...(picture && { image: `${env.publicUrl}${picture.src}` }),
    html: renderToStaticMarkup(
      <main id="content">
        <h1>{name}</h1>
        <p>{what}</p>
        <p>{bio}</p>
      </main>,
    ),
  }
}
