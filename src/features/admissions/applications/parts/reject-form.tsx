import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notesLimit } from '#features/admissions/reasons/inputs.ts'
import { whyNot } from '#features/admissions/reasons/rules.ts'
import type { Problem } from '#platform/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { api } from '#web/client.ts'

export interface ChosenReason {
  reasonId: string
  notes: string
}

/** A reason from the list, or words of one's own with 'Other - see notes'; without either nothing happens (APPL-35, APPL-36). */
export function RejectForm({ onReject }: { onReject: (reason: ChosenReason) => Promise<unknown> }) {
  const reasons = useQuery(api.applications.reasons.queryOptions())
  const [reasonId, setReasonId] = useState('')
  const [notes, setNotes] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const reasonField = useRef<HTMLSelectElement>(null)
  const notesField = useRef<HTMLTextAreaElement>(null)
  const said = problem && (problem.title ? `${problem.title}. ${problem.message}` : problem.message)
  const chosen = reasons.data?.find(({ id }) => id === reasonId)
  const confirm = async () => {
    const found = whyNot.give(chosen ?? null, notes)
    setProblem(found)
    if (found) return (chosen?.needsNotes ? notesField : reasonField).current?.focus()
    setBusy(true)
    await onReject({ reasonId, notes })
    setBusy(false)
  }
  return (
    <Query of={reasons} failed="Failed to load rejection reasons">
      {list => (
        <Stack>
          <NativeSelect
            label="Rejection reason"
            description="The applicant reads it."
            ref={reasonField}
            required
            value={reasonId}
            error={chosen?.needsNotes ? null : said}
            onChange={event => {
              setReasonId(event.currentTarget.value)
              setProblem(null)
            }}
            data={[
              { value: '', label: 'Select a reason' },
              ...list.filter(({ isActive }) => isActive).map(({ id, reason }) => ({ value: id, label: reason })),
            ]}
          />
          {chosen?.needsNotes ? (
            <Textarea
              label="Notes"
              ref={notesField}
              required
              error={said}
              value={notes}
              maxLength={notesLimit}
              autosize
              minRows={3}
              onChange={event => setNotes(event.currentTarget.value)}
            />
          ) : null}
          <Button color="red" variant="outline" loading={isBusy} onClick={() => void confirm()}>
            Confirm Rejection
          </Button>
        </Stack>
      )}
    </Query>
  )
}
