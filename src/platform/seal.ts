import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Closes secrets that have to wait in the database, so that neither a copy of it nor a backup shows them. */
export interface Seal {
  /** `about` names what the secret belongs to: sealed, it opens nowhere else. */
  close(secret: string | Uint8Array, about: string): string
  /** Null when it was sealed under another SECRET, for something else, or was changed. */
  open(sealed: string, about: string): Buffer | null
}

/** AES-256-GCM under a key derived from the venue's secret for this purpose alone. */
export function sealFor(secret: string, purpose: string): Seal {
  const key = derivedKey(secret, purpose)
  return {
    close(text, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const closed = [cipher.update(text), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...closed]).toString('base64url')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** A key of 32 bytes for one purpose (HKDF-SHA-256). */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
