import { Group, NativeSelect, Switch } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { useWished } from '#ui/wished.ts'
import { rpc } from '#web/client.ts'
import { usualHour } from '../inputs.ts'
import { hourText } from '../rules.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

/** Whether one digest a day is wanted, and from which hour on. */
export function DigestChoice({ hour }: { hour: number | null }) {
  const { shown, wish } = useWished(hour)
  const choose = useAction(rpc.notifications.chooseDigest, {
    atOnce: 'the same switch takes it back',
    failed: 'The digest was not changed',
  })
  const set = (hour: number | null) => void wish(hour, () => choose.run({ hour }))
  return (
    <Group align="center" gap="xl">
      <Switch
        label="Send me a daily digest"
        checked={shown !== null}
        onChange={event => set(event.currentTarget.checked ? usualHour : null)}
      />
      {shown === null ? null : (
        <NativeSelect
          label="From"
          description="By the clock of the house"
          data={hours}
          value={String(shown)}
          onChange={event => set(Number(event.currentTarget.value))}
        />
      )}
    </Group>
  )
}
