import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { formatDay } from '#ui/dates.tsx'
import { Facts } from '#ui/facts.tsx'
import { ChoiceField, TextAreaField } from '#ui/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form.tsx'
import { describeProblem } from '#ui/problem.ts'
import { toast } from '#ui/toast.tsx'
import { api, rpc } from '#web/client.ts'
import { holdInput } from '../inputs.ts'
import { AccountState } from './account-state.tsx'

export type AccountRow = Awaited<ReturnType<typeof rpc.members.find>>['rows'][number]

const roleWords = {
  admin: { label: 'Admin', hint: 'Everything in the back office' },
  committee: { label: 'Committee', hint: 'Reads applications and votes' },
  door: { label: 'Door', hint: 'The three door screens only' },
} as const
type Role = keyof typeof roleWords

/** One account beside the list: what is known of it, its roles, and its standing (decisions 1 and 3). */
export function AccountPanel({ account }: { account: AccountRow }) {
  const cache = useQueryClient()
  const settle = {
    onError: (error: unknown) => toast.error('That did not work', describeProblem(error).message),
    onSettled: () => void cache.invalidateQueries({ queryKey: api.members.key() }),
  }
  const { userId } = account
  const changeRole = useMutation({
    mutationFn: ({ role, isGiven }: { role: Role; isGiven: boolean }) =>
      isGiven ? rpc.members.grantRole({ userId, role }) : rpc.members.revokeRole({ userId, role }),
    ...settle,
  })
  const release = useMutation({ mutationFn: () => rpc.members.unblock({ userId }), ...settle })
  const invite = useMutation({
    mutationFn: () => rpc.members.inviteAgain({ userId }),
    onSuccess: () => toast.success('Invitation sent', account.email),
    ...settle,
  })
  const name = `${account.firstName} ${account.lastName}`.trim() || account.email
  const toggle = async (role: Role, isGiven: boolean) => {
    const isSure =
      role !== 'admin' ||
      (await confirm({
        title: isGiven ? `Make ${name} an admin?` : `Take the admin role from ${name}?`,
        body: isGiven
          ? 'Admins can do everything here, also give and take roles.'
          : 'The back office closes for them at once.',
        action: isGiven ? 'Make admin' : 'Take it away',
        danger: true,
      }))
    if (isSure) changeRole.mutate({ role, isGiven })
  }
  return (
    <Stack gap="xl">
      <Facts
        facts={[
          { label: 'Email', value: account.email },
          { label: 'Phone', value: account.phone },
          { label: 'Standing', value: <AccountState account={account} /> },
          { label: 'Reason', value: account.blockedReason },
          { label: 'Two-factor', value: account.twoFactorEnabled ? 'On' : 'Off' },
          { label: 'Account made', value: formatDay(account.createdAt) },
        ]}
      />
      <Stack gap="sm" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
        <legend>
          <strong>Roles</strong>
        </legend>
        {(Object.keys(roleWords) as Role[]).map(role => (
          <Checkbox
            key={role}
            label={roleWords[role].label}
            description={roleWords[role].hint}
            checked={account.roles.includes(role)}
            disabled={changeRole.isPending || (role === 'admin' && !account.can.changeAdminRole)}
            onChange={event => void toggle(role, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      {account.can.inviteAgain && (
        <Group>
          <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
            Send the invitation again
          </Button>
        </Group>
      )}
      {account.can.hold && <Hold key={userId} userId={userId} name={name} />}
      {account.can.release && (
        <Group>
          <Button loading={release.isPending} onClick={() => release.mutate()}>
            {account.accountStatus === 'suspended' ? 'Lift the suspension' : 'Unblock'}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Hold({ userId, name }: { userId: string; name: string }) {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const form = useSchemaForm({
    schema: holdInput,
    initial: { userId, status: 'suspended' as const, reason: '' } as {
      userId: string
      status: 'suspended' | 'blocked'
      reason: string
    },
    submit: (values, sending) => rpc.members.block(values, { context: sending }),
    onDone: ({ status }) => {
      toast.success(status === 'blocked' ? 'Account blocked' : 'Account suspended', name)
      void cache.invalidateQueries({ queryKey: api.members.key() })
    },
  })
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          Block or suspend
        </Button>
      </Group>
    )
  return (
    <Form
      of={form}
      label={`Block or suspend ${name}`}
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
      <ChoiceField
        of={form.field('status')}
        label="What happens"
        options={[
          { value: 'suspended', label: 'Suspend', hint: 'For a while, until something is settled' },
          { value: 'blocked', label: 'Block', hint: 'For good, unless you change your mind' },
        ]}
      />
      <TextAreaField of={form.field('reason')} label="Reason" hint="The person reads this." maxLength={500} />
    </Form>
  )
}
