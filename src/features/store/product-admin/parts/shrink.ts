import { messages, pictureRules } from '../inputs.ts'

/** What went wrong with a picture before it was sent, in the specified words (PRD-13). */
export class NotShrunk extends Error {}

/**
 * A picture as it is sent (PRD-09): a JPEG, 1200 pixels wide at most and never larger than it was. See-through parts become white, and
 * of what moves the first frame stays.
 */
export async function shrink(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new NotShrunk(messages.pictureUnread)
  })
  try {
    const width = Math.min(pictureRules.width, picture.width)
    const height = Math.max(1, Math.round((picture.height * width) / picture.width))
    const sheet = Object.assign(document.createElement('canvas'), { width, height })
    const brush = sheet.getContext('2d')
    if (!brush) throw new NotShrunk(messages.pictureNotMade)
    brush.fillStyle = '#fff'
    brush.fillRect(0, 0, width, height)
    brush.drawImage(picture, 0, 0, width, height)
    const made = await new Promise<Blob | null>(done => sheet.toBlob(done, 'image/jpeg', pictureRules.quality))
    if (made?.type !== 'image/jpeg') throw new NotShrunk(messages.pictureNotMade)
    return new File([made], `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`, { type: 'image/jpeg' })
  } finally {
    picture.close()
  }
}
