import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { isSame } from '#platform/edit.ts'
import { type SchemaForm, useSchemaForm } from './schema-form.ts'

/** What an edit sends: the fields that were changed, and what stood there before. */
export type Edit<S extends z.ZodType<unknown, object>> = Partial<z.output<S>> & {
  was: Partial<Record<keyof z.input<S> & string, unknown>>
}

/**
 * A form for something that is there and that others may change at the same time. It sends only what was changed here. What
 * nobody touched follows `present`; what was typed stays. When somebody else changed the same field, the server refuses
 * (`whyNotEdit`): the field then says what is there now, and saving again writes over it knowingly.
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
}): SchemaForm<z.input<S>> {
  const { schema, present, onFailed, onDone } = options
  const known = useRef({ ...present } as Fields)
  const form = useSchemaForm<S, R>({
    schema,
    initial: present,
    submit: async (values, sending, typed) => {
      const changed = Object.keys(present).filter(name => !isSame((typed as Fields)[name], known.current[name]))
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
  return form
}

type Fields = Record<string, unknown>

const only = (values: Fields, names: string[]): Fields => Object.fromEntries(names.map(name => [name, values[name]]))

function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length > 0 ? `“${value.join(', ')}”` : 'empty'
  return value === null || value === '' ? 'empty' : `“${value}”`
}
