import { z } from 'zod'
import { contentLine } from '#features/home/pages/inputs.ts'
import { imageAddress } from '#features/house/images/inputs.ts'
import { calendarDay, isStorable, unstorable } from '#platform/inputs.ts'

/** What a news item is about; event unless told (CNT-15). */
export const newsTypes = ['event', 'brand', 'product'] as const
export type NewsType = (typeof newsTypes)[number]
export const newsTypeWords: Record<NewsType, string> = { event: 'Event', brand: 'House', product: 'Product' }

export const messages = { notFound: 'News item not found', loadFailed: 'Failed to load news' } as const

export const newsItem = z.strictObject({
  id: z.uuid(),
  title: contentLine('Title', 160),
  description: z
    .string()
    .trim()
    .min(1, 'Description is required')
    .max(4000, 'Description has at most 4,000 characters')
    .refine(isStorable, unstorable),
  type: z.enum(newsTypes).default('event'),
  date: calendarDay('Date is required'),
  imageUrl: imageAddress.default(''),
})
export type NewsItem = z.output<typeof newsItem>

/** Section "whats_new": a list of news items (CNT-14). */
export const newsContent = z
  .array(newsItem)
  .max(200, 'There are 200 news items at most: remove old ones first')
  .refine(all => new Set(all.map(({ id }) => id)).size === all.length, 'Two news items have the same id')

/** The same as the editor has it. */
export const newsForm = z.strictObject({ items: newsContent })

export const newsSection = {
  key: 'whats_new',
  name: 'News',
  schema: newsContent,
  start: () => [] as NewsItem[],
} as const

export const newsPage = 12
export const newsInput = z.strictObject({
  type: z.enum(newsTypes).optional(),
  page: z.number().int().min(1).max(1_000).default(1),
})
export const newsRef = z.strictObject({ id: z.uuid(messages.notFound) })
