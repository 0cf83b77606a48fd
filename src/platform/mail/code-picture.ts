/** So many dots of the file to a square of the code: sharp on screens that are finer than they say. */
const dots = 6

/** A code to be scanned as a picture for a mail: a PNG, black on white with its quiet edge of four squares. */
export async function codePicture(value: string): Promise<Buffer> {
  // Loaded with the first mail that has one.
  const { toBuffer } = await import('qrcode')
  return toBuffer(value, { errorCorrectionLevel: 'M', scale: dots, margin: 4 })
}
