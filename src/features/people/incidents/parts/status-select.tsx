import { NativeSelect } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { useWished } from '#ui/wished.ts'
import { rpc } from '#web/client.ts'
import { type IncidentStatus, incidentStatuses, messages } from '../inputs.ts'
import classes from './incidents.module.css'
import { statusWords } from './status-words.ts'

/** The status of an incident, set at once and freely, with ten seconds to take it back (INCA-07). */
export function StatusSelect({ id, status, name }: { id: string; status: IncidentStatus; name: string }) {
  const { shown, wish } = useWished(status)
  const set = useAction(rpc.incidents.setStatus, {
    undo:
      ({ was }, { id }) =>
      sending =>
        rpc.incidents.setStatus({ id, status: was }, sending),
    done: (_, { status }) => ({ title: `Status: ${statusWords[status]}`, message: name }),
    failed: messages.statusFailed,
  })
  return (
    <NativeSelect
      size="sm"
      classNames={{ input: classes.status ?? '' }}
      aria-label={`Status of ${name}`}
      // The one that is on its way stands there already.
      value={shown}
      data={incidentStatuses.map(value => ({ value, label: statusWords[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const status = value as IncidentStatus
        void wish(status, () => set.run({ id, status }))
      }}
    />
  )
}
