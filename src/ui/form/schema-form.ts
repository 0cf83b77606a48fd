import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import '#platform/input-words.ts'
import { confirm, type Question } from '#ui/confirm.ts'
import { keepFocus } from '#ui/focus.ts'
import { afterPress } from '#ui/plain/after-press.ts'
import { describeProblem, type Problem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { type Attempt, attemptFor, draftOf, messagesByPath, readDraft } from './form-rules.ts'
import { useUnsaved } from './unsaved.ts'

/** What a field piece needs of its form. Written as methods, so that a field of `string` accepts `string | undefined`. */
export interface Field<T> {
  name: string
  value: T
  error?: string
  'data-path': string
  onChange(value: T): void
  onBlur(): void
}

export interface SchemaForm<V extends object> {
  /** binds a field: `<TextField of={form.field('email')} label="Email" />` */
  field<K extends keyof V & string>(name: K): Field<V[K]>
  /** binds a field inside a list or object: `form.nested('guests.0.name')` */
  nested(path: string): Field<never>
  values: V
  set(values: Partial<V>): void
  /** shows these words beside the field, also when the same ones stood there before */
  tell(name: keyof V & string, words: string): void
  reset(): void
  /** takes away what was refused, beside the fields and above them */
  forgive(): void
  /** Looks at these fields alone: says beside each what is wrong, moves the focus to the first, and answers whether all are right. */
  check(names: readonly (keyof V & string)[]): boolean
  isSubmitting: boolean
  /** a refusal that belongs to no field on screen */
  problem: Problem | undefined
  /** what was typed before came back from this browser */
  isRestored: boolean
  /** these values are kept elsewhere: no draft of them is here any more, and the form is as if they had been there all along */
  settle(values: V): void
  /** forgets the draft and empties the form */
  startAgain(): void
  onSubmit(event?: FormEvent): void
  /** the @mantine/form underneath, for lists and watching */
  inner: UseFormReturnType<V>
}

export interface SchemaFormOptions<S extends z.ZodType<unknown, object>, R> {
  schema: S
  initial: z.input<S>
  /** `typed` is what stood in the fields, before the schema read it */
  submit: (values: z.output<S>, sending: { idempotencyKey: string }, typed: z.input<S>) => Promise<R>
  /** what is asked before these values are sent; null: nothing */
  ask?: (typed: z.input<S>) => Question | null
  onDone?: (result: R, values: z.output<S>) => void
  /** what the specification says besides, in a toast; the refusal itself shows in the form */
  onFailed?: (error: unknown) => void
  /** storage key of the draft */
  keep?: string
  /** fields that no draft brings back: what the page knows better than what once stood there */
  notKept?: readonly (keyof z.input<S>)[]
  /** it changes what is there already: whether that differs, asked about wherever the form is left */
  isUnsaved?: (typed: z.input<S>) => boolean
  /** it changes who is asking: `onDone` says what is read again, since the newcomer may be sent away */
  signsIn?: boolean
  /**
   * Where not all fields are on screen at once: opens what holds the first of the refused ones and answers with the fields in
   * it; undefined when none of them has a place.
   */
  reveal?: (refused: readonly string[]) => readonly string[] | undefined
}

/**
 * A form that speaks its schema's words. Errors show beside the field once it was left or on submit, and the first
 * one gets focus; once it is sent the focus stays on something. Sending happens once at a time; a retry of the same values carries the same idempotency key, changed
 * values a new one. Refusals naming a field (`error.data.field`) show there, others in `problem`. With `keep`, what was
 * typed outlives the page in this browser (never passwords); without it, whoever leaves the panel that it stands in is asked first.
 */
export function useSchemaForm<S extends z.ZodType<unknown, object>, R>(
  options: SchemaFormOptions<S, R>,
): SchemaForm<z.input<S>> {
  type V = z.input<S>
  const { schema, initial, keep } = options
  const [isSubmitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [isRestored, setRestored] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  const isSending = useRef(false)
  const sending = useMutation({
    mutationFn: ({ values, typed, key }: { values: z.output<S>; typed: z.input<S>; key: string }) =>
      options.submit(values, { idempotencyKey: key }, typed),
    ...(options.signsIn && { meta: { signsIn: true } }),
  })
  // what the server refused stays refused until it is changed, whatever the schema says when the field is left
  const refused = useRef(new Map<string, unknown>())
  const inner = useForm<V>({
    initialValues: initial,
    validate: values => errorsOf(schema, values),
  })

  // What no draft keeps, such as what the page chose by itself, is nothing that was typed.
  const notKept = (options.notKept ?? none) as readonly string[]
  const storageKey = keep === undefined ? undefined : `draft:${keep}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is taken up once, when its form appears
  useEffect(() => {
    const found = storageKey === undefined ? undefined : readDraft(localStorage.getItem(storageKey), initial)
    if (found === undefined) return
    // What is not kept is no news either.
    const draft = without(found, notKept)
    if (Object.keys(draft).length === 0) return
    inner.setValues(draft as Partial<V>)
    setRestored(true)
  }, [storageKey])
  const isTyped = () => Object.keys(initial).some(name => !notKept.includes(name) && inner.isDirty(name))
  const isTouched = isTyped()
  const { isUnsaved } = options
  useUnsaved(() => (isUnsaved ? isUnsaved(inner.getValues()) : storageKey === undefined && isTyped()), {
    isSaved: isUnsaved !== undefined,
  })
  const stopKeeping = useRef<() => void>(undefined)
  useEffect(() => {
    if (storageKey === undefined || !isTouched) return
    const keepNow = () => localStorage.setItem(storageKey, JSON.stringify(draftOf(without(inner.values, notKept))))
    const timer = setTimeout(keepNow, 250)
    // Leaving does not wait for the pause in typing.
    window.addEventListener('pagehide', keepNow)
    stopKeeping.current = () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keepNow)
    }
    return stopKeeping.current
  }, [storageKey, isTouched, inner.values, notKept])
  const forgetDraft = () => {
    // At once: what was sent may leave the page, or the pause in typing be over, before this form is drawn again.
    stopKeeping.current?.()
    if (storageKey !== undefined) localStorage.removeItem(storageKey)
    setRestored(false)
  }

  // Fields that were just revealed have their controls after the next drawing.
  const awaited = useRef<readonly string[]>([])
  useEffect(() => {
    const [first] = nodesOf(awaited.current)
    if (!first || first.closest('[hidden]')) return
    awaited.current = []
    first.focus()
  })

  // What is said beside a field is drawn after the focus has gone there: it comes into view with it.
  const said = useRef<readonly string[]>([])
  useEffect(() => {
    const [first] = nodesOf(said.current)
    said.current = []
    first?.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'nearest' })
  })

  const refuse = (errors: Record<string, string>, otherwise?: Problem) => {
    inner.setErrors(errors)
    said.current = Object.keys(errors)
    const revealed = options.reveal?.(Object.keys(errors))
    if (revealed !== undefined) {
      awaited.current = revealed.filter(path => path in errors)
      return setProblem(undefined)
    }
    leadTo(nodesOf(Object.keys(errors))[0])
    const withoutControl = Object.entries(errors).find(([path]) => nodesOf([path]).length === 0)
    setProblem(withoutControl === undefined ? otherwise : { message: withoutControl[1], isUnreachable: false })
  }

  const forgive = () => {
    inner.clearErrors()
    refused.current.clear()
    setProblem(undefined)
  }

  const check = (names: readonly string[]) => {
    const found = Object.entries(errorsOf(schema, inner.getValues())).filter(([path]) => names.includes(path))
    inner.setErrors({ ...without(inner.errors, names), ...Object.fromEntries(found) })
    setProblem(undefined)
    said.current = found.map(([path]) => path)
    leadTo(nodesOf(said.current)[0])
    return found.length === 0
  }

  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault()
    event?.stopPropagation()
    if (isSending.current) return
    const values = inner.getValues()
    const parsed = schema.safeParse(values)
    if (!parsed.success) return refuse(messagesByPath(parsed.error.issues))
    isSending.current = true
    try {
      const question = options.ask?.(values) ?? null
      if (question !== null && !(await confirm(question))) return
      setSubmitting(true)
      forgive()
      attempt.current = attemptFor(values, attempt.current, () => crypto.randomUUID())
      const result = await sending.mutateAsync({ values: parsed.data, typed: values, key: attempt.current.key })
      attempt.current = undefined
      forgetDraft()
      inner.resetDirty()
      keepFocus()
      toast.moveOn()
      options.onDone?.(result, parsed.data)
    } catch (error) {
      options.onFailed?.(error)
      const found = describeProblem(error)
      if (found.field === undefined) setProblem(found)
      else {
        refused.current.set(found.field, inner.getInputProps(found.field).value)
        refuse({ [found.field]: found.message })
      }
    } finally {
      isSending.current = false
      setSubmitting(false)
    }
  }

  const bind = (path: string) => {
    const { value, onChange, error } = inner.getInputProps(path)
    const onBlur = () => {
      if (!refused.current.has(path) || refused.current.get(path) !== value) {
        afterPress(() => void inner.validateField(path))
      }
    }
    return { name: path, value, onChange, onBlur, 'data-path': path, ...(error && { error }) }
  }

  return {
    field: name => bind(name),
    nested: path => bind(path),
    values: inner.values,
    set: values => inner.setValues(values),
    // not `setFieldError`, which skips words that a `set` of the same moment is about to clear
    tell: (name, words) => inner.setErrors(errors => ({ ...errors, [name]: words })),
    reset: () => inner.reset(),
    forgive,
    check,
    isSubmitting,
    problem,
    isRestored,
    settle: values => {
      forgetDraft()
      inner.resetDirty(values)
    },
    startAgain: () => {
      forgetDraft()
      inner.reset()
      forgive()
    },
    onSubmit: event => void onSubmit(event),
    inner,
  }
}

function errorsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  return parsed.success ? {} : messagesByPath(parsed.error.issues)
}

const none: readonly string[] = []

const without = <T extends object>(all: T, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

/** The focus, and of a group its name and what is wrong with it, which stand above its first control. */
function leadTo(control: HTMLElement | undefined): void {
  control?.focus()
  const group = control?.closest('fieldset[data-path]')
  // What is said in it is drawn first.
  if (group) requestAnimationFrame(() => group.scrollIntoView({ block: 'start' }))
}

/** The controls of these paths in the order of the page; a group gives its first control. */
function nodesOf(paths: readonly string[]): HTMLElement[] {
  const found = paths.flatMap(path => {
    const node = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
    if (node === null) return []
    const isControl = node.matches('input, select, textarea, button, [tabindex]')
    return [
      isControl
        ? node
        : (node.querySelector<HTMLElement>(':is(input, select, textarea, button):not(:disabled), [tabindex]') ?? node),
    ]
  })
  return found.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
}
