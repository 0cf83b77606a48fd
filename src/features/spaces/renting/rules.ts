import type { MigrationStatus } from '#features/spaces/rentals/inputs.ts'

/** How it stands with a rental, for the person who rents. */
export type RentalState = 'prepared' | 'toBegin' | 'running' | 'unpaid' | 'ended'

const states: Record<MigrationStatus, RentalState> = {
  pending: 'prepared',
  link_sent: 'toBegin',
  activated: 'running',
  ended: 'ended',
}

export const rentalState = (of: { migrationStatus: MigrationStatus; unpaidPence: number | null }): RentalState =>
  of.unpaidPence === null ? states[of.migrationStatus] : 'unpaid'
