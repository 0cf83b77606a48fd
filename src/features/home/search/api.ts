import { forSignedIn } from '#platform/rpc/procedures.ts'
import { searchInput } from './inputs.ts'
import { type Found, findAll, type Kind, readTyped } from './model.ts'
import { partsOf, snippetOf } from './rules.ts'

export const search = {
  /**
   * Events, posts, members, creatives and spaces that a text may mean, five of each at most (NAV-20, NAV-25), without regard to
   * accents, capitals and single letters that are wrong: events that the person may see, published posts, for members the names
   * of members, and by what they do those who show it to this person. Texts are cut at 100 characters around what was found (NAV-26). Two statements.
   */
  find: forSignedIn
    .route({ method: 'GET', summary: 'Search events, posts, members, creatives and spaces' })
    .input(searchInput)
    .handler(async ({ input: { q }, context: { db, actor, now } }) => {
      const typed = await readTyped(db, q)
      const found = await findAll(db, typed, actor, now)
      const of = (kind: Kind) => found.filter(each => each.kind === kind)
      const shown = ({ id, title, text }: Found) => ({
        id,
        title: partsOf(title, typed.meant),
        text: snippetOf(text, typed.meant),
      })
      return {
        events: of('event').map(each => ({
          ...{ ...shown(each), startsAt: new Date(each.at!) },
          isOver: each.isOver,
        })),
        posts: of('post').map(each => ({ ...shown(each), createdAt: new Date(each.at!) })),
        members: of('member').map(({ id, title, text }) => ({
          id,
          name: partsOf(title, typed.words),
          creative: text || null,
        })),
        creatives: of('creative').map(({ id, ref, title, text }) => ({
          ...{ id: ref!, userId: id },
          ...{ name: partsOf(title, typed.words), text: snippetOf(text, typed.words) },
        })),
        spaces: of('space').map(shown),
      }
    }),
}
