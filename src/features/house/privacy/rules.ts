import type { Problem } from '#platform/problem.ts'

export const whyNot = {
  /** `blockedBy`: what of the person's is still under way, in the words of the data map; null when nothing is. */
  erase(actor: { userId: string | null }, person: { userId: string; blockedBy: string | null }): Problem | null {
    const message = actor.userId === person.userId ? 'Nobody erases themselves. Ask another admin.' : person.blockedBy
    return message === null ? null : { code: 'ERASURE_BLOCKED', message }
  },
}

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What people call a row by, the first that it has. */
const names = ['name', 'title', 'section_key', 'key', 'label', 'business_name', 'on', 'code'] as const
/** What goes along with any change. */
const alongWith = ['updated_at', 'created_at', 'revision']

/** What an entry of the audit log changed, in words: of what, and which of its parts: `Hero: title`. */
export function whatChanged(before: unknown, after: unknown): string {
  const [was, is] = [isRow(before) ? before : {}, isRow(after) ? after : {}]
  const row = { ...was, ...is }
  const named = names.map(name => row[name]).find(value => typeof value === 'string' && value !== '')
  const parts = isRow(before) && isRow(after) ? partsOf(was, is) : []
  const said = parts.map(asWords).join(', ').toLowerCase()
  if (named === undefined) return said.charAt(0).toUpperCase() + said.slice(1)
  return [asWords(String(named)), said].filter(Boolean).join(': ')
}

/** Each part that an entry has something about, in words, with what stood there and what stands there now. */
export function valuesOf(before: unknown, after: unknown): { part: string; was: string | null; is: string | null }[] {
  const [was, is] = [isRow(before) ? before : null, isRow(after) ? after : null]
  const parts = was && is ? partsOf(was, is) : Object.keys(was ?? is ?? {})
  return parts.map(key => ({ part: asWords(key), was: valueAt(was, key), is: valueAt(is, key) }))
}

/** A part may lie in another one, as what a section of the pages says does. */
const valueAt = (row: Row | null, key: string): string | null => {
  if (row === null) return null
  const inside = Object.values(row).filter(isRow)
  const value = key in row ? row[key] : inside.find(each => key in each)?.[key]
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Where what was changed is made of parts, those that were changed of it. */
const partsOf = (was: Row, is: Row): string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter(key => !alongWith.includes(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .flatMap(key => {
      const [old, now] = [was[key], is[key]]
      return isRow(old) && isRow(now) ? partsOf(old, now) : [key]
    })

/** `openingHours`, `opens_at`: as a person writes them; what has blanks is left as it is. */
const asWords = (text: string): string => {
  if (!/^[a-z][\w./-]*$/i.test(text) || /\d{4}-\d/.test(text)) return text
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._/-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** What an entry of the audit log is about, by the table that it names. */
export const auditNouns: Record<string, string> = {
  account: 'Sign-in',
  api_keys: 'Key for programs',
  application_questions: 'Question to an applicant',
  archived_members: 'Archived member',
  booking_types: 'Facility',
  bookings: 'Booking',
  check_ins: 'Check-in',
  closures: 'Closed room',
  code_of_conduct: 'Code of conduct',
  committee_notes: 'Note of the committee',
  committee_votes: 'Vote of the committee',
  community_decisions: 'Decision about the community',
  community_evidence: 'Reported words of the community',
  incident_link_views: 'Opened link of an incident',
  incident_people: 'Person of an incident',
  incident_reports: 'Incident report',
  incident_responses: 'Answer about an incident',
  incident_sendings: 'Sent report of an incident',
  product_edits: 'Products of the store',
  community_mentions: 'Mention in the community',
  community_post_comments: 'Comment in the community',
  community_post_likes: 'Like in the community',
  community_posts: 'Post of the community',
  community_reports: 'Report from the community',
  contact_inquiries: 'Enquiry',
  creative_profiles: 'Creative profile',
  content_versions: 'Text of the pages',
  erasure_requests: 'Request for erasure',
  event_messages: 'Message about an event',
  event_registrations: 'Event registration',
  events: 'Event',
  facility_images: 'Facility image',
  fair_use_rules: 'Fair-use rule',
  product_access_requirements: 'Access requirement of a product',
  guest_ticket_purchases: 'Purchase of market tickets',
  homepage_content: 'Text of the first page',
  images: 'Picture of the house',
  landing_features: 'Feature of the first page',
  mails: 'Email',
  market_bookings: 'Market stall',
  market_days: 'Market day',
  market_papers: 'Trader’s document',
  market_pitches: 'Market pitch',
  market_visitor_tickets: 'Market ticket',
  membership_applications: 'Membership application',
  membership_tiers: 'Membership tier',
  our_spaces: 'Space of the first page',
  payment_events: 'Message of the payment provider',
  profiles: 'Account',
  recusals: 'Recusal',
  referrals: 'Referral',
  refunds: 'Refund',
  registrations: 'Launch registration',
  rejection_reasons: 'Rejection reason',
  session: 'Session',
  settings: 'Setting',
  site_images: 'Picture of the site',
  spaces: 'Room',
  studio_bookings: 'Studio session',
  studio_rental_members: 'Studio rental',
  ticket_keys: 'Key of tickets',
  tokens: 'Tokens',
  two_factor: 'Second step of signing in',
  user: 'Person',
  user_memberships: 'Membership',
  user_points: 'Points',
  user_roles: 'Role',
  waiting_list: 'Waiting list',
}

/** The tables whose nouns have what was typed. */
export const tablesNamed = (q: string): string[] =>
  Object.keys(auditNouns).filter(table => auditNouns[table]!.toLowerCase().includes(q.toLowerCase()))
