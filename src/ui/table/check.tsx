import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import classes from './check.module.css'

/** A row's checkbox with a thumb's room around it; its name is read, not seen. */
export function TableCheck(props: {
  name: string
  isOn: boolean
  isPartly?: boolean
  isDisabled?: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <label className={classes.check} htmlFor={id}>
      <Checkbox
        id={id}
        size="sm"
        checked={props.isOn}
        indeterminate={props.isPartly ?? false}
        disabled={props.isDisabled ?? false}
        onChange={event => props.onChange(event.currentTarget.checked)}
      />
      <span className="visually-hidden">{props.name}</span>
    </label>
  )
}

/** The checkbox of a row: named after it, or after why it cannot be chosen. */
export function RowCheck(props: {
  name: string
  whyNot: string | null | undefined
  isOn: boolean
  onChange: (on: boolean) => void
}) {
  const { name, whyNot, isOn, onChange } = props
  return (
    <TableCheck
      name={whyNot ? `${name} ${whyNot}` : `Select ${name}`}
      isOn={isOn && !whyNot}
      isDisabled={Boolean(whyNot)}
      onChange={onChange}
    />
  )
}
