/** What the server keeps of an uploaded file. */
export interface UploadedFile {
  id: string
  name: string
  mime: string
  bytes: number
}

/**
 * Sends one file to `POST /files/:purpose` with progress from 0 to 1. Rejects with the server's exact message, with
 * `AbortError` when given up.
 */
export function upload(
  purpose: string,
  file: File,
  options: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>()
  // fetch cannot tell how much has been sent
  const request = new XMLHttpRequest()
  request.open('POST', `/files/${encodeURIComponent(purpose)}`)
  request.setRequestHeader('content-type', file.type || 'application/octet-stream')
  request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
  request.upload.onprogress = event => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
  }
  request.onload = () => {
    const answer = parse(request.responseText)
    if (request.status === 201 && answer !== undefined) resolve(answer as unknown as UploadedFile)
    else
      reject(
        Object.assign(new Error(typeof answer?.message === 'string' ? answer.message : 'Failed to upload the file'), {
          code: answer?.code,
        }),
      )
  }
  request.onerror = () => reject(new TypeError('Failed to fetch'))
  request.onabort = () => reject(new DOMException('Given up', 'AbortError'))
  options.signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

/** `1.4 MB`, `820 KB`: decimal, as phones and finders show it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`
}

/** What keeps a file from being taken: it is too large, of another kind, or could not be sent. */
export type WhyNotTaken = 'large' | 'kind' | 'failed'

/** The same of what the server answered. */
export const whyRefused = (error: unknown): WhyNotTaken => {
  const { code } = error as { code?: unknown }
  return code === 'FILE_TOO_LARGE' ? 'large' : code === 'FILE_TYPE' ? 'kind' : 'failed'
}

/** Whether it is the size for which a file is not taken. */
export const isTooLarge = (file: { size: number }, { maxBytes }: { maxBytes: number }) => file.size > maxBytes

/** Why a file cannot be taken, before anything is sent; `accept` as in the input: `image/*`, `application/pdf`, `.csv`. */
export function refusal(
  file: { name: string; type: string; size: number },
  rules: { accept: readonly string[]; maxBytes: number; kinds: string },
): string | undefined {
  const isAccepted = rules.accept.some(kind =>
    kind.startsWith('.')
      ? file.name.toLowerCase().endsWith(kind)
      : kind.endsWith('/*')
        ? file.type.startsWith(kind.slice(0, -1))
        : file.type === kind,
  )
  if (!isAccepted) return `${file.name} is not ${rules.kinds}`
  if (file.size > rules.maxBytes) {
    return `${file.name} is ${formatBytes(file.size)}; the limit is ${formatBytes(rules.maxBytes)}`
  }
  return file.size === 0 ? `${file.name} is empty` : undefined
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
