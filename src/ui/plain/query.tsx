import type { ReactNode } from 'react'
import { describeProblem } from './problem.ts'
import { Failed, LoadingText, Offline } from './states.tsx'

/** The part of a TanStack Query result that drawing needs. */
export interface QueryLike<T> {
  data: T | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  isFetching: boolean
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
  const { data, error, fetchStatus, isFetching, refetch } = props.of
  if (data !== undefined) return <>{props.children(data)}</>
  if (error !== null && error !== undefined) {
    const problem = describeProblem(error)
    return (
      <Failed
        text={props.failed}
        {...(problem.isUnreachable && { detail: problem.message })}
        {...(problem.reference !== undefined && { reference: problem.reference })}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (fetchStatus === 'paused') return <Offline onRetry={() => void refetch()} />
  return <>{props.loading ?? <LoadingText />}</>
}
