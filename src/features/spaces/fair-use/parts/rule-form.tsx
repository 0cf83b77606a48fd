import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDate, formatTimeRange } from '#platform/words.ts'
import { SelectField } from '#ui/form/fields.tsx'
import { Form, Row, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { type FairUseKind, fairUseKinds, kindLabels, messages, ruleInput, trialInput } from '../inputs.ts'
import classes from './rule-form.module.css'

export type Rules = Awaited<ReturnType<typeof rpc.fairUse.list>>
export type Rule = Rules['rules'][number]

/** A new rule, or another one in the place of `rule`; what it would have refused is said before it is saved. */
export function RuleForm({ all, rule, onDone }: { all: Rules; rule?: Rule; onDone: () => void }) {
  const form = useSchemaForm({
    schema: ruleInput,
    initial: {
      ...(rule && { id: rule.id }),
      kind: rule?.kind ?? ('ahead_days' as FairUseKind),
      value: rule?.value ?? 14,
      facilityId: rule?.facilityId ?? '',
      tierId: rule?.tierId ?? '',
    },
    submit: (values, { idempotencyKey }) => rpc.fairUse.save(values, { context: { idempotencyKey } }),
    onDone: () => {
      toast.success('Rule saved', 'It holds for whatever is booked from now on.')
      onDone()
    },
    onFailed: () => toast.error(messages.saveFailed),
  })
  const { kind, value, facilityId, tierId } = form.values
  const tried = trialInput.safeParse({ id: rule?.id, kind, value, facilityId, tierId })
  const isWhole = ruleInput.safeParse(form.values).success
  const found = useQuery({
    ...api.fairUse.tryOut.queryOptions({ input: tried.data ?? { kind, value: 1 } }),
    enabled: tried.success && isWhole,
  })
  return (
    <Form
      of={form}
      label={rule ? 'Change a rule' : 'Add a rule'}
      isLong
      actions={
        <Submit of={form} busy="Saving…">
          Save rule
        </Submit>
      }
    >
      <Row>
        <SelectField
          of={form.field('kind')}
          label="What is limited"
          options={fairUseKinds.map(each => ({ value: each, label: kindLabels[each].label }))}
        />
        <WholeField of={form.field('value')} label={kindLabels[kind].unit} />
      </Row>
      <Row>
        <SelectField
          of={form.field('facilityId')}
          label="Where"
          placeholder="Every facility"
          options={all.facilities.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          of={form.field('tierId')}
          label="For whom"
          placeholder="Everybody"
          options={all.tiers.map(({ id, name }) => ({ value: id, label: `${name} members` }))}
        />
      </Row>
      {tried.success && isWhole ? (
        <Query of={found} failed={messages.tryFailed}>
          {trial => <Trial trial={trial} />}
        </Query>
      ) : null}
    </Form>
  )
}

/** The coming bookings that the rule would have refused. */
function Trial({ trial: { count, rows } }: { trial: Awaited<ReturnType<typeof rpc.fairUse.tryOut>> }) {
  if (count === 0)
    return (
      <p role="status" className={classes.none}>
        Every coming booking would be allowed.
      </p>
    )
  return (
    <details className={classes.trial}>
      <summary>
        <span role="status">
          <strong>
            {count === 1 ? 'This coming booking' : `These ${formatCount(count, 'coming booking')}`} would not be
            allowed.
          </strong>{' '}
          {count === 1 ? 'It stays as it is.' : 'They stay as they are.'}
        </span>
      </summary>
      <ul>
        {rows.map(({ id, person, facilityName, on, startsAt, endsAt }) => (
          <li key={id}>
            <ObjectLink noun="person" id={person.id}>
              {person.name}
            </ObjectLink>
            , {facilityName}, {formatDate(on)}, {formatTimeRange(startsAt, endsAt)}
          </li>
        ))}
        {count > rows.length ? <li>and {count - rows.length} more</li> : null}
      </ul>
    </details>
  )
}
