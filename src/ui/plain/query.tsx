import { type ReactNode, useState } from 'react'
import { describeProblem } from './problem.ts'
import { Failed, LoadingText, Offline } from './states.tsx'

/** The part of a TanStack Query result that drawing needs. */
export interface QueryLike<T> {
  data: T | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  isFetching: boolean
  /** How often it has failed so far. */
  errorUpdateCount: number
  /** When the data was read, ms. */
  dataUpdatedAt?: number
  /** What is shown answers another question than the one that was asked last. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

/**
 * Draws a query in whichever state it is. Data once had stays on screen while it is fetched again, also when that
 * fails: an old list is more use than none.
 */
export function Query<T>(props: {
  of: QueryLike<T>
  /** skeleton of the real layout; lines of text unless told */
  loading?: ReactNode
  /** the specified text, such as "Failed to load tours" */
  failed: string
  children: (data: T) => ReactNode
}) {
  const { data, error, errorUpdateCount, fetchStatus, isFetching, refetch } = props.of
  // The library forgets the error while it asks again; on screen it stays, with its button, until there is an answer.
  const [lastError, setLastError] = useState(error)
  if (error && error !== lastError) setLastError(error)
  if (data !== undefined) return <>{props.children(data)}</>
  const failure = error ?? (isFetching && errorUpdateCount > 0 ? lastError : null)
  if (failure) {
    const problem = describeProblem(failure, '')
    return (
      <Failed
        text={props.failed}
        {...(problem.message && problem.message !== props.failed && { detail: problem.message })}
        {...(problem.reference !== undefined && { reference: problem.reference })}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (fetchStatus === 'paused') return <Offline onRetry={() => void refetch()} />
  return <>{props.loading ?? <LoadingText />}</>
}
