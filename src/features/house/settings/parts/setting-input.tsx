import { Checkbox, Stack, TextInput } from '@mantine/core'
import { fullTime } from '#platform/inputs.ts'
import {
  CheckField,
  DateField,
  EmailField,
  MoneyField,
  PhoneField,
  SelectField,
  TextAreaField,
  TextField,
} from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import type { SettingField } from '../inputs.ts'
import classes from './setting-input.module.css'

const openable = [
  { value: '/events', label: 'Events' },
  { value: '/community', label: 'Community' },
  { value: '/bookings', label: 'Book a Space' },
  { value: '/store', label: 'Store' },
]

/** One setting as a field of its kind, as wide as what goes into it. */
export function SettingInput(props: { setting: SettingField; of: Field<never> }) {
  return (
    <div className={classes.setting} data-kind={props.setting.kind}>
      <Input {...props} />
    </div>
  )
}

function Input({ setting, of }: { setting: SettingField; of: Field<never> }) {
  const { label, hint, isOptional } = setting
  const common = { label, ...(hint && { hint }), ...(isOptional && { optional: true }) }
  switch (setting.kind) {
    case 'time':
      return <TextField of={timeOf(of as Field<string>)} {...common} placeholder="09:00" maxLength={5} />
    case 'money':
      return <MoneyField of={of as Field<number>} {...common} />
    case 'yes':
      return <CheckField of={of as Field<boolean>} {...common} />
    case 'choice':
      return <SelectField of={of as Field<string>} {...common} options={setting.options} />
    case 'count':
      return <CountField of={of as Field<number>} {...common} unit={setting.unit} />
    case 'day':
      return <DateField of={dayOf(of as Field<string | null>)} {...common} optional />
    case 'pages':
      return <PagesField of={of as Field<string[]>} {...common} />
    case 'lines':
      return <TextAreaField of={of as Field<string>} {...common} minRows={2} maxLength={300} />
    case 'email':
      return <EmailField of={of as Field<string>} {...common} />
    case 'phone':
      return <PhoneField of={of as Field<string>} {...common} />
    default:
      return <TextField of={of as Field<string>} {...common} />
  }
}

// An emptied date means "none", which the schema writes as null.
const dayOf = (of: Field<string | null>): Field<string | null> => ({
  ...of,
  onChange: day => of.onChange(day || null),
})

// Once it is left, the field says what it understood.
const timeOf = (of: Field<string>): Field<string> => ({
  ...of,
  onBlur: () => {
    if (fullTime(of.value) !== of.value) of.onChange(fullTime(of.value))
    of.onBlur()
  },
})

/** A whole number; what is none arrives as NaN, for the schema to refuse. */
function CountField(props: { of: Field<number>; label: string; hint?: string; unit: string }) {
  const { of, label, hint, unit } = props
  const { value, onChange, ...rest } = of
  return (
    <TextInput
      {...rest}
      label={label}
      description={hint}
      inputMode="numeric"
      required
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={event => {
        const typed = event.currentTarget.value.trim()
        onChange(/^\d{1,7}$/.test(typed) ? Number(typed) : Number.NaN)
      }}
      rightSection={<span style={{ whiteSpace: 'nowrap' }}>{unit}</span>}
      rightSectionWidth={`${unit.length * 0.55 + 1.5}rem`}
    />
  )
}

function PagesField({ of, label, hint }: { of: Field<string[]>; label: string; hint?: string }) {
  return (
    <Checkbox.Group
      label={label}
      description={hint}
      value={of.value}
      onChange={of.onChange}
      data-path={of['data-path']}
    >
      <Stack gap="xs" mt="xs">
        {openable.map(option => (
          <Checkbox key={option.value} {...option} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
