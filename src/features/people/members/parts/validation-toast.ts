import type { z } from 'zod'
import type { SchemaForm } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'

/** The same form, which also says "Validation Error" when it is sent with something wrong in it (AUTH-08). */
export function withValidationToast<V extends object>(form: SchemaForm<V>, schema: z.ZodType): SchemaForm<V> {
  return {
    ...form,
    onSubmit: event => {
      const problem = schema.safeParse(form.values).error?.issues[0]
      // What was said of the attempt before is no longer true.
      if (problem) toast.error('Validation Error', problem.message)
      else toast.clear()
      form.onSubmit(event)
    },
  }
}
