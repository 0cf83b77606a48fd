import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'
import { mostFound, shortestSearch } from '../inputs.ts'

/** A few members by what is typed of their name, from the third letter on; one of them is chosen (STA-10). `begin`: what is typed at first. */
export function MemberSearch(props: { of: Field<string>; onChosen: (userId: string) => void; begin?: string | null }) {
  const { of, onChosen } = props
  const [typed, setTyped] = useState(props.begin ?? '')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const isEnough = q.length >= shortestSearch
  const { data } = useQuery(api.rentals.findMembers.queryOptions({ input: { q }, enabled: isEnough }))
  const found = isEnough ? (data ?? []) : []
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Find a member"
        description="First or last name, three letters or more"
        maxLength={100}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          // Nobody stays chosen unseen.
          onChosen('')
        }}
      />
      {found.length > 0 ? (
        <ChoiceField
          of={{ ...of, onChange: userId => onChosen(userId ?? '') }}
          label="Member"
          options={found.map(({ userId, name, email }) => ({ value: userId, label: name, hint: email }))}
        />
      ) : null}
      <p role="status">{data && isEnough ? wordsOf(found.length) : ''}</p>
    </Stack>
  )
}

function wordsOf(found: number): string {
  if (found === 0) return 'No member is found by that.'
  return found < mostFound
    ? `${formatCount(found, 'member')} found`
    : `The first ${mostFound} are shown. Type more to find others.`
}
