import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { formatCount } from '#platform/words.ts'
import { keepFocus } from '#ui/focus.ts'
import type { EditForm } from './edit-form.ts'
import classes from './form.module.css'
import { Submit } from './form.tsx'

/** How much would be saved, Save and Discard, for the foot of a long form; absent while nothing is changed. */
export function SaveBar<V extends object>({ of: form }: { of: EditForm<V> }) {
  // It comes with the first change, perhaps over the very field that is being changed.
  // In newer browsers scrolling answers with a promise, which is nothing to clean up.
  useEffect(() => void document.activeElement?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <>
      <strong role="status" className={classes.changed}>
        {formatCount(form.changes.length, 'change')}
      </strong>
      <Submit of={form} busy="Saving…" size="sm">
        Save
      </Submit>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          keepFocus()
          form.discard()
        }}
      >
        Discard
      </Button>
    </>
  )
}
