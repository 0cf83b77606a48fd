import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field } from './schema-form.ts'

/** A whole number typed as text; what is none arrives as NaN, for the schema to refuse in its words (TIER-07). */
export function WholeField({
  of,
  label,
  hint,
  unit,
}: {
  of: Field<number>
  label: string
  hint?: ReactNode
  unit?: string
}) {
  return (
    <TextInput
      label={label}
      description={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={7}
      required
      leftSection={unit ? <span aria-hidden="true">{unit}</span> : null}
      name={of.name}
      data-path={of['data-path']}
      error={of.error}
      defaultValue={Number.isNaN(of.value) ? '' : String(of.value)}
      onChange={event =>
        of.onChange(/^\d+$/.test(event.currentTarget.value.trim()) ? Number(event.currentTarget.value) : Number.NaN)
      }
      onBlur={of.onBlur}
    />
  )
}
