import { picturesFact } from '#features/house/images/model.ts'
import type { Head, Heads, PublicAddresses } from '#platform/http/pages.ts'
import type { Runtime } from '#platform/runtime.ts'
import { Page } from '#ui/plain/page.tsx'
import { PlainButton } from '#ui/plain/visitor-frame.tsx'
import { openToEveryone, profileBySlug, shownOf } from './model.ts'
import { CreativeDrawing, isReached, whatOf } from './parts/creative-drawing.tsx'

export const heads: Heads = { '/creative/$id': creativeHead }

/** Profiles that their members opened to everyone. */
export const addresses: PublicAddresses = async ({ db }) =>
  (await openToEveryone(db)).map(slug => ({ path: `/creative/${slug}` }))

/** Only of a member who is open to everyone; nothing is said of whoever is not, or of nobody. */
async function creativeHead({ db, env, facts }: Runtime, { id = '' }: Record<string, string>): Promise<Head | null> {
  if (!/^[a-z0-9-]{1,120}$/.test(id)) return null
  const row = await profileBySlug(db, id, 'visitor')
  if (!row) return null
  const { name, role, specialty, bio } = row
  const path = `/creative/${row.slug}`
  const creative = shownOf(row, await facts.get(picturesFact))
  const { picture } = creative
  const what = [role, specialty].filter(text => text !== '').join(', ')
  const { renderToStaticMarkup } = await import('react-dom/server')
  return {
    path,
    stylesOf: 'creatives',
    title: `${name} · Exchange`,
    description: `${what}. ${bio.slice(0, 160)}`.trim(),
    preview: {
      kicker: 'Made in the house',
      title: name,
      lines: [what],
      ...(picture && { fileId: picture.src.split('/').at(-1)! }),
    },
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name,
          description: what,
          url: env.publicUrl + path,
          ...(picture && { image: env.publicUrl + picture.src }),
        },
      },
    ],
    html: renderToStaticMarkup(
      <Page title={name} kicker="A member of the house" lead={whatOf(creative) || undefined}>
        <CreativeDrawing creative={creative} />
        {isReached(creative) ? null : (
          <p>
            <PlainButton to={`/contact?${new URLSearchParams({ about: name })}`} isQuiet>
              Write through the house
            </PlainButton>
          </p>
        )}
      </Page>,
    ),
  }
}
