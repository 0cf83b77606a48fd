import { Button } from '@mantine/core'
import { type SchemaForm, Submit } from '#ui/form/form.tsx'
import type { Repeating } from './repeating.ts'

/** Books what is chosen, or puts it into the cart; a series is booked at once or not at all. */
export function BookButtons<V extends object>(props: {
  of: SchemaForm<V>
  repeating: Repeating
  /** how the button goes on once the price is known: `, pay £45` */
  ask: string | undefined
  onAdd: () => void
  isAdding: boolean
}) {
  const { isOn, words } = props.repeating
  return (
    <>
      <Submit of={props.of} busy="Booking…">
        {isOn ? <>Book {words ? words.times + words.ask : 'all'}</> : <>Book Now{props.ask}</>}
      </Submit>
      {isOn ? null : (
        <Button variant="default" onClick={props.onAdd} loading={props.isAdding}>
          Add to Cart
        </Button>
      )}
    </>
  )
}
