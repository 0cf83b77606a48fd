import { Button } from '@mantine/core'
import { type SchemaForm, Submit } from '#ui/form/form.tsx'
import type { Repeating } from './repeating.ts'

/** Books what is chosen, or puts it into the cart; a series is booked at once or not at all. The sum stands right above. */
export function BookButtons<V extends object>(props: {
  of: SchemaForm<V>
  repeating: Repeating
  onAdd: () => void
  isAdding: boolean
}) {
  const { isOn, words } = props.repeating
  return (
    <>
      <Submit of={props.of} busy="Booking…">
        {isOn ? `Book ${words ? words.times : 'all'}` : 'Book Now'}
      </Submit>
      {isOn ? null : (
        <Button variant="default" onClick={props.onAdd} loading={props.isAdding}>
          Add to Cart
        </Button>
      )}
    </>
  )
}
