import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '#platform/dates.ts'
import { formatCount, formatDate, formatDay } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DateField, EmailField, TextField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { invitation } from '../inputs.ts'
import { messages } from '../rules.ts'
import classes from './guests-tab.module.css'
import { PassCode } from './pass-code.tsx'

type Mine = Awaited<ReturnType<typeof rpc.guestPasses.mine>>
type Pass = Mine['rows'][number]

/** The account's guests: whom one invited, with what became of it, and the way to invite another (GST-01…06). */
export function GuestsTab() {
  const query = useQuery(api.guestPasses.mine.queryOptions())
  return (
    <Query of={query} failed="Failed to load your guests">
      {mine => (
        <>
          <Section title="Invite a guest" lead={leftWords(mine)} aside>
            {mine.problem ? <Empty what={noneWords(mine)} why={mine.problem.message} /> : <Invite mine={mine} />}
          </Section>
          <Section title="Your guests" aside>
            {mine.rows.length === 0 ? (
              <Empty what="No guests yet" why="Whom you invite appears here, with what became of the pass." />
            ) : (
              <ul className={classes.list}>
                {mine.rows.map(pass => (
                  <PassRow key={pass.id} pass={pass} url={mine.passUrl + pass.id} />
                ))}
              </ul>
            )}
            {mine.hasEarlier ? <p>Your latest {mine.rows.length} guests are shown; earlier ones are not.</p> : null}
          </Section>
        </>
      )}
    </Query>
  )
}

function noneWords({ problem, limit }: Mine): string {
  if (problem?.code !== 'NO_PASSES_LEFT') return 'Guest passes come with a membership'
  return limit === 0 ? 'Your plan has no guest passes' : 'No guest pass is left'
}

const leftWords = ({ limit, left }: Mine) =>
  limit === 0 ? undefined : `${left} of ${formatCount(limit, 'guest pass', 'guest passes')} left this month.`

function Invite({ mine: { today, longestDays } }: { mine: Mine }) {
  const form = useSchemaForm({
    schema: invitation,
    initial: { guestName: '', guestEmail: '', validUntil: addDays(today, 7), notes: '' },
    keep: 'guest-invitation',
    notKept: ['validUntil'],
    submit: async (values, { idempotencyKey }) => {
      try {
        return await rpc.guestPasses.invite(values, { context: { idempotencyKey } })
      } catch (error) {
        toast.error(messages.inviteFailed, describeProblem(error).message)
        throw error
      }
    },
    onDone: (_, { guestName, guestEmail }) => {
      form.reset()
      toast.success(`${guestName} is invited`, `The pass goes to ${guestEmail}.`)
    },
  })
  return (
    <Form
      of={form}
      label="Invite a guest"
      actions={
        <Submit of={form} busy="Sending…">
          Send invitation
        </Submit>
      }
    >
      <Row>
        <TextField of={form.field('guestName')} label="Guest’s name" maxLength={100} />
        <EmailField of={form.field('guestEmail')} label="Guest’s email" maxLength={255} autoComplete="off" />
      </Row>
      <DateField
        of={form.field('validUntil')}
        label="Good until"
        hint="The pass lets your guest in once, until the end of this day."
        min={today}
        max={addDays(today, longestDays)}
      />
      <TextField of={form.field('notes')} label="Note for the door" optional maxLength={200} />
    </Form>
  )
}

function PassRow({ pass, url }: { pass: Pass; url: string }) {
  const [isShown, setShown] = useState(false)
  const { guestName, guestEmail, validUntil, status, lastUsedAt, can, notes } = pass
  const cancel = useAction(rpc.guestPasses.cancel, {
    confirm: () => ({
      title: `Cancel the pass of ${guestName}?`,
      body: 'It lets nobody in any more. We tell your guest by email, unless they have had three emails from us today.',
      action: 'Cancel the pass',
      keep: 'Keep the pass',
      danger: true,
    }),
    done: 'The pass is cancelled',
    failed: 'The pass was not cancelled',
  })
  const again = useAction(rpc.guestPasses.sendAgain, {
    atOnce: 'sends the same invitation once more',
    done: { title: 'Invitation sent again', message: `To ${guestEmail}.` },
    failed: messages.inviteFailed,
  })
  return (
    <li>
      <div>
        <strong>{guestName}</strong> <Status tone={tones[status]}>{words[status]}</Status>
        <p>{guestEmail}</p>
        <p>
          {lastUsedAt ? `Came ${formatDate(lastUsedAt, { year: true })}` : `Good until ${formatDay(validUntil)}`}
          {notes ? ` · ${notes}` : ''}
        </p>
        {can.change && notReached(pass.invitation) ? (
          <p role="status">The invitation did not reach them. Send them the link yourself: it is with the code.</p>
        ) : null}
      </div>
      {can.change ? (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setShown(true)}>
            Show code
          </Button>
          <Button variant="default" onClick={() => void again.run({ id: pass.id })} loading={again.isRunning}>
            Send again
          </Button>
          <Button variant="default" onClick={() => void cancel.run({ id: pass.id })} loading={cancel.isRunning}>
            Cancel
          </Button>
        </div>
      ) : null}
      <Dialog title={`Guest pass of ${guestName}`} isOpen={isShown} onClose={() => setShown(false)}>
        {isShown ? <OwnCode id={pass.id} url={url} /> : null}
      </Dialog>
    </li>
  )
}

function OwnCode({ id, url }: { id: string; url: string }) {
  const pass = useQuery(api.guestPasses.show.queryOptions({ input: { id } }))
  return (
    <Query of={pass} failed={messages.qrFailed}>
      {({ code, passCode }) =>
        code && passCode ? (
          <>
            <PassCode code={code} passCode={passCode} />
            <CopyButton value={url} label="Copy link for your guest" />
          </>
        ) : (
          <Empty what="This pass is over" />
        )
      }
    </Query>
  )
}

const notReached = (mail: Pass['invitation']) => mail === 'failed' || mail === 'suppressed'

const words = { active: 'Active', used: 'Used', expired: 'Expired', cancelled: 'Cancelled' } as const
const tones = { active: 'good', used: 'info', expired: 'warn', cancelled: 'bad' } as const
