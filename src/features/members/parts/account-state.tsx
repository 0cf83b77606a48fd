import { Status } from '#ui/status.tsx'

interface Standing {
  accountStatus: 'active' | 'blocked' | 'suspended'
  approvalStatus: 'pending' | 'approved' | 'rejected'
  isConfirmed: boolean
  hasPassword: boolean
}

/** An account's standing in a word: a hold first, then what is still missing, then the approval. */
export function AccountState({ account }: { account: Standing }) {
  const { accountStatus, approvalStatus, isConfirmed, hasPassword } = account
  if (accountStatus === 'blocked') return <Status tone="bad">Blocked</Status>
  if (accountStatus === 'suspended') return <Status tone="bad">Suspended</Status>
  if (!hasPassword) return <Status tone="info">Invited</Status>
  if (!isConfirmed) return <Status tone="info">E-mail not confirmed</Status>
  if (approvalStatus === 'rejected') return <Status tone="bad">Not approved</Status>
  return approvalStatus === 'pending' ? <Status tone="warn">Pending</Status> : <Status tone="good">Approved</Status>
}
