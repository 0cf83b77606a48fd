import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { formatNumber, parsePounds } from '#platform/words.ts'
import type { Field } from './schema-form.ts'

type Text = string | null | undefined

interface Common {
  label: ReactNode
  hint?: ReactNode
  /** fields are required unless they say so */
  optional?: boolean
  disabled?: boolean
}

type TextLike = Common &
  Pick<
    TextInputProps,
    'placeholder' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoFocus' | 'leftSection' | 'readOnly' | 'list'
  >

/** One line of text. */
export function TextField({ of, type, ...rest }: TextLike & { of: Field<Text>; type?: 'text' | 'url' | 'search' }) {
  return <TextInput type={type ?? 'text'} {...common(rest)} {...typed(of)} />
}

export function EmailField({ of, ...rest }: TextLike & { of: Field<Text> }) {
  return <TextInput type="email" inputMode="email" autoComplete="email" {...common(rest)} {...typed(of)} />
}

export function PhoneField({ of, ...rest }: TextLike & { of: Field<Text> }) {
  return <TextInput type="tel" inputMode="tel" autoComplete="tel" {...common(rest)} {...typed(of)} />
}

/** A password with a look button; `strength` draws a meter or rules under it. */
export function PasswordField({
  of,
  strength,
  ...rest
}: TextLike & {
  of: Field<Text>
  autoComplete: 'current-password' | 'new-password'
  strength?: (typed: string) => ReactNode
}) {
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <PasswordInput
        {...common(rest)}
        {...typed(of)}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? 'Hide password' : 'Show password',
          tabIndex: 0,
          size: 40,
        }}
      />
      {strength?.(of.value ?? '')}
    </div>
  )
}

/** One of several, as the device's own list. */
export function SelectField({
  of,
  options,
  placeholder,
  ...rest
}: Common & {
  of: Field<Text>
  options: readonly (string | { value: string; label: string; disabled?: boolean })[]
  placeholder?: string
}) {
  const data = [...(placeholder === undefined ? [] : [{ value: '', label: placeholder }]), ...options]
  return <NativeSelect {...common(rest)} {...typed(of)} data={data} />
}

/** One of a few, all in sight. */
export function ChoiceField({
  of,
  options,
  ...rest
}: Common & {
  of: Field<Text>
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
}) {
  const { 'data-path': path, name, value, error, onChange } = of
  return (
    <Radio.Group {...common(rest)} name={name} value={value ?? ''} onChange={onChange} error={error} data-path={path}>
      <Stack gap="sm" mt="xs">
        {options.map(option => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.hint}
            disabled={option.disabled ?? false}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Yes or no, on its own line. */
export function CheckField({
  of,
  label,
  hint,
  disabled,
}: Omit<Common, 'optional'> & { of: Field<boolean | undefined> }) {
  const { value, ...rest } = of
  return (
    <Checkbox
      {...rest}
      checked={value ?? false}
      onChange={event => of.onChange(event.currentTarget.checked)}
      label={label}
      description={hint}
      disabled={disabled ?? false}
    />
  )
}

/** A calendar day, `YYYY-MM-DD`; the device's own picker and keyboard entry. */
export function DateField({
  of,
  min,
  max,
  ...rest
}: Common & { of: Field<Text>; min?: string; max?: string; autoComplete?: string }) {
  return <TextInput type="date" {...common(rest)} {...typed(of)} min={min} max={max} />
}

/** A sum typed in pounds and kept in pence; what is no sum arrives as NaN, for the schema to refuse in its words. */
export function MoneyField({ of, ...rest }: TextLike & { of: Field<number | null | undefined> }) {
  const [entry, setEntry] = useState<string>()
  const settled =
    of.value === null || of.value === undefined || Number.isNaN(of.value) ? '' : (of.value / 100).toFixed(2)
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span aria-hidden="true">£</span>}
      {...common(rest)}
      name={of.name}
      data-path={of['data-path']}
      error={of.error}
      value={entry ?? settled}
      onChange={event => {
        const pence = parsePounds(event.currentTarget.value)
        setEntry(event.currentTarget.value)
        of.onChange(pence === undefined ? Number.NaN : pence)
      }}
      onBlur={() => {
        if (!Number.isNaN(of.value)) setEntry(undefined)
        of.onBlur()
      }}
    />
  )
}

/** Several lines, growing with the text; with `maxLength` it says how much room is left. */
export function TextAreaField({
  of,
  hint,
  maxLength,
  ...rest
}: Common & { of: Field<Text> } & Pick<TextareaProps, 'placeholder' | 'minRows' | 'maxRows' | 'maxLength'>) {
  const left = maxLength === undefined ? undefined : maxLength - (of.value ?? '').length
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={14}
      {...common(rest)}
      {...typed(of)}
      description={
        <>
          {hint}
          {hint && left !== undefined ? ' ' : null}
          {left === undefined ? null : left < 0 ? (
            <strong>{-left} too many</strong>
          ) : (
            <span className="tabular">{formatNumber(left)} characters left</span>
          )}
        </>
      }
    />
  )
}

/** Binds what hands out change events to a field that takes the text itself. */
function typed(of: Field<Text>) {
  return {
    ...of,
    value: of.value ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      of.onChange(event.currentTarget.value),
  }
}

function common<P extends Common>({ hint, optional, ...rest }: P) {
  return {
    ...rest,
    ...(hint !== undefined && { description: hint }),
    required: !optional,
    labelProps: optional ? { 'data-optional': true } : {},
  }
}
