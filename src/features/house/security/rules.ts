import type { SecurityKind } from '#platform/security/kinds.ts'
import { formatCount } from '#platform/words.ts'
import type { AlarmRule } from './inputs.ts'

/** What each kind is called on the screen. */
export const kindNames: Record<SecurityKind, string> = {
  'sign-in-failed': 'Failed sign-in',
  'sign-in-locked': 'Account locked',
  'code-wrong': 'Wrong second-factor code',
  'link-refused': 'Link refused',
  refused: 'Refused',
  'foreign-origin': 'Sent by another site',
  'limit-hit': 'Limit reached',
  'signature-wrong': 'Wrong signature',
  'ticket-refused': 'Ticket refused',
  'document-read': 'Document opened',
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'password-set': 'Password set',
  'email-changed': 'Email changed',
  'second-factor-on': 'Second factor on',
  'second-factor-off': 'Second factor off',
  'key-made': 'API key made',
  'key-ended': 'API key ended',
  'role-granted': 'Role given',
  'role-withdrawn': 'Role taken away',
  'account-held': 'Account on hold',
  'account-released': 'Hold lifted',
  'person-exported': 'Person exported',
  'list-exported': 'List exported',
  'person-erased': 'Person erased',
}

/** Kinds that somebody should look at, however often they happen; the others are a house's ordinary day. */
export const unusualKinds: readonly SecurityKind[] = [
  'sign-in-locked',
  'signature-wrong',
  'foreign-origin',
  'role-granted',
  'second-factor-off',
]
/** Failed sign-ins of one day from which on they are worth a look. */
const manyFailures = 20

/** How often something happened in a day, to how many people that the house knows. */
export interface Tally {
  kind: SecurityKind
  times: number
  people: number
  /** How many of the times nobody of the house was meant. */
  strangers: number
}

export interface Day {
  isUnusual: boolean
  sentences: string[]
}

/** The last day in plain words; every sentence is true, also of nothing and of one. */
export function dayInWords(tallies: readonly Tally[]): Day {
  const of = (kind: SecurityKind) => tallies.find(each => each.kind === kind) ?? none
  const failed = of('sign-in-failed')
  const isUnusual = unusualKinds.some(kind => of(kind).times > 0) || failed.times >= manyFailures
  const said = phrases.flatMap(([kind, words]) => {
    const tally = of(kind)
    return tally.times > 0 ? [words(tally)] : []
  })
  return {
    isUnusual,
    sentences: [isUnusual ? 'Worth a look.' : 'Nothing unusual.', failures(failed), ...said],
  }
}

const none: Omit<Tally, 'kind'> = { times: 0, people: 0, strangers: 0 }

function failures({ times, people, strangers }: Omit<Tally, 'kind'>): string {
  if (times === 0) return 'No failed sign-ins.'
  const whose = [
    people > 0 && `for ${formatCount(people, 'account')}`,
    strangers > 0 && `${formatCount(strangers, 'time')} for nobody’s account`,
  ].filter(Boolean)
  return `${formatCount(times, 'failed sign-in')}, ${whose.join(', ')}.`
}

type Words = (tally: Omit<Tally, 'kind'>) => string
const phrases: [kind: SecurityKind, words: Words][] = [
  ['sign-in-locked', ({ times }) => `Sign-in was locked ${formatCount(times, 'time')}.`],
  ['code-wrong', ({ times }) => `${formatCount(times, 'wrong second-factor code')}.`],
  ['link-refused', ({ times }) => `${formatCount(times, 'link')} did not work.`],
  ['refused', ({ times }) => `${formatCount(times, 'request')} refused to people without the right.`],
  ['foreign-origin', ({ times }) => `${formatCount(times, 'request')} sent by another site.`],
  ['limit-hit', ({ times }) => `${formatCount(times, 'request')} over a limit.`],
  ['signature-wrong', ({ times }) => `${formatCount(times, 'message')} with a wrong signature.`],
  ['ticket-refused', ({ times }) => `${formatCount(times, 'ticket')} not in order at the door.`],
  ['document-read', ({ times, people }) => `Documents opened ${formatCount(times, 'time')} by ${of(people)}.`],
  ['password-set', ({ times }) => `${formatCount(times, 'password')} set.`],
  ['email-changed', ({ times }) => `${formatCount(times, 'email address', 'email addresses')} changed.`],
  ['second-factor-off', ({ times }) => `Second factor switched off ${formatCount(times, 'time')}.`],
  ['key-made', ({ times }) => `${formatCount(times, 'API key')} made.`],
  ['role-granted', ({ times }) => `${formatCount(times, 'role')} given.`],
  ['role-withdrawn', ({ times }) => `${formatCount(times, 'role')} taken away.`],
  ['account-held', ({ times }) => `${formatCount(times, 'account')} put on hold.`],
  ['list-exported', ({ times, people }) => `Lists exported ${formatCount(times, 'time')} by ${of(people)}.`],
  ['person-exported', ({ times }) => `${formatCount(times, 'export')} of a person’s data.`],
  ['person-erased', ({ times }) => `${formatCount(times, 'person', 'people')} erased.`],
]

const of = (people: number) => formatCount(people, 'person', 'people')

/** What the log says of the last hour, as far as alarms ask. */
export interface Signals {
  /** Accounts whose sign-in was locked in two quarters of an hour or more. */
  accountsLockedAgain: number
  /** Addresses of the network that failed to sign in to many accounts, or to ever so many that are nobody's. */
  addressesOnManyAccounts: number
  wrongSignatures: number
  adminsMade: number
  /** The first entry of the audit log that does not hold. */
  firstBad: number | null
}

/** From how many on. */
export const alarmsFrom = { lockedQuarters: 2, accounts: 5, strangers: 20, signatures: 10 }

/** What admins are warned about, by rule, as a list says it. */
export const alarmNames: Record<AlarmRule, string> = {
  lockedAgain: 'An account was locked again and again',
  manyAccounts: 'One address tried to sign in to many accounts',
  wrongSignatures: 'Messages came with a wrong signature',
  chainBroken: 'The audit log was changed',
  adminMade: 'Somebody became an admin',
}

/** The alarms of these signals, each with what it tells in plain words. */
export function alarmsOf(signals: Signals): Map<AlarmRule, string> {
  const { accountsLockedAgain, addressesOnManyAccounts, wrongSignatures, adminsMade, firstBad } = signals
  const found = new Map<AlarmRule, string>()
  if (accountsLockedAgain > 0)
    found.set(
      'lockedAgain',
      `${formatCount(accountsLockedAgain, 'account')} locked again and again by wrong passwords.`,
    )
  if (addressesOnManyAccounts > 0)
    found.set(
      'manyAccounts',
      `${formatCount(addressesOnManyAccounts, 'address', 'addresses')} tried wrong passwords on many accounts.`,
    )
  if (wrongSignatures >= alarmsFrom.signatures)
    found.set('wrongSignatures', `${formatCount(wrongSignatures, 'message')} with a wrong signature came in.`)
  if (adminsMade > 0) found.set('adminMade', `${formatCount(adminsMade, 'person', 'people')} became an admin.`)
  if (firstBad !== null)
    found.set('chainBroken', `The audit log was altered: entry ${firstBad} is the first that does not hold.`)
  return found
}
