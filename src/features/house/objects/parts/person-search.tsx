import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'
import { leastTyped } from '../inputs.ts'

/** A few people by what is typed of their name, address or telephone; one of them is chosen. A whole id is that person's. */
export function PersonSearch({ of, label }: { of: Field<string>; label: string }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const isAsked = q.length >= leastTyped && !isId(q)
  const { data } = useQuery(api.objects.find.queryOptions({ input: { q }, enabled: isAsked }))
  const found = isAsked ? (data?.rows.filter(({ noun }) => noun === 'person') ?? []) : []
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label={label}
        description="Two letters or more of a name or an email, or a whole user ID"
        autoComplete="off"
        maxLength={100}
        required
        data-path={of['data-path']}
        error={found.length > 0 ? undefined : of.error}
        value={typed}
        onBlur={of.onBlur}
        onChange={event => {
          const next = event.currentTarget.value
          setTyped(next)
          // Nobody stays chosen unseen.
          of.onChange(isId(next.trim()) ? next.trim() : '')
        }}
      />
      {found.length > 0 ? (
        <ChoiceField
          of={of}
          label="Person"
          options={found.map(({ id, title, detail }) => ({ value: id, label: title, ...(detail && { hint: detail }) }))}
        />
      ) : null}
      <p role="status">{isAsked && data && found.length === 0 ? 'Nobody is found by that.' : ''}</p>
    </Stack>
  )
}

const isId = (typed: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(typed) || /^[A-Za-z\d]{32}$/.test(typed)
