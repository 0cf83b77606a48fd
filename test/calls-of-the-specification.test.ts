import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listProcedures } from './procedures.ts'

// docs/calls.md says what became of each call that the specification names (decision 49).
const page = readFileSync('docs/calls.md', 'utf8')
const rows = page
  .split('\n')
  .filter(line => /^\| (?!Specified|---)/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))
const known = new Set(listProcedures().map(({ name }) => name))

/** Every function, RPC and table of section 7 of both specifications. */
const specified = `check-subscription send-booking-confirmation create-market-payment create-checkout customer-portal
  generate-calendar-event send-guest-invite send-password-reset send-membership-confirmation create-facility-payment
  purchase-tokens confirm-token-purchase verify-shopify-checkout send-contact-confirmation send-tour-confirmation
  incident-response-page list-admin-users approve-membership-application send-membership-approval
  send-membership-rejection send-bulk-email auto-convert-waitlist export-user-data create-studio-rental-payment
  archive-member create-test-members send-incident-report send-payment-reminder send-test-email
  is_email_archived get_user_stats award_points generate_member_number
  registrations membership_applications committee_votes rejection_reasons membership_tiers events event_registrations
  profiles user_roles tokens token_transactions check_ins member_fines member_warnings user_memberships user_points
  active_sessions user_activity_logs archived_members audit_logs waiting_list tour_slots tour_bookings market_bookings
  studio_bookings studio_rental_members homepage_content community_posts community_post_likes community_post_comments
  landing_features facility_images booking_types our_spaces violation_incidents violation_categories code_of_conduct
  code_acceptances contact_inquiries product_access_requirements market_visitor_tickets guest_passes incident_reports
  incident_responses incident_link_views payment_reminders bookings weekly_booking_usage referrals shopify_orders
  membership-documents id-proofs market-proof admin-uploads homepage-images product-images`.split(/\s+/)

test('each call of the specification has its line, and says what it is here', () => {
  const named = rows.flatMap(([, call]) => call!.split(/, | /))
  expect(specified.filter(call => !named.includes(call))).toEqual([])
  expect(rows.filter(([, , here]) => !here)).toEqual([])
})

test('each procedure that is named there exists', () => {
  const names = rows.flatMap(([, , here]) => [...here!.matchAll(/`([a-z]+\.[a-zA-Z]+)`/g)].map(([, name]) => name!))
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter(name => !known.has(name))).toEqual([])
})
