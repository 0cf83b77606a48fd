/** What a failed call says to a person. */
export interface Problem {
  message: string
  /** what the refusal is called, where it has a name */
  title?: string
  /** the input's field that the server refuses */
  field?: string
  /** what to quote to the house; only unexpected failures have one */
  reference?: string
  /** nothing reached the server: trying again is safe and likely to help */
  isUnreachable: boolean
}

export const unreachableMessage = 'We couldn’t reach Exchange. Check your connection and try again.'

/**
 * Turns anything thrown by a call into words: a typed refusal keeps its exact text, a broken connection is named as one,
 * anything without a message, and what the server keeps to itself, becomes `fallback`.
 */
export function describeProblem(error: unknown, fallback = 'Something went wrong. Please try again.'): Problem {
  if (isConnectionFailure(error)) return { message: unreachableMessage, isUnreachable: true }
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    message?: unknown
    data?: { field?: unknown; title?: unknown; requestId?: unknown } | null
  }
  return {
    // What the server keeps to itself has no words of its own: the screen's are better.
    message: typeof message === 'string' && message !== '' && code !== 'INTERNAL_SERVER_ERROR' ? message : fallback,
    isUnreachable: false,
    ...(typeof data?.title === 'string' && { title: data.title }),
    ...(typeof data?.field === 'string' && { field: data.field }),
    ...(typeof data?.requestId === 'string' && { reference: data.requestId }),
  }
}

// fetch rejects with a TypeError when the connection fails; each engine words it differently, so the words are checked
// only to tell it from a programming mistake, which is a TypeError too.
function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed|connection/i.test(error.message)
}

/** There is no such thing for this person, or its address is none; asking again brings the same answer. */
export const isMissing = (error: unknown): boolean =>
  ['NOT_FOUND', 'INVALID_INPUT'].includes((error as { code?: string } | null)?.code ?? '')
