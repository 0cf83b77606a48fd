import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { nameOf } from '#platform/words.ts'
import { TextField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'

const shownAtOnce = 8

/** The name of somebody in a report. Members are offered while it is typed; who is taken from them brings their address. */
export function PersonName(props: { of: Field<string>; label: string; onMember: (email: string) => void }) {
  const { of, label, onMember } = props
  const list = useId()
  const [q] = useDebouncedValue(of.value?.trim() ?? '', 200)
  const isAsked = q.length >= 2
  const members = useQuery({
    ...api.members.find.queryOptions({ input: { sort: 'name', pageSize: shownAtOnce, q } }),
    enabled: isAsked,
  })
  const offered = isAsked ? (members.data?.rows ?? []) : []
  const change = (name: string) => {
    of.onChange(name)
    const [member, other] = offered.filter(each => nameOf(each) === name)
    if (member && !other) onMember(member.email)
  }
  return (
    <div>
      <TextField of={{ ...of, onChange: change }} label={label} maxLength={100} list={list} autoComplete="off" />
      <datalist id={list}>
        {offered.map(member => (
          <option key={member.userId} value={nameOf(member)} label={member.email} />
        ))}
      </datalist>
    </div>
  )
}
