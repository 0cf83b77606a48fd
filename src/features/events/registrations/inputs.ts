/** Coming; was there; does not come any more (EVA-17). */
export const registrationStatuses = ['registered', 'attended', 'cancelled'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]
