import { asc } from 'drizzle-orm'
import { fact } from '#platform/db/facts.ts'
import type { FilePurpose } from '#platform/files/files.ts'
import type { PictureFiles } from '#ui/plain/picture.tsx'
import { siteImages } from './table.ts'

/** Pictures of public pages: everybody may see them, only the venue puts them there. */
export const siteImageFiles: FilePurpose = {
  name: 'site-image',
  accepts: ['jpeg', 'png', 'webp'],
  maxBytes: 5 * 1_048_576,
  isPrivate: false,
  mayUpload: actor => actor?.roles.includes('admin') ?? false,
  mayRead: async () => true,
}

const formats = ['image/avif', 'image/webp', 'image/jpeg', 'image/png']

/** Every picture of the public pages by its key. */
export const picturesFact = fact({
  tables: [siteImages],
  async read(db) {
    const rows = await db.select().from(siteImages).orderBy(asc(siteImages.width))
    const found: Record<string, PictureFiles> = {}
    for (const [key, mine] of Map.groupBy(rows, row => row.key)) {
      const sources = formats.flatMap(mime => {
        const files = mine.filter(row => row.mime === mime)
        return files.length > 0
          ? [{ mime, srcSet: files.map(({ fileId, width }) => `/files/${fileId} ${width}w`).join(', ') }]
          : []
      })
      // Browsers that know none of the formats take the last one, at its middle size.
      const plain = mine.filter(row => row.mime === sources.at(-1)?.mime)
      const { fileId, width, height } = plain[Math.floor(plain.length / 2)]!
      found[key] = { src: `/files/${fileId}`, width, height, sources }
    }
    return found
  },
})
