/**
 * Pictures for the demo venue: posters in six inks that look like its printed programme, drawn instead of photographed.
 * The same kind and seed always give the same picture; nothing is fetched and no letter is set, so no font is needed.
 */
import sharp from 'sharp'
import { goods } from './goods.ts'
import { house } from './house.ts'
import { marketStall, wellness } from './outdoors.ts'
import { identityPaper } from './papers.ts'
import { person } from './portraits.ts'
import { eventPoster } from './posters.ts'
import { pressFor } from './press.ts'
import { coworking, eventSpace, meetingRoom, type Scene } from './rooms.ts'
import { musicStudio, photographyStudio, photoPodcastStudio, podcastStudio } from './studios.ts'

interface Motif {
  width: number
  height: number
  draw: (press: Parameters<Scene>[0], seed: string) => string
}

const room = (draw: Motif['draw']): Motif => ({ width: 1200, height: 800, draw })

const motifs = {
  'coworking-space': room(coworking),
  'event-space': room(eventSpace),
  'music-studio': room(musicStudio),
  'meeting-room': room(meetingRoom),
  'photography-studio': room(photographyStudio),
  'photo-podcast-studio': room(photoPodcastStudio),
  'podcast-studio': room(podcastStudio),
  'market-stall': room(marketStall),
  wellness: room(wellness),
  event: room(eventPoster),
  goods: { width: 1200, height: 1200, draw: goods },
  person: { width: 800, height: 800, draw: person },
  'identity-paper': { width: 1000, height: 630, draw: identityPaper },
  hero: { width: 2400, height: 1350, draw: house },
} satisfies Record<string, Motif>

export const artworkKinds = Object.keys(motifs) as (keyof typeof motifs)[]

/**
 * One picture as SVG, scaled to cover whatever box it is put in. A kind nobody has drawn for gets an event poster.
 * For `wellness`, `sauna` or `ice` in the seed chooses between heat and cold.
 */
export function artwork(kind: string, seed: string): string {
  const motif: Motif = Object.hasOwn(motifs, kind) ? motifs[kind as keyof typeof motifs] : motifs.event
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${motif.width} ${motif.height}" width="${motif.width}" height="${motif.height}" preserveAspectRatio="xMidYMid slice">${motif.draw(pressFor(`${kind}/${seed}`), seed)}</svg>`
}

/** The same picture, covering `width` × `height` pixels. Flat colours: at this quality nobody sees a difference, and files stay small. */
export async function artworkImage(
  kind: string,
  seed: string,
  width: number,
  height: number,
  format: 'avif' | 'webp' | 'jpeg',
): Promise<Buffer> {
  const svg = artwork(kind, seed).replace(/ width="\d+" height="\d+"/, ` width="${width}" height="${height}"`)
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#F6F1E7' })
  if (format === 'avif') return picture.avif({ quality: 48, effort: 3, chromaSubsampling: '4:4:4' }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 82, smartSubsample: true }).toBuffer()
  return picture.jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
}
