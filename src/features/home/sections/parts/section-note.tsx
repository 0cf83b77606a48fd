import { Button } from '@mantine/core'
import { formatDateTime, formatExact } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Status } from '#ui/plain/status.tsx'
import { rpc } from '#web/client.ts'
import type { SectionKind } from '../inputs.ts'
import { saverOf } from '../rules.ts'
import classes from './section-note.module.css'
import { stateNames, stateTones } from './state-words.ts'
import type { SectionInHand } from './use-section-form.ts'

/** What is in the form: a draft, what waits for its time or what visitors read; by whom, and what is to happen to it. */
export function SectionNote({ section, kind }: { section: SectionInHand; kind: SectionKind }) {
  const { state, savedAt, savedByName, scheduled } = section
  const holdBack = useAction(rpc.content.holdBackVersion, {
    confirm: () => ({
      title: `Hold ${kind.name} back?`,
      body: 'It stays as a draft, and is not published by itself.',
      action: 'Hold back',
      keep: 'Publish it as planned',
    }),
    done: 'It is a draft again',
    failed: 'This could not be held back',
  })
  return (
    <div className={classes.note}>
      <p>
        <Status tone={stateTones[state]}>{stateNames[state]}</Status>{' '}
        {savedAt ? (
          <span title={formatExact(savedAt)}>
            {saverOf(savedByName)}, {formatDateTime(savedAt)}
          </span>
        ) : (
          'As the house came'
        )}
      </p>
      {scheduled ? (
        <p>
          Version {scheduled.version} is published by itself on {formatDateTime(scheduled.publishAt)}.{' '}
          <Button
            variant="default"
            size="sm"
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
