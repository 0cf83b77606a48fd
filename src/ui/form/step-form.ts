import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { useStepInAddress } from '#ui/in-address.ts'
import { messagesByPath } from './form-rules.ts'
import { type SchemaForm, type SchemaFormOptions, useSchemaForm } from './schema-form.ts'

/** One step of a form: its name in the address, its title, and the fields that are in it. */
export interface FormStep<V extends object> {
  name: string
  title: string
  fields: readonly (keyof V & string)[]
}

export interface StepForm<V extends object> extends SchemaForm<V> {
  steps: readonly FormStep<V>[]
  /** the place in `steps` of the one that is open */
  at: number
  isLast: boolean
  /** the step to begin with was found; from now on whoever fills it in moves it */
  isSettled: boolean
  back(): void
  /** takes the step out of the address, when the form is left for the page that it is on */
  leave(): void
}

/**
 * One form that is filled in step by step: all values, the draft and what was refused belong to the whole. The open step is
 * in the address, but none opens before those in front of it are right. Sending an earlier step than the last looks at its
 * fields and goes on; whatever is refused later, here or by the server, opens the step of the first refused field. A draft
 * opens at its first unfinished step. `steps` is asked anew with every value: there may be fewer.
 */
export function useStepForm<S extends z.ZodType<unknown, object>, R>({
  steps: stepsOf,
  opensFirst = false,
  ...options
}: Omit<SchemaFormOptions<S, R>, 'reveal'> & {
  steps: (values: z.input<S>) => readonly FormStep<z.input<S>>[]
  /** a draft opens at the first step all the same: something in it is newer than the draft */
  opensFirst?: boolean
}): StepForm<z.input<S>> {
  const address = useStepInAddress()
  // The server may refuse when another step is open than when it was sent.
  const reveal = useRef((_: readonly string[]): readonly string[] | undefined => undefined)
  const form = useSchemaForm({ ...options, reveal: refused => reveal.current(refused) })
  const steps = stepsOf(form.values)
  const wrong = messagesByPath(options.schema.safeParse(form.values).error?.issues ?? [])
  const unfinished = steps.findIndex(({ fields }) => fields.some(field => field in wrong))
  const furthest = unfinished === -1 ? steps.length - 1 : unfinished
  const asked = steps.findIndex(({ name }) => name === address.value)
  const at = Math.min(Math.max(asked, 0), furthest)
  const isLast = at === steps.length - 1
  const addressOf = (place: number) => (place === 0 ? null : steps[place]!.name)

  reveal.current = refused => {
    const place = steps.findIndex(({ fields }) => fields.some(field => refused.includes(field)))
    if (place === -1) return undefined
    if (place !== at) address.forward(addressOf(place))
    return steps[place]!.fields
  }

  // The draft comes back after the first drawing; until then the address says more than the fields.
  const [stage, setStage] = useState<'new' | 'read' | 'settled'>('new')
  const [isReturning] = useState(address.value === null && !opensFirst)
  const due = stage === 'read' && isReturning && form.isRestored ? furthest : at
  useEffect(() => {
    if (stage === 'new') setStage('read')
    // What the address asks for too early must not open by itself as soon as a field is right.
    else if (addressOf(due) !== address.value) address.instead(addressOf(due))
    else setStage('settled')
  })

  return {
    ...form,
    steps,
    at,
    isLast,
    isSettled: stage === 'settled',
    back: () => address.back(addressOf(at - 1)),
    leave: () => {
      if (address.value !== null) address.instead(null)
    },
    startAgain: () => {
      form.startAgain()
      address.instead(null)
    },
    onSubmit: event => {
      if (isLast) return form.onSubmit(event)
      event?.preventDefault()
      event?.stopPropagation()
      if (form.check(steps[at]!.fields)) address.forward(addressOf(at + 1))
    },
  }
}
