import type { StatusTone } from '#ui/plain/status.tsx'
import type { VersionState } from '../inputs.ts'

export const stateNames: Record<VersionState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  replaced: 'Earlier',
}

export const stateTones: Record<VersionState, StatusTone> = {
  draft: 'info',
  scheduled: 'warn',
  published: 'good',
  replaced: 'plain',
}
