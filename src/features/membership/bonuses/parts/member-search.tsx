import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTokens } from '#platform/words.ts'
import { ChoiceField } from '#ui/form/fields.tsx'
import { api } from '#web/client.ts'

export interface Receiver {
  userId: string
  name: string
  /** People of one name are told apart by it. */
  email: string
}

/** A few members by what is typed of their name or address; one of them is chosen. */
export function MemberSearch(props: {
  of: Parameters<typeof ChoiceField>[0]['of']
  onChosen: (person: Receiver | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery(api.tokens.balances.queryOptions({ input: { q, sort: 'name' }, enabled: q.length > 1 }))
  const found = q.length > 1 ? (data?.rows.filter(({ can }) => can.give).slice(0, shown) ?? []) : []
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Find a member"
        description="Name or email, two letters or more"
        value={typed}
        // While nobody is offered, this is where somebody has to be looked for.
        {...(found.length === 0 && { error: props.of.error, 'data-path': props.of['data-path'] })}
        onChange={event => {
          setTyped(event.currentTarget.value)
          // Nobody stays chosen unseen.
          props.onChosen(null)
        }}
      />
      {found.length > 0 ? (
        <ChoiceField
          of={{
            ...props.of,
            onChange: userId => {
              const person = found.find(each => each.userId === userId)
              if (person) props.onChosen(person)
            },
          }}
          label="Member"
          options={found.map(({ userId, name, email, balance }) => ({
            value: userId,
            label: name,
            hint: `${email}, ${formatTokens(balance)}`,
          }))}
        />
      ) : null}
      <p role="status">{wordsOf(q, data, found.length)}</p>
    </Stack>
  )
}

/** So many of those who were found are offered; who looks for another types more. */
const shown = 6

function wordsOf(q: string, data: { total: number } | undefined, offered: number): string {
  if (q.length < 2 || !data) return ''
  const { total } = data
  if (total === 0) return 'Nobody is found by that.'
  if (offered === 0) return 'Of those who are found by that, nobody can be chosen now.'
  return total > offered ? `${offered} of ${total} are shown. Type more to find others.` : ''
}
