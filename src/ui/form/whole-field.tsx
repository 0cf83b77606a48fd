import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
  const [typed, setTyped] = useState(textOf(of.value))
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
      // What was typed, unless the form says another number since: undone, discarded, or changed by somebody else.
      value={Object.is(numberOf(typed), of.value) ? typed : textOf(of.value)}
      onChange={event => {
        setTyped(event.currentTarget.value)
        of.onChange(numberOf(event.currentTarget.value))
      }}
      onBlur={of.onBlur}
    />
  )
}

const textOf = (value: number) => (Number.isNaN(value) ? '' : String(value))
const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
