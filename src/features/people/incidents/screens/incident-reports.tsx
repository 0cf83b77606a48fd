import { useEffect } from 'react'
import { agedBy } from '#platform/age.ts'
import { formatDateTime, stateWords } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, type rpc } from '#web/client.ts'
import {
  incidentList,
  incidentStatuses,
  incidentTypes,
  incidentWants,
  messages,
  severities,
  typeWords,
} from '../inputs.ts'
import { IncidentPanel } from '../parts/incident-panel.tsx'
import { RecordIncident } from '../parts/record-incident.tsx'
import { severityTones, statusTones, statusWords, wantsWords } from '../parts/status-words.ts'
import { decisionWithin, nameOfIncident } from '../rules.ts'

type Row = Awaited<ReturnType<typeof rpc.incidents.list>>['rows'][number]

/** /admin/incident-reports: what happened in the house, whom it concerns, and what was decided (INCA-01, INCA-02). */
export function IncidentReports() {
  const list = useList(incidentList, api.incidents.list, { canExport: true })
  const { isError } = list.of
  useEffect(() => {
    if (isError) toast.error(messages.load)
  }, [isError])
  return (
    <Page
      title="Incident reports"
      chassis="desk"
      lead={`Whoever answers about an incident was promised a decision ${decisionWithin}. What is late stands first.`}
      actions={<RecordIncident />}
    >
      <DataTable
        {...list}
        label="Incident reports"
        noun={['incident', 'incidents']}
        failed={messages.load}
        columns={columns}
        rowId={row => row.id}
        rowName={nameOf}
        searchFor="Search place, description or person"
        filters={[
          {
            key: 'status',
            label: 'Status',
            options: incidentStatuses.map(value => ({ value, label: statusWords[value] })),
          },
          {
            key: 'severity',
            label: 'Severity',
            options: severities.map(value => ({ value, label: stateWords(value) })),
          },
          {
            key: 'incidentType',
            label: 'Type',
            options: incidentTypes.map(value => ({ value, label: typeWords[value] })),
          },
          {
            key: 'wants',
            label: 'To do',
            options: incidentWants.map(value => ({ value, label: wantsWords[value] })),
          },
        ]}
        panel={{
          title: row => (row ? nameOf(row) : 'Incident'),
          body: (id, _, leave) => <IncidentPanel key={id} id={id} onDeleted={leave} />,
        }}
        empty={<Empty what="No incident is recorded" why="Record the first with the button above." />}
      />
    </Page>
  )
}

const nameOf = ({ incidentType, location }: Row) => nameOfIncident(typeWords[incidentType], location)

const columns: Column<Row>[] = [
  { key: 'location', header: 'Incident', kind: 'text', width: 12, priority: 1, of: nameOf },
  {
    key: 'severity',
    header: 'Severity',
    kind: 'status',
    width: 7,
    of: ({ severity }) => <Status tone={severityTones[severity]}>{stateWords(severity)}</Status>,
  },
  { key: 'incidentDate', header: 'When', kind: 'date', of: row => row.incidentDate },
  {
    key: 'createdAt',
    header: 'Age',
    kind: 'number',
    isReversed: true,
    priority: 2,
    of: row => row.age,
    short: row => agedBy(row.age, 'old'),
  },
  { key: 'people', header: 'People', kind: 'text', priority: 4, of: row => row.people },
  {
    key: 'decision',
    header: 'Decision',
    kind: 'status',
    width: 13,
    priority: 3,
    of: row => <Decision of={decisionOf(row)} />,
    short: row => decisionOf(row).words,
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 9,
    priority: 1,
    // Changed where the line opens.
    short: row => statusWords[row.status],
    of: ({ status }) => <Status tone={statusTones[status]}>{statusWords[status]}</Status>,
  },
]

/** What was promised, and whether it was kept. */
function decisionOf({ adminFinalResponseAt, sentTo, dueAt, isLate }: Row): { words: string; tone: StatusTone } {
  if (adminFinalResponseAt) return { words: 'Decided', tone: 'good' }
  if (!dueAt) return { words: sentTo ? 'No answer yet' : 'Not sent', tone: 'plain' }
  const at = formatDateTime(dueAt)
  return isLate ? { words: `Late ${at}`, tone: 'bad' } : { words: `Due ${at}`, tone: 'warn' }
}

const Decision = ({ of: { words, tone } }: { of: ReturnType<typeof decisionOf> }) => (
  <Status tone={tone}>{words}</Status>
)
