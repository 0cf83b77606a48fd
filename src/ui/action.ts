import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { confirm, type Question } from './confirm.ts'
import { keepFocus } from './focus.ts'
import { describeProblem } from './plain/problem.ts'
import { toast } from './toast.ts'

/** What is said of a result: a title, or a title with a sentence and the next step. */
export type Words = string | { title: string; message?: ReactNode; next?: Step }

/** the next step, offered beside what is said */
export interface Step {
  label: string
  run: () => void
}

export type ActionWords<Input, Answer> = Said<Input, Answer> & Way<Input, Answer>

/** Every action has one way in which a slip of the finger does no harm; the types ask for it. */
type Way<Input, Answer> =
  | {
      /** what cannot be undone is asked first; null: nothing to ask of this input */
      confirm: (input: Input) => Question | null
      undo?: Undo<Input, Answer>
      atOnce?: never
    }
  | { undo: Undo<Input, Answer>; confirm?: never; atOnce?: never }
  | {
      /** why neither a question nor Undo is needed, such as "sends the same mail once more" */
      atOnce: string
      confirm?: never
      undo?: never
    }

/** Takes it back by a call of its own, offered for ten seconds; null: this answer leaves nothing to take back. */
type Undo<Input, Answer> = (answer: Answer, input: Input) => ((sending: Sending) => Promise<unknown>) | null

interface Said<Input, Answer> {
  /** said once it is done */
  done?: Words | ((answer: Answer, input: Input) => Words)
  /** what follows on the screen: a dialog closes, a page opens */
  onDone?: (answer: Answer, input: Input) => void
  /** what follows on the screen after a failure */
  onFailed?: (error: unknown, input: Input) => void
  /** the specified words for a failure; the server's own message stands below them */
  failed: Words | ((error: unknown, input: Input) => Words)
  /** the call keeps what it cannot send, so that it is no failure to have no network */
  worksOffline?: boolean
}

export interface Action<Input, Answer> {
  /** resolves to the answer, or undefined when the person said no or it failed */
  run: (input: Input) => Promise<Answer | undefined>
  isRunning: boolean
  /** the input that is under way, to show which row works */
  running: Input | undefined
}

type Sending = { context: { idempotencyKey: string } }

/**
 * A deed with one call: asks first where it cannot be undone, is sent once at a time for the same input, says what came of it, offers to take
 * it back, and leaves the focus on something. A repetition of a failed attempt carries the same idempotency key. What is on
 * screen afterwards is fresh by the query client's own rule.
 */
export function useAction<Input, Answer>(
  call: (input: Input, sending: Sending) => Promise<Answer>,
  words: ActionWords<Input, Answer>,
): Action<Input, Answer> {
  // By what is sent: one table of rows shares an action, and a press on another row is another deed.
  const attempts = useRef(new Map<string, string>())
  const busy = useRef(new Set<string>())
  const { worksOffline = false } = words
  const own = worksOffline ? { meta: { worksOffline } } : {}
  const sending = useMutation({
    ...own,
    mutationFn: ({ input, idempotencyKey }: { input: Input; idempotencyKey: string }) =>
      call(input, { context: { idempotencyKey } }),
  })
  const takingBack = useMutation({
    ...own,
    mutationFn: ({ back, idempotencyKey }: { back: (sending: Sending) => Promise<unknown>; idempotencyKey: string }) =>
      back({ context: { idempotencyKey } }),
  })

  const run = async (input: Input): Promise<Answer | undefined> => {
    const fingerprint = JSON.stringify(input) ?? ''
    if (busy.current.has(fingerprint)) return undefined
    busy.current.add(fingerprint)
    const idempotencyKey = attempts.current.get(fingerprint) ?? crypto.randomUUID()
    attempts.current.set(fingerprint, idempotencyKey)
    try {
      const question = words.confirm?.(input) ?? null
      if (question !== null && !(await confirm(question, worksOffline))) return undefined
      const answer = await sending.mutateAsync({ input, idempotencyKey })
      attempts.current.delete(fingerprint)
      keepFocus()
      toast.moveOn()
      words.onDone?.(answer, input)
      const said = typeof words.done === 'function' ? words.done(answer, input) : words.done
      if (said) {
        const { title, message, next } = inFull(said)
        const back = words.undo?.(answer, input)
        if (back) toast.success(title, message, { undo: () => void takeBack(back) })
        else toast.success(title, message, next && { action: next })
      }
      return answer
    } catch (error) {
      const said = typeof words.failed === 'function' ? words.failed(error, input) : words.failed
      const { title, message = describeProblem(error).message } = inFull(said)
      toast.error(title, message)
      words.onFailed?.(error, input)
      return undefined
    } finally {
      busy.current.delete(fingerprint)
    }
  }

  const takeBack = async (back: (sending: Sending) => Promise<unknown>, idempotencyKey = crypto.randomUUID()) => {
    try {
      await takingBack.mutateAsync({ back, idempotencyKey })
      toast.success('Undone')
    } catch (error) {
      const { message, isUnreachable } = describeProblem(error)
      // It may have arrived: the same key again does it once.
      const action = { label: 'Try again', run: () => void takeBack(back, idempotencyKey) }
      toast.error('This could not be undone', message, isUnreachable ? { action } : undefined)
    }
  }

  return { run, isRunning: sending.isPending, running: sending.isPending ? sending.variables.input : undefined }
}

/**
 * A write that nobody pressed a button for, or one of many whose results are shown together: neither asked nor told. What
 * is on screen afterwards is fresh as after any write. Rejects when the call fails.
 */
export const useQuietWrite = <Input, Answer>(call: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn: call }).mutateAsync

const inFull = (said: Words): Exclude<Words, string> => (typeof said === 'string' ? { title: said } : said)
