/** An answer of the sign-in library's client. */
interface Answer<T> {
  data: T | null
  error: {
    code?: string | undefined
    message?: string | undefined
    status: number
    title?: string
    field?: string
  } | null
}

/** A refusal of the sign-in library, in the shape that forms understand. */
export class SignInProblem extends Error {
  override name = 'SignInProblem'
  readonly code: string
  readonly title: string | undefined
  readonly data: { field?: string }

  constructor({ code, message, title, field }: NonNullable<Answer<unknown>['error']>) {
    super(message ?? 'Something went wrong. Please try again.')
    this.code = code ?? ''
    this.title = title
    this.data = field ? { field } : {}
  }
}

/**
 * Unwraps an answer; throws SignInProblem, or what `fetch` throws when nothing reached the server. `words` replace the
 * library's own by its code.
 */
export async function answerOf<T>(answer: Promise<Answer<T>>, words: Record<string, string> = {}): Promise<T> {
  const { data, error } = await answer
  if (error) throw new SignInProblem({ ...error, message: words[error.code ?? ''] ?? error.message })
  return data as T
}

/** Whether the password was right and the code of the authenticator app is now due. */
export const needsCode = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer && answer.twoFactorRedirect === true
