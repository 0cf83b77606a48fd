import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agedBy } from '#platform/age.ts'
import { formatCount, formatDateTime, stateWords } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { usePanelTitle } from '#ui/panel-title.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api, rpc } from '#web/client.ts'
import { messages, typeWords } from '../inputs.ts'
import { nameOfIncident } from '../rules.ts'
import { Decision } from './decision.tsx'
import { FollowUp } from './follow-up.tsx'
import classes from './incidents.module.css'
import { Part } from './part.tsx'
import { Responses, Sendings, Views } from './responses.tsx'
import { SendReport } from './send-report.tsx'
import { StatusSelect } from './status-select.tsx'
import { severityTones } from './status-words.ts'

export type Incident = Awaited<ReturnType<typeof rpc.incidents.one>>

/** One incident with all that belongs to it, and what can be done about it (INCA-02…05, INCA-15). */
export function IncidentPanel({ id, onDeleted = () => {} }: { id: string; onDeleted?: () => void }) {
  const incident = useQuery(api.incidents.one.queryOptions({ input: { id } }))
  return (
    <Query of={incident} failed="Failed to load this incident">
      {found => <Whole of={found} onDeleted={onDeleted} />}
    </Query>
  )
}

function Whole({ of, onDeleted }: { of: Incident; onDeleted: () => void }) {
  const { id, status, severity, incidentType, incidentDate, location, createdAt, reportedByName } = of
  const name = nameOfIncident(typeWords[incidentType], location)
  usePanelTitle(name)
  const [isSending, setSending] = useState(false)
  const remove = useAction(rpc.incidents.remove, {
    confirm: () => ({
      title: `Delete the incident ${name}?`,
      body: `Deleted with it: ${goesWithIt(of)}. This cannot be undone.`,
      action: 'Delete incident',
      danger: true,
    }),
    done: { title: 'Incident report deleted', message: name },
    failed: messages.deleteFailed,
    onDone: onDeleted,
  })
  return (
    <>
      <Facts
        facts={[
          { label: 'Severity', value: <Status tone={severityTones[severity]}>{stateWords(severity)}</Status> },
          { label: 'Status', value: <StatusSelect id={id} status={status} name={name} /> },
          { label: 'When', value: formatDateTime(incidentDate) },
          {
            label: 'Recorded',
            value: `${formatDateTime(createdAt)}${reportedByName ? ` by ${reportedByName}` : ''}, ${agedBy(of.age, 'ago')}`,
          },
          {
            label: 'Decision promised by',
            value: of.dueAt && `${formatDateTime(of.dueAt)}${of.isLate ? ', which is over' : ''}`,
          },
        ]}
      />
      {of.description ? <p className={classes.words}>{of.description}</p> : null}
      <Button my="md" onClick={() => setSending(true)}>
        Send report
      </Button>
      <People of={of} />
      <Responses of={of.responses} />
      <Decision of={of} />
      <FollowUp of={of} />
      <Sendings of={of.emailSentTo} />
      <Views of={of.views} count={of.viewCount} />
      {/* Last, and far from what is done every day. */}
      <Part title="Delete">
        <p className={classes.soft}>For a report that was recorded by mistake; what is over is closed.</p>
        <Button variant="default" color="red" loading={remove.isRunning} onClick={() => void remove.run({ id })}>
          Delete
        </Button>
      </Part>
      {isSending ? <SendReport of={of} name={name} onClose={() => setSending(false)} /> : null}
    </>
  )
}

function People({ of: { peopleInvolved, witnesses } }: { of: Incident }) {
  if (peopleInvolved.length + witnesses.length === 0) return null
  return (
    <Part title="People">
      <Facts
        facts={[
          ...peopleInvolved.map(({ name, email, role }, index) => ({
            ...{ key: `i${index}`, label: role || 'Involved', value: [name, email].filter(Boolean).join(', ') },
          })),
          ...witnesses.map(({ name, email, phone }, index) => ({
            ...{ key: `w${index}`, label: 'Witness', value: [name, email, phone].filter(Boolean).join(', ') },
          })),
        ]}
      />
    </Part>
  )
}

/** What is deleted with an incident, in words: all that is there of it. */
function goesWithIt(of: Incident): string {
  const people = of.peopleInvolved.length + of.witnesses.length
  const parts = [
    people > 0 && `what is noted of ${formatCount(people, 'person', 'people')}`,
    formatCount(of.responses.length, 'answer'),
    formatCount(of.viewCount, 'opened link'),
    `the note of ${formatCount(of.emailSentTo.length, 'report')} sent`,
    of.actionsTaken !== '' && 'the actions taken',
    of.followUpNotes !== '' && 'the notes on follow-up',
    of.adminFinalResponse !== null && 'the final decision',
  ].filter(part => part !== false)
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
