import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { decisionWithin } from '#features/people/incidents/rules.ts'
import { formatDateTime } from '#platform/words.ts'
import { Answer } from '#ui/answer.tsx'
import type { rpc } from '#web/client.ts'

/** What the message says over the page as well. */
export const received = 'Your answer is with us'

/** Stays on the page, also when it is opened again: that there is an answer, and what follows (INCA-32, INCA-33). */
export function Answered({
  shown: { answers, answeredAt, problem },
  isSent,
  onAdd,
}: {
  shown: Pick<Awaited<ReturnType<typeof rpc.incidents.open>>, 'answers' | 'answeredAt' | 'problem'>
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
            It came on {formatDateTime(new Date(answeredAt))}. Thank you. The committee decides {decisionWithin} and
            tells you by email.
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
