import { listInput } from '#platform/list.ts'

export const ticketTypes = ['member', 'guest'] as const
export const ticketStatuses = ['issued', 'used', 'void'] as const

/** Searched by name or ticket code. */
export const checkInList = listInput(['lastEntryAt', 'name'], '-lastEntryAt')
