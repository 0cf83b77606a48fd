import { artworkImage } from './seed/artwork.ts'
for (const [k,w,h] of [['hero',2400,1350],['hero',1200,675],['event',1200,800],['person',400,400],['coworking-space',1600,1067]] as const) for (const f of ['avif','webp','jpeg'] as const) { const t=performance.now(); const b = await artworkImage(k,'a',w,h,f); console.log(k,w,f,b.length,Math.round(performance.now()-t)+'ms') }
