import { sectionsFact } from '#features/home/pages/model.ts'
import { picturesFact } from '#features/house/images/model.ts'
import { notFound } from '#platform/rpc/errors.ts'
import { forSignedIn } from '#platform/rpc/procedures.ts'
import { messages, newsInput, newsPage, newsRef } from './inputs.ts'
import { newsOf } from './model.ts'

/** News of the house; part of `content` in the router. */
export const news = {
  /** News, the newest first, of one type or of all (HOME-16, HOME-23). */
  news: forSignedIn
    .route({ method: 'GET', summary: 'News' })
    .input(newsInput)
    .handler(async ({ input: { type, page }, context: { fact } }) => {
      const found = newsOf(await fact(sectionsFact)).filter(item => !type || item.type === type)
      const pictures = await fact(picturesFact)
      const rows = found
        .slice((page - 1) * newsPage, page * newsPage)
        .map(item => ({ ...item, picture: pictures[item.imageUrl] ?? null }))
      return { rows, total: found.length }
    }),

  /** One news item (HOME-24), with the next older and newer one. NOT_FOUND (HOME-25). */
  newsItem: forSignedIn
    .route({ method: 'GET', summary: 'A news item' })
    .input(newsRef)
    .handler(async ({ input: { id }, context: { fact } }) => {
      const all = newsOf(await fact(sectionsFact))
      const place = all.findIndex(item => item.id === id)
      const item = all[place]
      if (!item) throw notFound(messages.notFound)
      const [newer, older] = [all[place - 1], all[place + 1]].map(
        other => other && { id: other.id, title: other.title },
      )
      return {
        ...item,
        picture: (await fact(picturesFact))[item.imageUrl] ?? null,
        newer: newer ?? null,
        older: older ?? null,
      }
    }),
}
