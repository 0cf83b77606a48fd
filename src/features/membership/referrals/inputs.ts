export const referralStatuses = ['pending', 'completed'] as const
