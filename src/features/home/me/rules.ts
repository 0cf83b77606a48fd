export const accountTabs = ['personal', 'creative', 'membership', 'guests', 'referrals', 'security'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The account tab that an address names: `invite` means the guests, anything unknown the first (MEM-18, MEM-19). */
export function accountTab(value: unknown): AccountTab {
  if (value === 'invite') return 'guests'
  return accountTabs.find(tab => tab === value) ?? 'personal'
}
