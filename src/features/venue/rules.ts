import type { SettingKey } from './inputs.ts'

/** How a setting is edited. Money is typed in pounds; `count` carries the unit that people read. */
export type SettingField = { key: SettingKey; label: string; hint?: string } & (
  | { kind: 'time' | 'money' | 'yes' | 'text' | 'lines' | 'email' | 'phone' | 'day' | 'pages' }
  | { kind: 'count'; unit: string }
  | { kind: 'choice'; options: { value: string; label: string }[] }
)

export interface SettingGroup {
  id: string
  title: string
  lead: string
  fields: SettingField[]
}

/** Every setting once, by the work it belongs to. A test compares this list with the schema. */
export const settingGroups: SettingGroup[] = [
  {
    id: 'house',
    title: 'The house',
    lead: 'Shown wherever the house, its hours or how to reach it appears.',
    fields: [
      { key: 'opensAt', label: 'Opens at', kind: 'time' },
      { key: 'closesAt', label: 'Closes at', kind: 'time' },
      { key: 'venueAddress', label: 'Address', kind: 'lines' },
      { key: 'venuePhone', label: 'Phone', kind: 'phone' },
      { key: 'venueEmail', label: 'E-mail', kind: 'email' },
      {
        key: 'pagesOpenToVisitors',
        label: 'Pages open to visitors',
        kind: 'pages',
        hint: 'Everything else of the members’ side needs a sign-in.',
      },
    ],
  },
  {
    id: 'bookings',
    title: 'Bookings',
    lead: 'When places can be booked, how long an unpaid one is held and what cancelling gives back.',
    fields: [
      { key: 'firstSlotAt', label: 'First slot starts', kind: 'time' },
      { key: 'lastSlotAt', label: 'Last slot starts', kind: 'time' },
      { key: 'slotStepMinutes', label: 'A slot every', kind: 'count', unit: 'minutes' },
      { key: 'slotsMayRunPastClosing', label: 'Offer slots that end after closing', kind: 'yes' },
      { key: 'holdMinutes', label: 'Unpaid places are held for', kind: 'count', unit: 'minutes' },
      { key: 'cancellationHours', label: 'Full refund until', kind: 'count', unit: 'hours before' },
      {
        key: 'freeMembersFacilities',
        label: 'Free members and facilities',
        kind: 'choice',
        options: [
          { value: 'blocked', label: 'Cannot book' },
          { value: 'card', label: 'Pay by card' },
        ],
      },
    ],
  },
  {
    id: 'tokens',
    title: 'Tokens and membership',
    lead: 'The price of a token before a tier’s discount, and how many members there is room for.',
    fields: [
      { key: 'tokenPricePence', label: 'Price of a token', kind: 'money' },
      { key: 'loyaltyTokens', label: 'Bonus after every third paid month', kind: 'count', unit: 'tokens' },
      {
        key: 'maxActiveMembers',
        label: 'Active members at most',
        kind: 'count',
        unit: 'people',
        hint: 'Further approvals wait in line.',
      },
    ],
  },
  {
    id: 'committee',
    title: 'Committee',
    lead: 'How applications are read and how long their documents are kept.',
    fields: [
      { key: 'blindFirstRead', label: 'Hide name and picture until the vote', kind: 'yes' },
      { key: 'voteReminderHours', label: 'Remind the committee after', kind: 'count', unit: 'hours' },
      { key: 'reapplyAfterDays', label: 'Apply again after a rejection', kind: 'count', unit: 'days' },
      {
        key: 'documentRetentionDays',
        label: 'Delete documents after the decision',
        kind: 'count',
        unit: 'days',
      },
    ],
  },
  {
    id: 'market',
    title: 'Market and door',
    lead: 'Entry to the market and how its tickets behave.',
    fields: [
      { key: 'guestEntryPence', label: 'Entry for guests', kind: 'money' },
      {
        key: 'membersEnterFreeUntil',
        label: 'Members enter free until',
        kind: 'day',
        hint: 'Empty: always.',
      },
      { key: 'ticketMinutes', label: 'A ticket’s code is good for', kind: 'count', unit: 'minutes' },
      {
        key: 'entryCooldownMinutes',
        label: 'A member can enter again after',
        kind: 'count',
        unit: 'minutes',
      },
    ],
  },
  {
    id: 'security',
    title: 'Security',
    lead: 'Sign-in of admins and how long the audit log is kept.',
    fields: [
      { key: 'twoFactorRequiredForAdmins', label: 'Admins must use two-factor sign-in', kind: 'yes' },
      { key: 'auditMonths', label: 'Keep the audit log', kind: 'count', unit: 'months' },
    ],
  },
]
