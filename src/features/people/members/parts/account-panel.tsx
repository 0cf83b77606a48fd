import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Role, roles } from '#platform/auth/actor.ts'
import { formatDate, formatDay, formatMoney, nameOf } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { CheckField, ChoiceField, TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Email } from '#ui/plain/email.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { toast } from '#ui/toast.ts'
import { api, rpc } from '#web/client.ts'
import { holdInput } from '../inputs.ts'
import { AccountState } from './account-state.tsx'

export type AccountRow = Awaited<ReturnType<typeof rpc.members.find>>['rows'][number]

export const roleWords: Record<Role, { label: string; hint: string }> = {
  admin: { label: 'Admin', hint: 'Everything in the back office' },
  committee: { label: 'Committee', hint: 'Reads applications and votes' },
  door: { label: 'Door', hint: 'The screens of the door and nothing else' },
}

export const shownName = (row: AccountRow) => nameOf(row) || row.email

/** How a person is reached and where they stand, before anything else that is known of them. */
export function FirstFacts({ account }: { account: AccountRow }) {
  const { email, phone } = account
  return (
    <Facts
      facts={[
        { label: 'Email', value: <Email of={email} /> },
        { label: 'Phone', value: phone ? <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> : null },
        { label: 'Standing', value: <AccountState account={account} /> },
      ]}
    />
  )
}

/** What helps somebody back in: letting them in again, and their invitation (decision 3). */
export function AccountActions({ account }: { account: AccountRow }) {
  const { userId, can } = account
  const name = shownName(account)
  const release = useAction(rpc.members.unblock, {
    confirm: () => ({
      title: account.accountStatus === 'suspended' ? `Lift the suspension of ${name}?` : `Unblock ${name}?`,
      body:
        account.accountStatus === 'suspended'
          ? 'They can sign in and use the house again at once. Payments for their membership go on with its next month. They are told by email.'
          : 'They can sign in and use the house again at once. A membership that ended with the block does not come back by itself. They are told by email.',
      action: account.accountStatus === 'suspended' ? 'Lift the suspension' : 'Unblock',
    }),
    failed,
  })
  const invite = useAction(rpc.members.inviteAgain, {
    atOnce: 'it sends the same invitation once more',
    done: { title: 'Invitation sent', message: account.email },
    failed,
  })
  if (!can.release && !can.inviteAgain) return null
  return (
    <Group gap="xs" my="md">
      {can.release && (
        <Button size="sm" loading={release.isRunning} onClick={() => void release.run({ userId })}>
          {account.accountStatus === 'suspended' ? 'Lift the suspension' : 'Unblock'}
        </Button>
      )}
      {can.inviteAgain && (
        <Button size="sm" variant="default" loading={invite.isRunning} onClick={() => void invite.run({ userId })}>
          Send the invitation again
        </Button>
      )}
    </Group>
  )
}

/** What shuts somebody out, after everything one reads: signing out everywhere, and holding the account (decision 3). */
export function Deeds({ account }: { account: AccountRow }) {
  const { userId, can } = account
  const name = shownName(account)
  const endSessions = useAction(rpc.members.endSessions, {
    confirm: () => ({
      title: `Sign ${name} out everywhere?`,
      body: 'Every device is signed out at once, API keys and mailed links end, and the person is told by email. They can sign in again.',
      action: 'Sign out everywhere',
      danger: true,
    }),
    done: { title: 'Signed out everywhere', message: name },
    failed,
  })
  const mayHold = can.block || can.suspend
  if (!can.endSessions && !mayHold) return null
  return (
    <Group gap="xs" mt="lg">
      {can.endSessions && (
        <Button
          size="sm"
          variant="default"
          loading={endSessions.isRunning}
          onClick={() => void endSessions.run({ userId })}
        >
          Sign out everywhere
        </Button>
      )}
      {mayHold && <Hold key={`${userId} ${account.accountStatus}`} account={account} name={name} />}
    </Group>
  )
}

/** One account beside the list: its roles, and what is known of it (decisions 1 and 3). */
export function AccountRoles({ account }: { account: AccountRow }) {
  const { userId } = account
  const name = shownName(account)
  const changeRole = useAction(
    ({ role, isGiven }: { role: Role; isGiven: boolean }, sending) =>
      (isGiven ? rpc.members.grantRole : rpc.members.revokeRole)({ userId, role }, sending),
    {
      confirm: ({ role, isGiven }) => roleQuestion(name, role, isGiven),
      done: (_, { role, isGiven }) => ({
        title: isGiven ? 'Role given' : 'Role taken away',
        message: `${name}: ${roleWords[role].label}`,
      }),
      failed,
    },
  )
  return (
    <Stack gap="xl" mt="lg">
      <Stack gap="sm" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend>
          <strong>Roles</strong>
        </legend>
        {roles.map(role => (
          <Checkbox
            key={role}
            label={roleWords[role].label}
            description={roleWords[role].hint}
            checked={account.roles.includes(role)}
            disabled={changeRole.isRunning || (role === 'admin' && !account.can.changeAdminRole)}
            onChange={event => void changeRole.run({ role, isGiven: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <Facts
        facts={[
          { label: 'Reason', value: account.blockedReason },
          { label: 'Two-factor', value: account.twoFactorEnabled ? 'On' : 'Off' },
          { label: 'Account made', value: formatDay(account.createdAt) },
        ]}
      />
    </Stack>
  )
}

const failed = 'That did not work'

const roleQuestion = (name: string, role: Role, isGiven: boolean) => {
  const { label, hint } = roleWords[role]
  return {
    title: isGiven ? `Give ${name} the role ${label}?` : `Take the role ${label} from ${name}?`,
    body: isGiven
      ? `${hint}${role === 'admin' ? ', also giving and taking roles' : ''}.`
      : 'What the role opens closes for them at once.',
    action: isGiven ? 'Give the role' : 'Take it away',
    danger: role === 'admin' || !isGiven,
  }
}

const holds = [
  { value: 'suspended', label: 'Suspend', hint: 'For a while, until something is settled' },
  { value: 'blocked', label: 'Block', hint: 'For good, unless you change your mind' },
] as const

function Hold({ account, name }: { account: AccountRow; name: string }) {
  const { userId, can } = account
  const [isOpen, setOpen] = useState(false)
  const options = holds.filter(({ value }) => (value === 'blocked' ? can.block : can.suspend))
  const opens = options.length > 1 ? 'Block or suspend' : `${options[0]!.label} instead`
  const form = useSchemaForm({
    schema: holdInput,
    initial: { userId, status: options[0]!.value, reason: account.blockedReason ?? '', isGivenBack: true } as {
      userId: string
      status: 'suspended' | 'blocked'
      reason: string
      isGivenBack: boolean
    },
    submit: (values, sending) => rpc.members.block(values, { context: sending }),
    onDone: ({ status }) => toast.success(status === 'blocked' ? 'Account blocked' : 'Account suspended', name),
  })
  const paying = useQuery({ ...api.memberships.ofAccount.queryOptions({ input: { userId } }), enabled: isOpen })
  if (!isOpen)
    return (
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {opens}
      </Button>
    )
  return (
    <div style={{ flex: '1 0 100%' }}>
      <Form
        of={form}
        label={`${opens}: ${name}`}
        actions={
          <>
            <Submit of={form} color="red" busy="Saving…">
              {form.values.status === 'blocked' ? 'Block account' : 'Suspend account'}
            </Submit>
            <Button variant="subtle" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </>
        }
      >
        {options.length > 1 && <ChoiceField of={form.field('status')} label="What happens" options={[...options]} />}
        <Query of={paying} failed="Failed to load the membership">
          {held => (
            <>
              <Consequences held={held} isBlock={form.values.status === 'blocked'} />
              <p>
                Payments that are open are closed. Tokens, also those that were bought, stay on the account and are not
                given back with this; a purchase can be given back at the payment provider.
              </p>
              {form.values.status === 'blocked' && held.unusedPence + held.creditPence > 0 ? (
                <CheckField
                  of={form.field('isGivenBack')}
                  label={`Give back ${formatMoney(held.unusedPence + held.creditPence)}`}
                  hint={`${givenBackWords(held)} It goes to the card that paid.`}
                />
              ) : null}
            </>
          )}
        </Query>
        <TextAreaField
          of={form.field('reason')}
          label="Reason"
          hint="The person reads this, at once by email."
          maxLength={500}
        />
      </Form>
    </div>
  )
}

type Held = Awaited<ReturnType<typeof rpc.memberships.ofAccount>>

function givenBackWords({ unusedPence, creditPence }: Held): string {
  const parts = [
    unusedPence > 0 ? `${formatMoney(unusedPence)} for the unused time` : '',
    creditPence > 0 ? `${formatMoney(creditPence)} of credit` : '',
  ]
  return `${parts.filter(Boolean).join(' and ')}.`
}

/** What is paid for now, and what the hold makes of it. */
function Consequences({ held: { plan }, isBlock }: { held: Held; isBlock: boolean }) {
  if (!plan) return <p>Nothing is charged for a membership of this person.</p>
  const { name, isWaiting, monthlyPence, nextChargeAt } = plan
  const price = monthlyPence > 0 ? `${formatMoney(monthlyPence)} a month` : 'at no cost'
  return (
    <>
      <Facts
        facts={[
          { label: 'Plan', value: `${name}, ${price}` },
          { label: 'Next charge', value: nextChargeAt ? formatDate(nextChargeAt, { year: true }) : 'None' },
        ]}
      />
      <p>{whatHappens(isBlock, { isWaiting, isGift: monthlyPence === 0 })}</p>
    </>
  )
}

function whatHappens(isBlock: boolean, { isWaiting, isGift }: { isWaiting: boolean; isGift: boolean }): string {
  if (isWaiting) return 'The membership has not begun yet. It is cancelled, and nothing is charged.'
  if (isGift)
    return isBlock ? 'The plan at no cost ends at once.' : 'The plan at no cost stays, and runs out on its day.'
  return isBlock
    ? 'The membership ends at once, and nothing more is charged.'
    : 'Nothing is charged, also nothing that is overdue, and no tokens are granted, until you lift the suspension. The membership stays.'
}
