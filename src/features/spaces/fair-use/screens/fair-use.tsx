import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatTimeRange } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { AnchorLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { type Rule, RuleForm, type Rules } from '../parts/rule-form.tsx'
import classes from '../parts/rules.module.css'

/** /admin/fair-use: what people may book at most, and when, in sentences by facility; with what else limits each of them. */
export function FairUse() {
  const query = useQuery(api.fairUse.list.queryOptions())
  const { isOpen, open, close } = useDialog('new-rule')
  const [changed, setChanged] = useState<Rule | null>(null)
  const all = query.data
  return (
    <Page
      title="Fair use"
      chassis="desk"
      lead="What people may book at most, and when. A rule holds for whatever is booked from now on; what is booked already stays."
      actions={<Button onClick={open}>Add a rule</Button>}
    >
      <Query of={query} failed={messages.listFailed}>
        {({ rules, facilities }) => (
          <>
            <Section
              title="Every facility"
              lead="Hours and bookings of all of them count together, but of those with a rule of their own."
              aside
            >
              <RuleList rules={rules.filter(({ facilityId }) => facilityId === null)} onChange={setChanged} />
            </Section>
            {facilities
              .filter(({ id, isActive }) => isActive || rules.some(({ facilityId }) => facilityId === id))
              .map(facility => (
                <Section key={facility.id} title={facility.name} aside>
                  <RuleList
                    rules={rules.filter(({ facilityId }) => facilityId === facility.id)}
                    where={facility.name}
                    onChange={setChanged}
                  />
                  <Besides facility={facility} />
                </Section>
              ))}
          </>
        )}
      </Query>
      {all ? (
        <>
          <Dialog isOpen={isOpen} onClose={close} title="Add a rule" keepsInput>
            <RuleForm all={all} onDone={close} />
          </Dialog>
          {changed ? (
            <Dialog onClose={() => setChanged(null)} title="Change a rule" keepsInput>
              <RuleForm all={all} rule={changed} onDone={() => setChanged(null)} />
            </Dialog>
          ) : null}
        </>
      ) : null}
    </Page>
  )
}

/** What limits a facility besides: hours and the pause are its room's, closures are in the calendar. */
function Besides({ facility }: { facility: Rules['facilities'][number] }) {
  const { opensAt, closesAt, turnaroundMinutes, hasOwnHours } = facility
  return (
    <p className={classes.else}>
      Besides: open {formatTimeRange(opensAt, closesAt)}, as{' '}
      {hasOwnHours ? 'its room is' : <AnchorLink to="/admin/settings">the house is</AnchorLink>};{' '}
      {turnaroundMinutes === 0
        ? 'no pause between bookings'
        : `${formatCount(turnaroundMinutes, 'minute')} between bookings`}
      ; <AnchorLink to="/admin/house-calendar">closed</AnchorLink> when its room is.
    </p>
  )
}

function RuleList(props: { rules: readonly Rule[]; where?: string; onChange: (rule: Rule) => void }) {
  if (props.rules.length === 0) return <p className={classes.none}>No rule.</p>
  return (
    <ul className={classes.rules}>
      {props.rules.map(rule => (
        <li key={rule.id}>
          <span>{sentence(rule)}</span>
          <span className={classes.ways}>
            <Button
              variant="default"
              size="sm"
              onClick={() => props.onChange(rule)}
              aria-label={`Change: ${nameOf(rule)}`}
            >
              Change
            </Button>
            <Remove rule={rule} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Remove({ rule }: { rule: Rule }) {
  const remove = useAction(rpc.fairUse.remove, {
    confirm: () => ({
      title: 'Remove this rule?',
      body: `${nameOf(rule)}. It no longer holds from this moment on.`,
      action: 'Remove rule',
      danger: true,
    }),
    done: 'Rule removed',
    failed: messages.removeFailed,
  })
  return (
    <Button
      variant="default"
      size="sm"
      loading={remove.isRunning}
      onClick={() => void remove.run({ id: rule.id })}
      aria-label={`Remove: ${nameOf(rule)}`}
    >
      Remove
    </Button>
  )
}

const sentence = ({ words, tierName }: Rule) => (tierName === null ? `${words}.` : `${words}, for ${tierName} members.`)
const nameOf = (rule: Rule) => `${rule.facilityName ?? 'Every facility'}: ${sentence(rule).slice(0, -1)}`
