import { and, eq, isNull } from 'drizzle-orm'
import { files } from '#platform/db/tables.ts'
import { heavy } from '#platform/heavy/heavy.ts'
import type { Runtime } from '#platform/runtime.ts'

/** A picture that travels in the mail itself, and is shown by its `cid`. */
export interface MailPicture {
  cid: string
  bytes: Buffer
  kind: 'png' | 'jpeg'
  /** Of a `Photo`: what is to be seen, and its size. */
  alt?: string
  width?: number
  height?: number
}

/** How the mail carries it. */
export const attached = ({ cid, bytes, kind }: MailPicture) => ({
  ...{ cid, content: bytes, filename: `${cid}.${kind}`, contentType: `image/${kind}` },
  contentDisposition: 'inline' as const,
})

/** A picture of the house as its pages show it. */
interface Shown {
  /** the address of one of its files, `/files/ID` */
  src: string
  alt?: string
  /** the part that must not be cut off, in percent from the left and the top; the middle unless told */
  focus?: readonly [left: number, top: number]
}

/** As wide as a mail is on a screen with two dots to a pixel, in the ratio of the pages' cards. */
const side = 1_040
const ratio = 3 / 2
/** Tried one after the other until it is small enough; what never is stays out. */
const qualities = [74, 50]
export const mostBytes = 250_000
/** Longer than that no mail waits for its picture. */
const mostMs = 15_000

/**
 * The picture of a thing for a mail about it, made as it is sent: a JPEG, which every mail program draws. None where the thing has
 * a drawn poster alone, and none where it cannot be had, for whatever reason: the words go without it. `alt` where the picture has
 * no words of its own.
 */
export async function photoOf(
  runtime: Runtime,
  { cid, shown, alt }: { cid: string; shown: Shown | null; alt: string },
): Promise<MailPicture[]> {
  if (!shown) return []
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('took too long')), mostMs)
  })
  try {
    const drawn = await Promise.race([draw(runtime, shown), late])
    return drawn ? [{ ...drawn, cid, kind: 'jpeg', alt: shown.alt || alt }] : []
  } catch (error) {
    runtime.log.warn({ error, src: shown.src }, 'a mail goes without its picture')
    return []
  } finally {
    clearTimeout(timer)
  }
}

async function draw({ db, storage }: Runtime, { src, focus = [50, 50] }: Shown) {
  const id = src.split('/').at(-1) ?? ''
  const [file] = await db
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
  if (!file) return null
  // A file never changes under its key, so the same picture is drawn once for the many whose mails show it.
  const key = `${file.storageKey} ${focus.join(' ')}`
  const drawing = kept.get(key) ?? drawFile(storage, file.storageKey, focus)
  kept.delete(key)
  kept.set(key, drawing)
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
  try {
    return await drawing
  } catch (error) {
    // What failed may go well for the next mail.
    if (kept.get(key) === drawing) kept.delete(key)
    throw error
  }
}

/** The pictures of the last mails, the last one last; no more than `mostKept` times `mostBytes`. */
const kept = new Map<string, ReturnType<typeof drawFile>>()
const mostKept = 8

async function drawFile(storage: Runtime['storage'], storageKey: string, focus: readonly [number, number]) {
  const stored = await storage.get(storageKey)
  if (!stored) return null
  const bytes = new Uint8Array(await new Response(stored).arrayBuffer())
  return heavy('picture', null, async threads => {
    const area = cutOf(await threads.measure({ bytes }), focus)
    for (const quality of qualities) {
      const { bytes: jpeg, width, height } = await threads.fitted({ bytes, area, side, quality })
      if (jpeg.length <= mostBytes) return { bytes: Buffer.from(jpeg), width, height }
    }
    return null
  })
}

/** The largest part of that ratio, as near to the focus as it can be. */
export function cutOf(whole: { width: number; height: number }, [left, top]: readonly [number, number]) {
  const width = Math.min(whole.width, Math.round(whole.height * ratio))
  const height = Math.min(whole.height, Math.round(whole.width / ratio))
  return {
    ...{ width, height },
    left: Math.round(((whole.width - width) * left) / 100),
    top: Math.round(((whole.height - height) * top) / 100),
  }
}
