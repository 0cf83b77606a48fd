import sharp from 'sharp'
import { artworkImage, artworkKinds } from './seed/artwork.ts'
const only = process.argv[2] ? process.argv[2].split(',') : artworkKinds.filter(k => k !== 'hero')
const n = Number(process.argv[3] ?? 5), w = 300, h = 200, off = Number(process.argv[4] ?? 0)
const comp = []
for (const [y, k] of only.entries()) for (let x = 0; x < n; x++) { const t = performance.now(); const b = await artworkImage(k, `s${x + off}`, k === 'person' ? 200 : w, h, 'jpeg'); if (x === 0) console.log(k, b.length, Math.round(performance.now() - t)); comp.push({ input: b, left: x * (w + 8) + 8, top: y * (h + 8) + 8 }) }
await sharp({ create: { width: n * (w + 8) + 8, height: only.length * (h + 8) + 8, channels: 3, background: '#ffffff' } }).composite(comp).png().toFile('/tmp/h4-art.png')
