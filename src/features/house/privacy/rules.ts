import type { Problem } from '#platform/problem.ts'

export const whyNot = {
  /** `blockedBy`: what of the person's is still under way, in the words of the data map; null when nothing is. */
  erase(actor: { userId: string | null }, person: { userId: string; blockedBy: string | null }): Problem | null {
    const message = actor.userId === person.userId ? 'Nobody erases themselves. Ask another admin.' : person.blockedBy
    return message === null ? null : { code: 'ERASURE_BLOCKED', message }
  },
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
  community_mentions: 'Mention in the community',
  community_post_comments: 'Comment in the community',
  community_post_likes: 'Like in the community',
  community_posts: 'Post of the community',
  community_reports: 'Report from the community',
  contact_inquiries: 'Enquiry',
  creative_profiles: 'Creative profile',
  content_versions: 'Version of a text of the pages',
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
