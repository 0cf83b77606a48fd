import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '#platform/words.ts'
import { Answer } from '#ui/answer.tsx'
import type { rpc } from '#web/client.ts'
import { promiseWords } from '../rules.ts'

/** What the message says over the page as well. */
export const received = 'Your answer is with us'

/** Stays on the page, also when it is opened again: that there is an answer, and what follows or has followed (INCA-32, INCA-33). */
export function Answered({
  shown: { answers, answeredAt, promise, decidedAt, email, problem },
  isSent,
  onAdd,
}: {
  shown: Awaited<ReturnType<typeof rpc.incidents.open>>
  /** Just now, from this page: the focus goes where the form was. */
  isSent: boolean
  onAdd: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isSent) heading.current?.focus()
  }, [isSent])
  return (
    <>
      {answers > 0 && answeredAt ? (
        <Answer to={received}>
          <h3 ref={heading} tabIndex={-1}>
            {received}
          </h3>
          <p>
            It came on {formatDateTime(new Date(answeredAt))}. Thank you.{' '}
            {promise ? promiseWords(promise, { decidedAt, email }) : null}
          </p>
        </Answer>
      ) : null}
      {problem ? (
        <p>{problem}</p>
      ) : (
        <Button variant="default" onClick={onAdd}>
          Add something
        </Button>
      )}
    </>
  )
}
