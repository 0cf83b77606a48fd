import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import classes from './check.module.css'
import type { TableList } from './grid.tsx'

/** A checkbox with a thumb's room around it; its name is read, and seen only where it says so. */
function TableCheck(props: {
  name: string
  isOn: boolean
  isPartly?: boolean
  isDisabled?: boolean
  isSaid?: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <label className={classes.check} htmlFor={id} data-said={props.isSaid}>
      <Checkbox
        id={id}
        size="sm"
        checked={props.isOn}
        indeterminate={props.isPartly ?? false}
        disabled={props.isDisabled ?? false}
        onChange={event => props.onChange(event.currentTarget.checked)}
      />
      <span className={props.isSaid ? undefined : 'visually-hidden'}>{props.name}</span>
    </label>
  )
}

/** Chooses all of the page that can be chosen. `isSaid`: its name is seen as well. */
export function PageCheck<Row>(props: { of: TableList<Row>; isSaid?: boolean }) {
  const { rows, rowId, isSelected, whyNotChoose, toggle } = props.of
  const choosable = rows.filter(row => !whyNotChoose?.(row))
  const chosen = choosable.filter(row => isSelected?.(rowId(row))).length
  return (
    <TableCheck
      name="Select all on this page"
      isSaid={props.isSaid ?? false}
      isOn={chosen > 0 && chosen === choosable.length}
      isPartly={chosen > 0 && chosen < choosable.length}
      isDisabled={choosable.length === 0}
      onChange={on => toggle(choosable, on)}
    />
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
