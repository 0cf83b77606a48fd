import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { root } from '../bin/run.mjs'
import { inMails, inRefusals, inSources, type Sentence } from './sentences.ts'

// Every sentence that a person can read. To read them as a member would: SENTENCES=on prints them all.
const gathered: Sentence[] = [...inSources(root), ...(await inMails()), ...inRefusals()]
if (process.env.SENTENCES) for (const { text, from } of gathered) process.stdout.write(`${text}\t${from}\n`)

/** The last column of the glossary: each word that is not said, with the one that is. */
const refusedWords = readFileSync(`${root}/docs/glossary.md`, 'utf8')
  .split('\n')
  .filter(line => /^\| (?!Word |-)/.test(line))
  .flatMap(line => {
    const [, word = '', , not = ''] = line.split('|').map(cell => cell.trim())
    return not.split(',').flatMap(each => (each.trim() ? [{ not: each.trim(), word }] : []))
  })

/** Any of these as a word of its own, also of several. */
function wordsOf(words: readonly { not: string }[]): RegExp {
  const any = words.map(({ not }) => not.replaceAll(' ', '[ -]')).join('|')
  return new RegExp(`(?<![\\p{L}-])(?:${any})s?(?![\\p{L}-])`, 'iu')
}

test.each(refusedWords)('the glossary’s "$not" would be found, for which it has "$word"', ({ not }) => {
  const { pattern } = refused['another word than the glossary’s']
  for (const text of [`Your ${not} is here.`, `${not}s`, `See the ${not}, then go on`]) expect(text).toMatch(pattern)
})

/** What no sentence holds, and where it is right all the same. */
const refused = {
  'words of a library': {
    pattern:
      /\b(expected|received) (\w+, )?(string|number|boolean|object|array|date|undefined|one of)\b|invalid_|\bZod\b|\bJSON\b|\bregex\b|Too (big|small)|Unrecognized|\bundefined\b|\bnull\b|\bNaN\b|\buuid\b|\[object/i,
    // The file that somebody gets is called what it is, so that they know what to open it with;
    // programs are told what to send.
    right: ['One JSON file with everything we hold. It is audited.', 'Send this as application/json.'],
  },
  'codes and names of columns': {
    pattern: /\b[A-Z]{2,}_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b/,
    // Said to whoever runs the server.
    right: ['This server has another name. Set PUBLIC_URL to this one.'],
  },
  'American spelling': {
    pattern:
      /\b(colors?|centers?|centered|canceled|canceling|behavior|favorites?|gray|catalog|licensed? of|enroll|fulfill|honor|labor|neighbor|traveler|jewelry|program|theater|(organ|author|recogn|custom|apolog|minim|maxim|personal|real|final|summar|normal|optim|util|categor|emphas)iz(e|es|ed|ing|ation))\b/i,
    // What schema.org calls it, for search engines; the specification's own words (PRD-13).
    right: ['Organization', 'Failed to optimize image'],
  },
  'two spaces, or three dots for one sign': {
    pattern: /\S {2,}\S|\.\.\./,
    right: ['Password changed successfully! Redirecting...'],
  },
  // docs/glossary.md; the texts that are right are the specification's own.
  'another word than the glossary’s': {
    pattern: wordsOf(refusedWords),
    right: [
      'Member Login',
      'Please log in to generate your ticket',
      'Login Failed',
      'You must be logged in',
      'Logout',
      'Log Out',
      'User ID',
      'No user found',
      'User Activity',
      'Search by person, table or user ID',
      'Two letters or more of a name or an email, or a whole user ID',
      'Name, email or user ID',
      'Search by name, user ID, address or details',
      'Please enter a user ID to export data',
      'Failed to export user data',
      // The name of an icon.
      'Users',
      // The name of a screen.
      'Mails',
      // The specified button at the payment provider's page (MEM-31), and where it is named.
      'Manage Subscription',
      'Your bank did not pay, so',
      'Your last payment did not go through. Pay it under Manage Subscription',
      // The program that takes emails on.
      'The mail server',
      // A word by which the search of the office finds Bonus Tokens.
      'Credits',
      // Where the pictures of its products are from, for browsers.
      "img-src 'self' data: blob: https://cdn.shopify.com",
    ],
  },
  'numbers that nobody means': { pattern: /9,007,199|\bInfinity\b/, right: ['Infinity cove'] },
}

describe.each(Object.entries(refused))('no sentence has %s', (_, { pattern, right }) => {
  test('anywhere', () => {
    const isRight = (text: string) => right.some(each => text.startsWith(each))
    expect(gathered.filter(({ text }) => pattern.test(text) && !isRight(text))).toEqual([])
  })

  test.each(right)('and has a reason for: %s', text => {
    expect(gathered.some(each => each.text.startsWith(text))).toBe(true)
  })
})

test('positive control: what is refused is found in texts of each kind', () => {
  const wrong = [
    'Invalid input: expected string, received number',
    'Too small: expected array to have >=1 items',
    'SLOT_TAKEN',
    'booking_types cannot be read',
    'Choose a color',
    'Wait...',
    'Look into your basket',
  ]
  const patterns = Object.values(refused).map(({ pattern }) => pattern)
  expect(wrong.filter(text => !patterns.some(pattern => pattern.test(text)))).toEqual([])
})

test('each kind of source is among them', () => {
  const from = (part: string) => gathered.filter(each => each.from.includes(part)).length
  for (const part of ['/screens/', '/parts/', '/layouts/', 'inputs.ts', 'rules.ts', 'api.ts', 'mail ', 'input of '])
    expect(from(part), part).toBeGreaterThan(20)
})

// The exact words of the specification, copied; that they are shown where they belong is for the tests of the screens.
const specified: Record<string, readonly string[]> = {
  'AUTH-07': ['Phone must be in format +44XXXXXXXXXX'],
  'AUTH-08': ['Validation Error'],
  'AUTH-12': ['Login Failed'],
  'AUTH-13': ['Account Locked'],
  'AUTH-14': ['Account Temporarily Locked'],
  'AUTH-15': ['Email Required'],
  'AUTH-16': ['Password reset email sent', 'Error sending reset email'],
  'AUTH-20': ['Password must be at least 6 characters', 'Passwords do not match'],
  'AUTH-21': ['Invalid or expired reset link'],
  'AUTH-22': ['Failed to reset password'],
  'AUTH-23': ["Passwords don't match"],
  'AUTH-24': ['Passwords do not match', "Passwords don't match"],
  'AUTH-26': ['Password changed successfully! Redirecting...'],
  'AUTH-27': ['Failed to change password'],
  'AUTH-29': ['Invalid or expired confirmation link', 'Failed to confirm email'],
  'AUTH-33': ['Invalid or expired invitation link', 'Failed to validate invitation', 'Failed to accept invitation'],
  'AUTH-35': ['Invalid or expired magic link', 'Failed to authenticate'],
  'AUTH-37': ['Failed to update email'],
  'AUTH-40': ['Failed to reauthenticate', 'No user found'],
  'AUTH-44': ['Access Denied', "You don't have admin privileges."],
  'AUTH-45': ['Signed out successfully', 'Error signing out'],
  'JOIN-02': ['Create Account', 'Sign In'],
  'JOIN-07': ['Full name is required'],
  'JOIN-08': ['Invalid email'],
  'JOIN-09': ['Phone number is required'],
  'JOIN-10': ['You must accept the terms'],
  'JOIN-12': ['Address is required'],
  'JOIN-13': ['City is required', 'Postcode is required'],
  'JOIN-17': ['Please provide at least 50 characters explaining why you want to join'],
  'JOIN-19': ['Relationship is required'],
  'JOIN-28': ['Registration Not Allowed'],
  'JOIN-29': ['Application Already Exists', 'Application Already Submitted'],
  'JOIN-30': ['Submission Failed'],
  'JOIN-31': ['Please sign in first'],
  'JOIN-32': ['Application Submitted!'],
  'JOIN-35': ['Accept and Continue', 'Decline'],
  'JOIN-37': ['Decline'],
  'JOIN-40': ['Error loading code of conduct', 'Code of Conduct Not Available'],
  'JOIN-44': ['Already registered'],
  'JOIN-45': ['Something went wrong. Please try again.'],
  'MEM-02': ['Apply', 'Book a Tour'],
  'MEM-04': ['Get Started', 'Book a Tour'],
  'MEM-22': ['Refresh Status', 'Manage Subscription'],
  'MEM-25': ['Refresh Status'],
  'MEM-27': ['Failed to start checkout. Please try again.'],
  'MEM-29': ['Already on Explorer'],
  'MEM-30': ['Failed to load membership tiers'],
  'MEM-31': ['Manage Subscription', 'Failed to open customer portal'],
  'TOK-03': ['Invalid quantity'],
  'TOK-04': ['Upgrade Required'],
  'TOK-11': ['Purchase cancelled'],
  'TOK-12': ['Purchase failed', 'Confirmation failed'],
  'TOK-13': ['Tokens not available on Free plan. You can pay by card.'],
  'BOOK-01': ['Book Your Space'],
  'BOOK-03': ['Top Up'],
  'BOOK-11': ['Facility not found'],
  'BOOK-12': ['Failed to load facility information'],
  'BOOK-13': ['Top Up'],
  'BOOK-14': ['Add to Cart', 'Book Now'],
  'BOOK-15': ['Book Now', 'Sign In to Book'],
  'BOOK-17': ['Sign in required'],
  'BOOK-18': ['Select a date'],
  'BOOK-19': ['Select a time'],
  'BOOK-20': ['Accept terms required'],
  'BOOK-25': ['Failed to load available time slots'],
  'BOOK-30': ['Book Now'],
  'BOOK-31': ['Failed to create booking. Please try again.'],
  'BOOK-35': ['Booking Confirmed'],
  'BOOK-36': ['Booking Confirmed'],
  'BOOK-38': ['Add More', 'Checkout'],
  'BOOK-39': ['Browse Facilities'],
  'BOOK-43': ['Failed to create checkout session. Please try again.'],
  'MKT-08': ['Date required'],
  'MKT-14': ['Invalid input'],
  'MKT-19': ['Ticket downloaded!', 'Failed to generate ticket', 'Please log in to generate your ticket'],
  'APPL-04': ['You already voted'],
  'APPL-08': ['You voted to approve this application.', 'You voted to reject this application.'],
  'APPL-12': ['Not authenticated'],
  'APPL-22': ['No members selected', 'Please select members to update'],
  'APPL-29': ['No pending applications'],
  'APPL-36': ['Reason required', 'Please select or enter a rejection reason'],
  'APPL-42': ['Failed to load applications', 'Failed to approve application', 'Failed to reject application'],
  'APPL-43': ['Error fetching applications', 'Error rejecting application'],
  'APPL-44': ['Error approving application', 'An unexpected error occurred'],
  'APPL-45': ['Error in batch approval', 'Error in batch rejection'],
  'MKA-11': ['Failed to start camera'],
  'MKA-13': ['Invalid QR code format'],
  'MKA-14': ['Invalid QR code type'],
  'MKA-15': ['QR code expired - ask member to generate a fresh one'],
  'MKA-16': ['Member not found'],
  'MKA-18': ['Error validating ticket'],
}

test.each(Object.entries(specified))('the words of %s are said', (_, texts) => {
  const said = new Set(gathered.map(({ text }) => text))
  expect(texts.filter(text => !said.has(text))).toEqual([])
})
