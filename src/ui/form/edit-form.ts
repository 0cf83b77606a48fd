import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { isSame } from '#platform/edit.ts'
import type { Question } from '#ui/confirm.ts'
import { type SchemaForm, useSchemaForm } from './schema-form.ts'

/** What an edit sends: the fields that were changed, and what stood there before. */
export type Edit<S extends z.ZodType<unknown, object>> = Partial<z.output<S>> & {
  was: Partial<Record<keyof z.input<S> & string, unknown>>
}

/** A field that no longer says what stands there; `to` is as it was typed. */
export interface Change {
  name: string
  from: unknown
  to: unknown
}

export interface EditForm<V extends object> extends SchemaForm<V> {
  /** what saving would change */
  changes: readonly Change[]
  /** puts back what stands there */
  discard(): void
}

/**
 * A form for something that is there and that others may change at the same time. It sends only what was changed here. What
 * nobody touched follows `present`; what was typed stays. When somebody else changed the same field, the server refuses
 * (`whyNotEdit`): the field then says what is there now, and saving again writes over it knowingly. Whoever leaves with
 * changes is asked first.
 */
export function useEditForm<S extends z.ZodType<unknown, object>, R>(options: {
  schema: S
  /** what the server says now; follows it */
  present: z.input<S>
  submit: (edit: Edit<S>, sending: { idempotencyKey: string }) => Promise<R>
  onDone?: (result: R) => void
  onFailed?: (error: unknown) => void
  /** a field's value in the words of its label; undefined: as it is */
  words?: (name: string, value: unknown) => string | undefined
  /** what is asked before these changes are saved; null: nothing */
  ask?: (changes: readonly Change[]) => Question | null
}): EditForm<z.input<S>> {
  const { schema, present, onFailed, onDone, ask } = options
  const known = useRef({ ...present } as Fields)
  const changesIn = (typed: object): Change[] =>
    Object.keys(present)
      .map(name => ({ name, from: known.current[name], to: (typed as Fields)[name] }))
      .filter(({ from, to }) => !isSame(from, to))
  const form = useSchemaForm<S, R>({
    schema,
    initial: present,
    isUnsaved: typed => changesIn(typed).length > 0,
    ...(ask && { ask: typed => ask(changesIn(typed)) }),
    submit: async (values, sending, typed) => {
      const changed = changesIn(typed).map(({ name }) => name)
      const edit = { ...only(values as Fields, changed), was: only(known.current, changed) } as Edit<S>
      try {
        const result = await options.submit(edit, sending)
        Object.assign(known.current, only(typed as Fields, changed))
        return result
      } catch (error) {
        throw inWords(error)
      }
    },
    ...(onDone && { onDone: result => onDone(result) }),
    ...(onFailed && { onFailed }),
  })

  const inWords = (error: unknown): unknown => {
    const { code, data } = error as { code?: string; data?: { field: string; is: unknown } }
    if (code !== 'CHANGED_MEANWHILE' || !data) return error
    known.current[data.field] = data.is
    const is = options.words?.(data.field, data.is) ?? plainWords(data.is)
    const message = `Somebody else has changed this meanwhile: it is now ${is}. Save again to put yours in its place.`
    return Object.assign(new Error(message), { code, data, status: 409 })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: followed when what the server says has changed
  useEffect(() => {
    const typed = form.inner.getValues() as Fields
    const followed = Object.entries(present).filter(
      ([name, is]) => isSame(typed[name], known.current[name]) || isSame(typed[name], is),
    )
    Object.assign(known.current, Object.fromEntries(followed))
    const news = followed.filter(([name, is]) => !isSame(typed[name], is))
    if (news.length > 0) form.inner.setValues(Object.fromEntries(news) as Partial<z.input<S>>)
  }, [JSON.stringify(present)])
  return {
    ...form,
    changes: changesIn(form.values),
    discard: () => {
      form.inner.setValues(known.current as Partial<z.input<S>>)
      form.forgive()
    },
  }
}

type Fields = Record<string, unknown>

const only = (values: Fields, names: string[]): Fields => Object.fromEntries(names.map(name => [name, values[name]]))

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length > 0 ? `“${value.join(', ')}”` : 'empty'
  return value === null || value === '' ? 'empty' : `“${value}”`
}
