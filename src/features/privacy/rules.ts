/**
 * A table in the data map: what it is for, how long it is kept, whose a row is, which columns its owner is given and what
 * erasure does. A test compares the map with the database: a table or column that is missing in it fails.
 */
export interface DataMapEntry {
  /** What the house keeps it for. */
  purpose: string
  /** How long, and why then. */
  retention: string
  /** The column with the person's id, or an SQL condition with `:person` in it; null: the table is about nobody. */
  owner: string | null
  /** Columns that an export gives to their owner. */
  given: string
  /** Columns that stay inside: secrets, links of one use, inner workings, and what is about others. */
  held?: string
  /**
   * What erasure does with the person's rows: removes them, keeps them (bookkeeping, safety; their person is then a
   * number), or overwrites columns with these SQL expressions.
   */
  erasure: 'remove' | 'keep' | Record<string, string>
}

const account = 'As long as the account'
const sixYears = 'Six years, as tax law asks'
const whileUsed = 'While in use'
const byAddress = 'email_key = (select email_key from "user" where id = :person)'
const ofOwnApplications = 'application_id in (select id from membership_applications where user_id = :person)'
const noAddress = "'erased-' || id || '@erased.invalid'"

/** Of nobody in particular: catalogue and content of the house. */
const ofTheHouse = (purpose: string, given: string): DataMapEntry => ({
  purpose,
  retention: whileUsed,
  owner: null,
  given: '',
  held: given,
  erasure: 'keep',
})

/** The part of the tables that belong to features; the platform's own are in platform/data-map.ts. */
export const featureData: Record<string, DataMapEntry> = {
  // The person
  profiles: {
    purpose: 'Membership and how to reach you',
    retention: account,
    owner: 'user_id',
    given:
      'first_name last_name phone address_line1 address_line2 city postal_code country approval_status account_status blocked_reason blocked_at must_change_password referral_code created_at',
    held: 'user_id blocked_by',
    erasure: {
      first_name: "''",
      last_name: "''",
      phone: "''",
      address_line1: "''",
      address_line2: "''",
      city: "''",
      postal_code: "''",
      account_status: "'blocked'",
      blocked_reason: "'This account was erased.'",
      blocked_at: 'coalesce(blocked_at, now())',
    },
  },
  user_roles: {
    purpose: 'What staff may do',
    retention: 'While held',
    owner: 'user_id',
    given: 'role granted_at',
    held: 'user_id granted_by',
    erasure: 'remove',
  },

  // Applications
  membership_applications: {
    purpose: 'Deciding about membership',
    retention: 'Account, documents until the venue’s setting says',
    owner: 'user_id',
    given:
      'id full_name email phone_number tier_slug status terms_accepted terms_accepted_at address city postcode is_westminster_resident creative_discipline social_media_links why_join emergency_contact_name emergency_contact_phone emergency_contact_relationship insurance_waiver_accepted insurance_waiver_accepted_at background_check_consent start_on pro_rata_requested id_document_file_id proof_of_residence_file_id documents_deleted_at referral_code current_votes reject_votes required_votes declined_at rejection_reason reviewed_at submitted_at created_at',
    held: 'user_id email_key referrer_user_id committee_size decided_by overridden_by welcomed_at reminded_at',
    erasure: {
      full_name: "'Erased person'",
      email: noAddress,
      email_key: noAddress,
      phone_number: "''",
      address: "''",
      city: "''",
      postcode: "''",
      creative_discipline: "''",
      social_media_links: 'default',
      why_join: "''",
      emergency_contact_name: "''",
      emergency_contact_phone: "''",
      emergency_contact_relationship: "''",
    },
  },
  application_questions: {
    purpose: 'Questions of the committee and your answers',
    retention: account,
    owner: ofOwnApplications,
    given: 'id application_id question asked_at answer answered_at',
    held: 'asked_by',
    erasure: 'remove',
  },
  committee_notes: {
    purpose: 'Notes between committee members',
    retention: account,
    owner: 'author_id',
    given: 'id application_id body created_at',
    held: 'author_id',
    erasure: 'remove',
  },
  committee_votes: {
    purpose: 'Votes of the committee',
    retention: 'As long as the application, so that decisions can be checked',
    owner: 'voter_id',
    given: 'application_id vote reason created_at',
    held: 'voter_id',
    erasure: 'keep',
  },
  recusals: {
    purpose: 'Who stepped back from a vote',
    retention: 'As long as the application',
    owner: 'user_id',
    given: 'application_id cause created_at',
    held: 'user_id',
    erasure: 'keep',
  },
  rejection_reasons: ofTheHouse('Reasons to choose from', 'id reason is_active needs_notes created_at'),
  archived_members: {
    purpose: 'Keeping former members from registering again',
    retention: 'Until an admin restores or removes them',
    owner: byAddress,
    given: 'full_name email phone_number archived_at archived_reason member_data',
    held: 'id email_key',
    erasure: 'keep',
  },
  waiting_list: {
    purpose: 'The line for a place',
    retention: 'Until a place was offered',
    owner: `user_id = :person or ${byAddress}`,
    given: 'id first_name last_name email phone_number status created_at approved_at converted_at',
    held: 'email_key user_id application_id',
    erasure: 'remove',
  },
  registrations: {
    purpose: 'The launch show',
    retention: 'Two years',
    owner: byAddress,
    given: 'id first_name last_name email city phone_number status decided_at created_at',
    held: 'email_key decided_by',
    erasure: 'remove',
  },
  code_acceptances: {
    purpose: 'That you accepted the code of conduct',
    retention: account,
    owner: 'user_id',
    given: 'version accepted_at ip_address',
    held: 'user_id',
    erasure: 'remove',
  },
  code_of_conduct: ofTheHouse('The code of conduct', 'id version title sections is_active published_at published_by'),

  // Membership, tokens and money
  membership_tiers: ofTheHouse(
    'The tiers',
    'id slug name description price_pence weekly_tokens token_discount_percent market_discount_percent features stripe_price_id catalogue is_active created_at',
  ),
  user_memberships: {
    purpose: 'Your membership',
    retention: sixYears,
    owner: 'user_id',
    given:
      'id tier_id status payment_status cancels_at_period_end started_on paid_since_on current_period_start current_period_end ended_at created_at',
    held: 'user_id stripe_subscription_id synced_at',
    erasure: 'keep',
  },
  referrals: {
    purpose: 'Rewards for bringing a friend',
    retention: account,
    owner: 'referrer_user_id',
    given: 'id referred_email status reward_given discount_used_at created_at completed_at',
    held: 'referrer_user_id referred_user_id',
    erasure: { referred_email: "'erased'" },
  },
  tokens: {
    purpose: 'Tokens you were given',
    retention: sixYears,
    owner: 'user_id',
    given: 'id amount used type allocated_at',
    held: 'user_id ref',
    erasure: 'keep',
  },
  token_transactions: {
    purpose: 'Every movement of tokens',
    retention: sixYears,
    owner: 'user_id',
    given: 'id type amount balance_after description created_at',
    held: 'seq user_id ref reverses_id',
    erasure: 'keep',
  },
  orders: {
    purpose: 'What you ordered',
    retention: sixYears,
    owner: 'user_id',
    given: 'id kind status amount_pence refunded_pence currency description lines expires_at paid_at created_at',
    held: 'user_id reference attempt success_path cancel_path checkout_url stripe_session_id stripe_payment_intent_id',
    erasure: 'keep',
  },
  refunds: {
    purpose: 'Money given back',
    retention: sixYears,
    owner: 'order_id in (select id from orders where user_id = :person)',
    given: 'id order_id amount_pence reason status created_at done_at',
    held: 'ref stripe_refund_id last_error',
    erasure: 'keep',
  },
  ledger_entries: {
    purpose: 'Money that moved',
    retention: sixYears,
    owner: 'user_id',
    given: 'id order_id kind amount_pence currency description created_at',
    held: 'user_id external_ref',
    erasure: 'keep',
  },
  payment_customers: {
    purpose: 'Your record at the payment provider',
    retention: account,
    owner: 'user_id',
    given: 'stripe_customer_id created_at',
    held: 'user_id',
    erasure: 'remove',
  },
  payment_events: ofTheHouse(
    'Messages of the payment provider, handled once each',
    'id type object_id status last_error attempts received_at handled_at',
  ),

  // Bookings
  booking_types: ofTheHouse(
    'Facilities',
    'id slug name description group token_cost token_available_days cash_price_pence is_priced_per_session duration_minutes units is_active sort_order opens_at closes_at last_slot_at created_at',
  ),
  bookings: {
    purpose: 'Places you booked',
    retention: sixYears,
    owner: 'user_id',
    given:
      'id booking_type_id unit booking_on starts_at_time ends_at_time starts_at ends_at status paid_with tokens_used price_pence order_id held_until confirmed_at cancelled_at cancel_reason created_at',
    held: 'user_id cancelled_by',
    erasure: { cancel_reason: 'case when cancelled_at is null then cancel_reason end' },
  },
  cart_items: {
    purpose: 'Places you mean to book',
    retention: 'Until booked or removed',
    owner: 'user_id',
    given: 'id booking_type_id booking_on starts_at_time pay_with created_at',
    held: 'user_id',
    erasure: 'remove',
  },
  weekly_booking_usage: {
    purpose: 'Hours you used of each facility in a week',
    retention: account,
    owner: 'user_id',
    given: 'booking_type_slug week_start_on minutes_used',
    held: 'user_id',
    erasure: 'keep',
  },

  // Market
  market_days: ofTheHouse('Market days', 'id on set_up_from opens_at closes_at pitches is_cancelled created_at'),
  market_visitor_tickets: {
    purpose: 'Entry to the market',
    retention: account,
    owner: 'user_id',
    given:
      'id on ticket_code ticket_type price_pence status used_at last_entry_at guest_name guest_email check_in_count created_at',
    held: 'user_id generation',
    erasure: { guest_name: 'null', guest_email: 'null' },
  },
  market_scans: {
    purpose: 'What the door did',
    retention: account,
    owner: 'ticket_id in (select id from market_visitor_tickets where user_id = :person)',
    given: 'id ticket_id outcome message scanned_at received_at is_offline is_double',
    held: 'device_id code_hash scanned_by is_first_entry objection',
    erasure: 'keep',
  },
  ticket_keys: ofTheHouse('Keys that sign tickets', 'id public_key private_key created_at retired_at'),

  // The house and its pages
  settings: ofTheHouse('The venue’s settings', 'key value updated_at updated_by'),
  homepage_content: ofTheHouse('Texts of the pages', 'section_key content updated_at updated_by'),
  landing_features: ofTheHouse(
    'Cards of the landing page',
    'id title description icon_name link_url link_text display_order is_active',
  ),
  our_spaces: ofTheHouse('Tiles of our spaces', 'id title description image_key link_url display_order is_active'),
  site_images: ofTheHouse('Pictures of the pages', 'file_id key mime width height created_at'),
  contact_inquiries: {
    purpose: 'Answering what you wrote to us',
    retention: 'Two years',
    owner: 'user_id = :person or lower(email) = (select lower(email) from "user" where id = :person)',
    given: 'id inquiry_type name email phone message created_at',
    held: 'user_id',
    erasure: { name: "'Erased person'", email: "'erased'", phone: "''", message: "''" },
  },
  erasure_requests: {
    purpose: 'Your wish to be erased',
    retention: 'As proof that it was done',
    owner: 'user_id',
    given: 'id reason status note created_at decided_at',
    held: 'user_id decided_by',
    erasure: { reason: "''" },
  },
}

/** The columns of one list of the map. */
export const columnsOf = (list: string | undefined) => (list ?? '').split(' ').filter(column => column !== '')

/** The condition by which a table's rows belong to a person, who is the parameter `$1`. */
export function ownerCondition(owner: string): string {
  return /^\w+$/.test(owner) ? `"${owner}" = $1` : owner.replaceAll(':person', '$1')
}

/** What stands in the way of erasing somebody now, in words; null when nothing does. */
export function whyNotErase(facts: {
  isOneself: boolean
  roles: number
  hasSubscription: boolean
  upcomingBookings: number
  pendingOrders: number
  openRefunds: number
  openApplications: number
}): string | null {
  if (facts.isOneself) return 'Nobody erases themselves. Ask another admin.'
  if (facts.roles > 0) return 'Take away this person’s roles first.'
  if (facts.hasSubscription) return 'End this person’s paid membership first.'
  if (facts.upcomingBookings > 0) return 'This person has bookings ahead. Cancel them first.'
  if (facts.openApplications > 0) return 'This person’s application is still open. Decide it first.'
  if (facts.pendingOrders > 0 || facts.openRefunds > 0)
    return 'A payment of this person is still under way. Try again when it is settled.'
  return null
}

/** Limits that the server enforces, as Security Settings shows them; a test compares them with the procedures. */
export const rateLimits: { name: string; procedure: string; points: number; seconds: number }[] = [
  { name: 'Contact form', procedure: 'contact.send', points: 10, seconds: 3600 },
  { name: 'Waiting list', procedure: 'waitlist.join', points: 5, seconds: 3600 },
  { name: 'Launch registration', procedure: 'registrations.register', points: 10, seconds: 3600 },
  { name: 'Membership application', procedure: 'applications.submit', points: 20, seconds: 3600 },
  { name: 'Refresh of a membership', procedure: 'memberships.refresh', points: 30, seconds: 60 },
]
