import { writeFileSync } from 'node:fs'
import { artworkImage } from './seed/artwork.ts'
for (const s of ['hero','b']) writeFileSync(`/tmp/h4-hero-${s}.png`, await (await import('sharp')).default(await artworkImage('hero', s, 1600, 900, 'jpeg')).png().toBuffer())
