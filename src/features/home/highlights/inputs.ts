import { z } from 'zod'
import { contentLine, contentText, isSecure } from '#features/home/pages/inputs.ts'
import { imageAddress } from '#features/house/images/inputs.ts'
import { isWallTime } from '#platform/dates.ts'
import { calendarDay, fullTime, line } from '#platform/inputs.ts'

/** Section "next_workshop" (CNT-11). */
export const nextWorkshop = z.object({
  title: contentLine('Title', 200),
  date: calendarDay('Choose a day'),
  time: z.string().max(5).transform(fullTime).refine(isWallTime, 'Enter a time like 18:30'),
  imageUrl: imageAddress.default(''),
})
export type NextWorkshopContent = z.output<typeof nextWorkshop>

export const workshopSection = {
  key: 'next_workshop',
  name: 'Next Workshop',
  schema: nextWorkshop,
  start: () => ({ title: '', date: '', time: '18:30', imageUrl: '' }),
  isOptional: true,
} as const

/** Where films of the house may stand, by the host that serves them; what people read of it. */
const filmHosts: Record<string, string> = {
  'youtube.com': 'YouTube',
  'www.youtube.com': 'YouTube',
  'm.youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'www.youtube-nocookie.com': 'YouTube',
  'vimeo.com': 'Vimeo',
  'www.vimeo.com': 'Vimeo',
  'player.vimeo.com': 'Vimeo',
}

/** Who serves a film; null for anybody whose films we do not show. */
export function filmHost(address: string): string | null {
  if (!isSecure(address)) return null
  const { hostname, port, username } = new URL(address)
  return port === '' && username === '' && Object.hasOwn(filmHosts, hostname) ? filmHosts[hostname]! : null
}

/** Section "weekly_content" (CNT-17): the member highlight of the week. */
export const weeklyContent = z.object({
  title: contentLine('Title', 200),
  description: contentText('Description', 500),
  content: contentText('Content', 5_000),
  imageUrl: imageAddress.default(''),
  videoUrl: line(500)
    .refine(
      value => value === '' || filmHost(value) !== null,
      'Films can be on YouTube or Vimeo, with an address that begins with https://',
    )
    .default(''),
  publishedDate: z.union([z.literal(''), calendarDay()]).default(''),
})
export type WeeklyContent = z.output<typeof weeklyContent>

export const highlightSection = {
  key: 'weekly_content',
  name: 'Member Highlights',
  schema: weeklyContent,
  start: () => ({ title: '', description: '', content: '', imageUrl: '', videoUrl: '', publishedDate: '' }),
  isOptional: true,
} as const
