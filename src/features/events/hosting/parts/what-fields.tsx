import { eventTypes } from '#features/events/events/inputs.ts'
import { stateWords } from '#platform/words.ts'
import { SelectField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { limits } from '../inputs.ts'

type Name = 'name' | 'eventType' | 'description'

/** What an event is called, of what kind it is and what happens, in every form that makes or changes one. */
export function WhatFields({ field }: { field: (name: Name) => Field<string> }) {
  return (
    <>
      <TextField of={field('name')} label="Name of the event" maxLength={limits.name.most} />
      <SelectField
        of={field('eventType')}
        label="What it is"
        options={eventTypes.map(value => ({ value, label: stateWords(value) }))}
      />
      <TextAreaField
        of={field('description')}
        label="Description"
        hint="What happens, and for whom. Members read it."
        maxLength={limits.description.most}
        minRows={4}
      />
    </>
  )
}
