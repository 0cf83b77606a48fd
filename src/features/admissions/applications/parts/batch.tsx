import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { useQuietWrite } from '#ui/action.ts'
import { Steps } from '#ui/steps.tsx'
import { failureMessage } from './decide.ts'

interface Run {
  label: string
  done: number
  of: number
  failures: { name: string; message: string }[]
}

interface Work<How> {
  label: string
  items: readonly { id: string; name: string }[]
  how: How
}

interface Batch<How> {
  run: Run | undefined
  /** One call per id, one after the other; a failure is kept and the rest goes on (APPL-30). */
  start(work: Work<How>): Promise<{ done: number; failed: number }>
  dismiss(): void
}

/** Long work on many rows, `act` on each, with its progress and its result for `BatchProgress`. */
export function useBatch<How>(act: (id: string, how: How) => Promise<unknown>): Batch<How> {
  const [run, setRun] = useState<Run>()
  const start = useQuietWrite(async ({ label, items, how }: Work<How>) => {
    const failures: Run['failures'] = []
    setRun({ label, done: 0, of: items.length, failures: [] })
    for (const [index, { id, name }] of items.entries()) {
      await act(id, how).catch((error: unknown) => failures.push({ name, message: failureMessage(error) }))
      setRun({ label, done: index + 1, of: items.length, failures: [...failures] })
    }
    return { done: items.length - failures.length, failed: failures.length }
  })
  return { run, start, dismiss: () => setRun(undefined) }
}

/** How far the work is, and in the end what was done and what failed. */
export function BatchProgress({ batch: { run, dismiss } }: { batch: Pick<Batch<never>, 'run' | 'dismiss'> }) {
  if (!run) return null
  const isFinished = run.done === run.of
  return (
    <section aria-label={run.label} style={{ marginBottom: '1.5rem' }}>
      <Steps
        label={run.label}
        done={run.done}
        of={run.of}
        unit="applications"
        steps={[
          {
            label: run.label,
            state: isFinished ? (run.failures.length > 0 ? 'failed' : 'done') : 'now',
            detail: isFinished
              ? `${formatCount(run.of - run.failures.length, 'application')} done, ${run.failures.length} failed`
              : undefined,
          },
        ]}
      />
      {run.failures.length > 0 ? (
        <ul>
          {run.failures.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {isFinished ? (
        <Button variant="default" size="sm" onClick={dismiss}>
          Dismiss
        </Button>
      ) : null}
    </section>
  )
}
