import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  messages,
  paperDecision,
  paperKinds,
  paperList,
  paperStatuses,
  paperWords,
  paperWordsOf,
} from '#features/market/papers/inputs.ts'
import { formatDateTime, formatDay } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import classes from './stall-admin.module.css'

type Row = Awaited<ReturnType<typeof rpc.stalls.papers>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'person', header: 'Person', kind: 'person', priority: 1, of: row => row.person.name },
  { key: 'kind', header: 'Document', kind: 'text', of: row => paperWords[row.kind] },
  { key: 'status', header: 'Status', kind: 'text', of: row => paperWordsOf[row.status] },
  { key: 'expiresOn', header: 'Good until', kind: 'date', as: 'date', year: true, of: row => row.expiresOn },
  { key: 'createdAt', header: 'Handed in', kind: 'date', priority: 3, of: row => row.createdAt },
]

/** Documents of stallholders, those to be looked at unless another state is asked for (MKT-11). */
export function PapersTable() {
  const list = useList(paperList, api.stalls.papers, { canExport: true, usual: { status: 'waiting' } })
  return (
    <DataTable
      {...list}
      label="Documents of stallholders"
      noun={['document', 'documents']}
      failed={messages.load}
      columns={columns}
      rowId={row => row.id}
      rowName={row => `${paperWords[row.kind]}, ${row.person.name}`}
      searchFor="Name or email"
      filters={[
        {
          key: 'status',
          label: 'Status',
          options: paperStatuses.map(value => ({ value, label: paperWordsOf[value] })),
        },
        { key: 'runsOut', label: 'Runs out', options: [{ value: 'beforeStall', label: 'Before the stall' }] },
        { key: 'kind', label: 'Document', options: paperKinds.map(value => ({ value, label: paperWords[value] })) },
      ]}
      panel={{
        title: row => (row ? paperWords[row.kind] : 'Document'),
        body: (id, row) => (row ? <Paper key={id} paper={row} /> : <p>It is not on this page of the list.</p>),
      }}
      empty={
        <Empty what="No document waits" why="What stallholders hand in is here until somebody has looked at it." />
      }
    />
  )
}

function Paper({ paper }: { paper: Row }) {
  const { id, kind, fileId, mime, isKept, person, can, reason, decidedAt } = paper
  const [isRefusing, setRefusing] = useState(false)
  const name = `${paperWords[kind]} of ${person.name}`
  const accept = useAction(rpc.stalls.decide, {
    confirm: () => ({
      title: `Accept the ${paperWords[kind].toLowerCase()}?`,
      body:
        kind === 'residence'
          ? `${person.name} has the discount for residents from now on, and what they paid too much for stalls goes back by itself.`
          : `${person.name} is told.`,
      action: 'Accept',
      keep: 'Not yet',
    }),
    done: 'Document accepted',
    failed: messages.decideFailed,
  })
  return (
    <>
      <Facts
        facts={[
          {
            label: 'Person',
            value: (
              <ObjectLink noun="person" id={person.id}>
                {person.name}
              </ObjectLink>
            ),
          },
          { label: 'Status', value: paperWordsOf[paper.status] },
          { label: 'Good until', value: paper.expiresOn && formatDay(paper.expiresOn) },
          { label: 'Handed in', value: formatDateTime(paper.createdAt) },
          { label: 'Decided', value: decidedAt && formatDateTime(decidedAt) },
          { label: 'Reason', value: reason },
        ]}
      />
      {!isKept ? (
        <p>The file is deleted.</p>
      ) : mime?.startsWith('image/') ? (
        <a href={`/files/${fileId}`} target="_blank" rel="noopener">
          <img src={`/files/${fileId}`} alt={name} className={classes.document} />
        </a>
      ) : (
        <p>
          <a href={`/files/${fileId}`} download>
            Download the PDF<span className="visually-hidden">: {name}</span>
          </a>
        </p>
      )}
      {can.decide ? (
        <div className={classes.deeds}>
          <Button loading={accept.isRunning} onClick={() => void accept.run({ id, verdict: 'accepted' })}>
            Accept
          </Button>
          <Button variant="default" onClick={() => setRefusing(true)}>
            Refuse
          </Button>
        </div>
      ) : null}
      {isRefusing ? <Refuse paper={paper} onClose={() => setRefusing(false)} /> : null}
    </>
  )
}

function Refuse({ paper: { id, kind, person }, onClose }: { paper: Row; onClose: () => void }) {
  const form = useSchemaForm({
    schema: paperDecision,
    initial: { id, verdict: 'refused' as const, reason: '' },
    submit: (values, { idempotencyKey }) => rpc.stalls.decide(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Document refused', `${person.name} is told why.`)
      onClose()
    },
    onFailed: () => toast.error(messages.decideFailed),
  })
  return (
    <Dialog title={`Refuse the ${paperWords[kind].toLowerCase()}?`} onClose={onClose} keepsInput>
      <Form
        of={form}
        label="Refuse the document"
        actions={
          <>
            <Submit of={form} busy="Refusing…" color="red">
              Refuse
            </Submit>
            <Button variant="subtle" onClick={onClose}>
              Not yet
            </Button>
          </>
        }
      >
        <p>The file is deleted, and {person.name} is asked for another one.</p>
        <TextField
          of={form.field('reason')}
          label="Reason"
          hint={`${person.name} reads it in the email.`}
          maxLength={300}
        />
      </Form>
    </Dialog>
  )
}
