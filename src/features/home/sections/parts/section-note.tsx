import { Button } from '@mantine/core'
import { formatDateTime, formatExact } from '#platform/words.ts'
import { type Action, useAction } from '#ui/action.ts'
import { Status } from '#ui/plain/status.tsx'
import { rpc } from '#web/client.ts'
import type { SectionKind } from '../inputs.ts'
import { saverOf } from '../rules.ts'
import classes from './section-note.module.css'
import { stateNames, stateTones } from './state-words.ts'
import type { SectionInHand } from './use-section-form.ts'

/** What is in the form: a draft, what waits for its time or what visitors read; by whom, and what is to happen to it. */
export function SectionNote({
  section,
  kind,
  takeOff,
}: {
  section: SectionInHand
  kind: SectionKind
  takeOff: Action<null, unknown>
}) {
  const { state, savedAt, savedByName, scheduled, published, can } = section
  const holdBack = useAction(rpc.content.holdBackVersion, {
    confirm: () => ({
      title: `Hold ${kind.name} back?`,
      body: scheduled?.hasDraftBeside
        ? `It is not published by itself. Your newer draft stays as it is, and version ${scheduled.version} stays under History.`
        : 'It stays as a draft, and is not published by itself.',
      action: 'Hold back',
      keep: 'Publish it as planned',
    }),
    done: ({ isDraft, version }) =>
      isDraft
        ? 'It is a draft again'
        : {
            title: 'It is not published by itself',
            message: `Version ${version} is under History, beside your draft.`,
          },
    failed: 'This could not be held back',
  })
  return (
    <div className={classes.note}>
      <p>
        {state ? (
          <Status tone={stateTones[state]}>{stateNames[state]}</Status>
        ) : (
          <Status tone="plain">Not shown</Status>
        )}{' '}
        {savedAt ? (
          <span title={formatExact(savedAt)}>
            {saverOf(savedByName)}, {formatDateTime(savedAt)}
          </span>
        ) : (
          'Nobody has changed it yet'
        )}
      </p>
      {can.takeOff ? (
        <p>
          {published && state !== 'published'
            ? `Members see what was published on ${formatDateTime(published.at)}. `
            : ''}
          <Button variant="default" size="xs" loading={takeOff.isRunning} onClick={() => void takeOff.run(null)}>
            Take it off the page
          </Button>
        </p>
      ) : null}
      {scheduled ? (
        <p>
          Version {scheduled.version} is published by itself on {formatDateTime(scheduled.publishAt)}.{' '}
          <Button
            variant="default"
            size="xs"
            loading={holdBack.isRunning}
            onClick={() => void holdBack.run({ section: kind.key })}
          >
            Hold back
          </Button>
        </p>
      ) : null}
    </div>
  )
}
