import { Status } from '#ui/plain/status.tsx'
import type { AccountStatus, ApprovalStatus } from '../inputs.ts'

export const accountWords: Record<AccountStatus, string> = {
  active: 'Active',
  blocked: 'Blocked',
  suspended: 'Suspended',
}

interface Account {
  accountStatus: AccountStatus
  approvalStatus: ApprovalStatus
  isConfirmed: boolean
  hasPassword: boolean
  /** the payment of their membership is */
  isOverdue: boolean
}

/** Where an account stands, in a word: a hold first, then what is still missing, then the approval; and that its payment is overdue. */
export const AccountState = ({ account }: { account: Account }) => (
  <>
    <Standing account={account} />
    {account.isOverdue ? (
      <>
        {' '}
        <Status tone="bad">Overdue</Status>
      </>
    ) : null}
  </>
)

function Standing({ account }: { account: Account }) {
  const { accountStatus, approvalStatus, isConfirmed, hasPassword } = account
  if (accountStatus !== 'active') return <Status tone="bad">{accountWords[accountStatus]}</Status>
  if (!hasPassword) return <Status tone="info">Invited</Status>
  if (!isConfirmed) return <Status tone="info">Email not confirmed</Status>
  if (approvalStatus === 'rejected') return <Status tone="bad">Not approved</Status>
  return approvalStatus === 'pending' ? <Status tone="warn">Pending</Status> : <Status tone="good">Approved</Status>
}
