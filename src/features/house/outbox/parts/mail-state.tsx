import { Status, type StatusTone } from '#ui/plain/status.tsx'
import type { MailStatus } from '../inputs.ts'

export const mailStates: Record<MailStatus, { label: string; tone: StatusTone }> = {
  queued: { label: 'Waiting', tone: 'plain' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  suppressed: { label: 'Not wanted', tone: 'warn' },
}

/** How a mail fared, in a word. */
export function MailState({ status }: { status: MailStatus }) {
  const { label, tone } = mailStates[status]
  return <Status tone={tone}>{label}</Status>
}
