import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { formatDateTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api, rpc } from '#web/client.ts'
import { type SectionKind, versionList, versionStates } from '../inputs.ts'
import { saverOf } from '../rules.ts'
import { Preview } from './preview.tsx'
import type { SectionEditorProps } from './section-editor.tsx'
import classes from './section-form.module.css'
import { stateNames, stateTones } from './state-words.ts'
import { ViewLink } from './view-link.tsx'

type Version = Awaited<ReturnType<typeof rpc.content.versions>>['rows'][number]

const nameOf = ({ version }: Version) => `Version ${version}`

const columns: Column<Version>[] = [
  { key: 'version', header: 'Version', kind: 'text', width: 6, of: nameOf },
  {
    key: 'state',
    header: 'State',
    kind: 'status',
    of: ({ state }) => <Status tone={stateTones[state]}>{stateNames[state]}</Status>,
  },
  { key: 'savedBy', header: 'Saved by', kind: 'text', width: 8, of: row => saverOf(row.savedByName) },
  { key: 'savedAt', header: 'Saved', kind: 'date', priority: 1, of: row => row.savedAt },
  { key: 'note', header: 'Note', kind: 'text', width: 16, priority: 3, of: noteOf },
]

function noteOf({ state, publishAt, broughtBack, isEmpty }: Version): string {
  if (isEmpty) return 'Nothing is shown'
  if (broughtBack !== null) return `Brought back from version ${broughtBack}`
  if (publishAt === null) return ''
  return state === 'scheduled'
    ? `To be published on ${formatDateTime(publishAt)}`
    : `Was meant for ${formatDateTime(publishAt)}`
}

/** Every save of a section, the newest first, and bringing an earlier one back. */
export function SectionHistory<S extends z.ZodType<unknown, object>>(props: SectionEditorProps<S>) {
  const { kind } = props
  const list = useList(versionList, api.content.versions, { always: { section: kind.key } })
  return (
    <Page
      title={kind.name}
      heading={`${kind.name}: history`}
      chassis="desk"
      lead="Every save stays here. Open one to look at it and to bring it back."
      actions={<ViewLink to={null}>Back to editing</ViewLink>}
    >
      <DataTable
        {...list}
        label={`Versions of ${kind.name}`}
        noun={['version', 'versions']}
        failed="Failed to load the history"
        columns={columns}
        rowId={row => String(row.version)}
        rowName={nameOf}
        filters={[
          {
            key: 'state',
            label: 'State',
            options: versionStates.map(value => ({ value, label: stateNames[value] })),
          },
        ]}
        panel={{
          title: row => (row ? nameOf(row) : 'Version'),
          body: (id, row) => <VersionPanel key={id} {...props} version={Number(id)} row={row} />,
        }}
        empty={<Empty what="Nothing was saved yet" why="Visitors see the words that stood there at first." />}
      />
    </Page>
  )
}

function VersionPanel<S extends z.ZodType<unknown, object>>(
  props: SectionEditorProps<S> & { version: number; row: Version | undefined },
) {
  const { kind, version, row, asForm } = props
  const query = useQuery(api.content.version.queryOptions({ input: { section: kind.key, version } }))
  return (
    <Query of={query} failed="Failed to load this version">
      {({ content, newest, hasDraft, can }) => (
        <>
          {row ? (
            <Facts
              facts={[
                { label: 'Saved', value: `${formatDateTime(row.savedAt)}, ${saverOf(row.savedByName)}` },
                noteOf(row) ? { label: 'Note', value: noteOf(row) } : null,
              ]}
            />
          ) : null}
          <p className={classes.ways}>
            {can.bringBack ? <BringBack kind={kind} version={version} newest={newest} /> : null}
            {can.goOnFrom ? <GoOnFrom kind={kind} version={version} newest={newest} hasDraft={hasDraft} /> : null}
          </p>
          {content === null ? (
            <p>With this version nothing is shown on the page.</p>
          ) : (
            <Preview>{props.preview(asForm ? asForm(content) : (content as z.input<S>))}</Preview>
          )}
        </>
      )}
    </Query>
  )
}

function BringBack({ kind, version, newest }: { kind: SectionKind; version: number; newest: number }) {
  const bringBack = useAction(rpc.content.bringBackVersion, {
    undo: ({ former, version: made }) =>
      former === null
        ? null
        : sending => rpc.content.bringBackVersion({ section: kind.key, version: former, basedOn: made }, sending),
    done: { title: `Version ${version} is back`, message: 'Visitors see it from now on.' },
    failed: 'This version was not brought back',
  })
  return (
    <Button
      loading={bringBack.isRunning}
      onClick={() => void bringBack.run({ section: kind.key, version, basedOn: newest })}
    >
      Bring this version back
    </Button>
  )
}

function GoOnFrom(props: { kind: SectionKind; version: number; newest: number; hasDraft: boolean }) {
  const { kind, version, newest, hasDraft } = props
  const navigate = useNavigate()
  const pathname = useLocation({ select: location => location.pathname })
  const goOn = useAction(rpc.content.bringBackVersion, {
    confirm: () =>
      hasDraft
        ? {
            title: `Make version ${version} the draft?`,
            body: 'There is a draft already. It goes into the history, and this one takes its place.',
            action: 'Make it the draft',
            keep: 'Keep the draft',
          }
        : null,
    done: { title: `Version ${version} is the draft`, message: 'Visitors do not see it yet.' },
    failed: 'This version is not the draft',
    onDone: () => void navigate({ to: pathname, search: {} }),
  })
  return (
    <Button
      variant="default"
      loading={goOn.isRunning}
      onClick={() => void goOn.run({ section: kind.key, version, basedOn: newest, saving: 'draft' })}
    >
      Go on from it as a draft
    </Button>
  )
}
