import { Status, type StatusTone } from '#ui/plain/status.tsx'
import type { AccountStatus, ApprovalStatus, PlanState } from '../inputs.ts'

export const accountWords: Record<AccountStatus, string> = {
  active: 'Active',
  blocked: 'Blocked',
  suspended: 'Suspended',
}

export const approvalWords: Record<ApprovalStatus, string> = {
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Not approved',
}

export const planStateWords: Record<PlanState, { label: string; tone: StatusTone }> = {
  paid: { label: 'Paid', tone: 'good' },
  free: { label: 'Free', tone: 'plain' },
  paused: { label: 'Paused', tone: 'info' },
  pending: { label: 'Payment pending', tone: 'warn' },
  overdue: { label: 'Payment overdue', tone: 'bad' },
  takenBack: { label: 'Taken back by the bank', tone: 'bad' },
}

interface Account {
  accountStatus: AccountStatus
  approvalStatus: ApprovalStatus
  isConfirmed: boolean
  hasPassword: boolean
  planState: PlanState | null
}

/** Where an account stands, in a word: a hold first, then what is to pay, what is still missing, the approval, and how a member pays. */
export function AccountState({ account }: { account: Account }) {
  const { accountStatus, approvalStatus, isConfirmed, hasPassword, planState } = account
  if (accountStatus !== 'active') return <Status tone="bad">{accountWords[accountStatus]}</Status>
  if (planState === 'overdue' || planState === 'takenBack') return <PlanStatus of={planState} />
  if (!hasPassword) return <Status tone="info">Invited</Status>
  if (!isConfirmed) return <Status tone="info">Email not confirmed</Status>
  if (approvalStatus !== 'approved')
    return <Status tone={approvalStatus === 'rejected' ? 'bad' : 'warn'}>{approvalWords[approvalStatus]}</Status>
  return planState ? <PlanStatus of={planState} /> : <Status tone="good">{approvalWords.approved}</Status>
}

function PlanStatus({ of }: { of: PlanState }) {
  const { label, tone } = planStateWords[of]
  return <Status tone={tone}>{label}</Status>
}
