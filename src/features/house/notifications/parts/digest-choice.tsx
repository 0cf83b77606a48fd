import { Group, NativeSelect, Switch } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import { usualHour } from '../inputs.ts'
import { hourText } from '../rules.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

/** Whether one digest a day is wanted, and from which hour on. */
export function DigestChoice({ hour }: { hour: number | null }) {
  const choose = useAction(rpc.notifications.chooseDigest, {
    atOnce: 'the same switch takes it back',
    failed: 'The digest was not changed',
  })
  const shown = choose.running ? choose.running.hour : hour
  return (
    <Group align="center" gap="xl">
      <Switch
        label="Send me a daily digest"
        checked={shown !== null}
        onChange={event => void choose.run({ hour: event.currentTarget.checked ? usualHour : null })}
      />
      {shown === null ? null : (
        <NativeSelect
          label="From"
          description="By the clock of the house"
          data={hours}
          value={String(shown)}
          onChange={event => void choose.run({ hour: Number(event.currentTarget.value) })}
        />
      )}
    </Group>
  )
}
