import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatCount, formatNumber } from '#platform/words.ts'
import type { Field } from '#ui/form/form.tsx'
import { api } from '#web/client.ts'
import { typedName } from './typed-name.ts'

/** Several lines in which `@` and the beginning of a name offers members to mention, by keyboard as well as by touch. */
export function MentionField({
  of,
  mentions,
  onMentions,
  label,
  hint,
  maxLength,
  minRows = 3,
  canMention = true,
}: {
  of: Field<string>
  /** ids of those who were chosen */
  mentions: readonly string[]
  onMentions: (ids: string[]) => void
  label: ReactNode
  hint?: string
  maxLength: number
  minRows?: number
  canMention?: boolean
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<{ q: string; from: number } | null>(null)
  const [q] = useDebouncedValue(typed?.q ?? '', 150)
  const people = useQuery({
    ...api.community.mentionable.queryOptions({ input: { q } }),
    enabled: canMention && typed !== null,
    placeholderData: keepPreviousData,
  })
  // What was found by fewer letters stands until there is an answer, as far as it still fits.
  const found =
    typed && canMention
      ? (people.data ?? []).filter(({ name }) => name.toLowerCase().includes(typed.q.toLowerCase()))
      : []
  const isOpen = found.length > 0
  const list = useCombobox({ opened: isOpen, onOpenedChange: opened => !opened && setTyped(null) })

  const look = () => {
    const { value, selectionStart, selectionEnd } = area.current!
    setTyped(selectionStart === selectionEnd ? typedName(value.slice(0, selectionStart)) : null)
    list.resetSelectedOption()
  }
  const choose = (id: string) => {
    const person = found.find(each => each.id === id)
    if (!person || !typed || !area.current) return
    const before = `${of.value.slice(0, typed.from)}@${person.name} `
    of.onChange(before + of.value.slice(area.current.selectionStart).trimStart())
    onMentions([...new Set([...mentions, id])])
    setTyped(null)
    // Once the new text stands there.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(before.length, before.length)
    })
  }
  const left = maxLength - of.value.length
  return (
    <Combobox store={list} onOptionSubmit={choose} position="bottom-start" width={280}>
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          ref={area}
          label={label}
          description={
            <>
              {hint ? `${hint} ` : null}
              {left < 0 ? <strong>{-left} too many</strong> : `${formatNumber(left)} characters left`}
            </>
          }
          autosize
          minRows={minRows}
          maxRows={16}
          required
          name={of.name}
          data-path={of['data-path']}
          error={of.error}
          value={of.value}
          onChange={event => {
            of.onChange(event.currentTarget.value)
            look()
          }}
          onSelect={look}
          onBlur={() => {
            setTyped(null)
            of.onBlur()
          }}
        />
      </Combobox.Target>
      <span className="visually-hidden" role="status">
        {isOpen ? `${formatCount(found.length, 'member')} to mention. Use the arrow keys.` : ''}
      </span>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="Members to mention">
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
