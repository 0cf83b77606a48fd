import { type SettingField, settingGroups } from '#features/house/settings/inputs.ts'
import { formatCount, formatDate, formatDateTime, formatMoney, isDay, stateWords } from '#platform/words.ts'
import type { PagePath } from '#web/built.ts'
import { auditNouns } from '../rules.ts'

type Row = Record<string, unknown>

export interface AuditEntry {
  action: string
  tableName: string
  rowId: string
  before: unknown
  after: unknown
  /** What the row is called or, with `isOwners`, whoever it is of, where it is there still. */
  subject: { name: string | null; personId?: string | null; isOwners?: boolean } | null
}

/** What an entry is about, as a noun: `Facility`. */
export const nounOf = (table: string): string => auditNouns[table] ?? stateWords(table)

/** The panel of what an entry is about, by its noun and id, where it has one. */
export function objectOf({ tableName, rowId, subject }: AuditEntry): readonly [noun: string, id: string] | null {
  const noun = panels[tableName]
  if (noun) return [noun, rowId]
  return subject?.personId ? ['person', subject.personId] : null
}
const panels: Record<string, string> = {
  bookings: 'booking',
  events: 'event',
  incident_reports: 'incident',
  ...Object.fromEntries(
    ['membership_applications', 'committee_votes', 'recusals'].map(table => [table, 'application']),
  ),
}

/** Where the office keeps what has no panel of its own. */
export const pages: Partial<Record<string, PagePath>> = {
  booking_types: '/admin/pricing',
  community_posts: '/admin/community',
  contact_inquiries: '/admin/enquiries',
  facility_images: '/admin/facilities',
  fair_use_rules: '/admin/fair-use',
  images: '/admin/images',
  landing_features: '/admin/landing-features',
  mails: '/admin/mails',
  market_bookings: '/admin/markets',
  market_days: '/admin/market-days',
  market_pitches: '/admin/markets',
  membership_tiers: '/admin/membership-tiers',
  our_spaces: '/admin/spaces',
  product_access_requirements: '/admin/product-access',
  product_edits: '/admin/products',
  registrations: '/admin/member-approvals',
  rejection_reasons: '/admin/admin-applications',
  settings: '/admin/settings',
  spaces: '/admin/rooms',
  studio_bookings: '/admin/studio',
  studio_rental_members: '/admin/studio-rentals',
  waiting_list: '/admin/waitlist',
}

/** What was done, as a sentence goes on after whoever did it: `changed the price of Sauna: £30 → £32`. */
export function sentenceOf(entry: AuditEntry): string {
  const { action, tableName, before, after } = entry
  const [was, is] = [rowOf(before), rowOf(after)]
  const called = subjectName(entry)
  if (action === 'login') return 'signed in'
  if (action === 'logout') return 'signed out'
  if (action === 'export') return `exported the data of ${called ?? 'a person'}`
  if (tableName === 'user_roles' && action !== 'update') {
    const role = stateWords(String((is ?? was)?.role ?? ''))
    return action === 'create'
      ? `gave ${called ?? 'somebody'} the role ${role}`
      : `took the role ${role} from ${called ?? 'somebody'}`
  }
  if (tableName === 'settings')
    return action === 'delete' ? `reset ${called}` : `changed ${called}${changeOf(settingSaid(entry.rowId), was, is)}`
  if (action === 'create') return `created ${thing(entry, 'a')}`
  if (action === 'delete') return `deleted ${thing(entry, 'the')}`
  const changed = was && is ? partsOf(was, is) : []
  // When something was done, the entry says itself.
  const lasting = changed.filter(key => !key.endsWith('_at'))
  const parts = lasting.length > 0 ? lasting : changed
  const of = `of ${called && isNamed(entry) ? called : thing(entry, 'a')}`
  const [only, ...others] = parts
  if (only === 'is_active' && others.length === 0)
    return `switched ${is?.is_active ? 'on' : 'off'} ${thing(entry, 'the')}`
  if (only === undefined) return `changed ${thing(entry, 'the')}`
  // That it was done just now, the entry says itself.
  const isJustDone = only.endsWith('_at') && !was?.[only]
  if (others.length === 0)
    return `changed the ${namedPart(only)} ${of}${isJustDone ? '' : changeOf(sayPart(only), was, is)}`
  const named = parts.slice(0, mostParts).map(key => `the ${namedPart(key)}`)
  const more = parts.length - named.length
  return `changed ${listed(more > 0 ? [...named, `${more} more`] : named)} ${of}`
}

/** Each part that an entry has something about, in words, with what stood there and what stands there now. */
export function valuesOf(
  entry: Pick<AuditEntry, 'tableName' | 'rowId' | 'before' | 'after'>,
): { part: string; was: string | null; is: string | null }[] {
  const [was, is] = [rowOf(entry.before), rowOf(entry.after)]
  const keys = was && is ? partsOf(was, is) : Object.keys(was ?? is ?? {}).filter(isTold)
  return keys.map(key => {
    const say = entry.tableName === 'settings' && key === 'value' ? settingSaid(entry.rowId) : sayPart(key)
    return { part: capital(partWords(key)), was: was && say(was), is: is && say(is) }
  })
}

const rowOf = (value: unknown): Row | null => (isRow(value) ? value : null)
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** What people call a row by, the first that it has. */
const names = [
  'name',
  'title',
  'label',
  'facility_name',
  'product_title',
  'business_name',
  'section_key',
  'on',
] as const
/** What is masked in the log, because it says who somebody is. */
const masked = '(personal)'

export function subjectName({ tableName, rowId, before, after, subject }: AuditEntry): string | null {
  if (tableName === 'settings') return `“${settingFields.get(rowId)?.label ?? capital(asWords(rowId))}”`
  if (tableName === 'homepage_content') return capital(asWords(rowId))
  const row = { ...rowOf(before), ...rowOf(after) }
  const own = names.map(key => row[key]).find(value => typeof value === 'string' && value !== '' && value !== masked)
  const called = subject?.name || own
  if (typeof called !== 'string') return null
  if (isDay(called)) return formatDate(called, { year: true })
  return tableName === 'content_versions' ? capital(asWords(called)) : called
}

/** What is called by its name alone, wherever it is mentioned; a booking is somebody's, and a text of the pages is one of several. */
const isNamed = ({ tableName, subject }: AuditEntry) => !subject?.isOwners && !isTitled(tableName)
const isTitled = (table: string) => ['content_versions', 'homepage_content', 'market_days'].includes(table)

/** `the facility Sauna`, `a booking of Ann Okafor`, `the booking`. */
function thing(entry: AuditEntry, article: 'a' | 'the'): string {
  const noun = nounOf(entry.tableName)
  const word = noun.charAt(0).toLowerCase() + noun.slice(1)
  const called = subjectName(entry)
  const isMany = /^(tokens|points|products)\b/.test(word)
  const one = isMany
    ? word
    : article === 'the' || (called && isNamed(entry))
      ? `the ${word}`
      : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
  if (!called) return one
  if (isTitled(entry.tableName)) return `${one}, ${called}`
  return isNamed(entry) ? `${one} ${called}` : `${one} of ${called}`
}

/** What goes along with any change, and what only points elsewhere. */
const isTold = (key: string) =>
  !/(^id|_ids?|_by|_key|_hash|^(updated|created|synced|changed)_at|^revision|^slug|Id)$/.test(key)

/** Where what was changed is made of parts, those that were changed of it. */
const partsOf = (was: Row, is: Row): string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter(key => isTold(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .flatMap(key => {
      const [old, now] = [was[key], is[key]]
      return isRow(old) && isRow(now) ? partsOf(old, now) : [key]
    })

/** A part may lie in another one, as what a section of the pages says does. */
const valueAt = (row: Row, key: string): unknown =>
  key in row
    ? row[key]
    : Object.values(row)
        .filter(isRow)
        .find(each => key in each)?.[key]

/** Parts that people call otherwise than their column. */
const parts: Record<string, string> = {
  cash_price_pence: 'price',
  price_pence: 'price',
  token_cost: 'price in tokens',
  is_active: 'being offered',
  sort_order: 'place in the list',
  display_order: 'place in the list',
  stripe_price_id: 'price at the payment provider',
  decision_reminded_at: 'reminder of the decision',
  expires_at: 'expiry',
  expires_on: 'expiry',
  starts_at: 'start',
  ends_at: 'end',
  limited_at: 'pause of new bookings',
  reminded_at: 'reminder',
  answered_at: 'answer',
  signed_out_at: 'last sign-out by the house',
}

/** `cash_price_pence` → `price`, `openingHours` → `opening hours`, `turnaround_minutes` → `turnaround`. */
const partWords = (key: string): string =>
  parts[key] ?? asWords(key.replace(/^(is|has)_/, '').replace(/_(pence|minutes|at|on)$/, ''))

/** What is only done or not, and when, is no thing that a sentence could name: `limited_at` would be “the limited”. */
const isMark = (key: string) =>
  /^(is|has)_[a-z_]+$|_at$/.test(key) && /(ed|done|paid|sent|shown|given_back)(_at)?$/.test(key)
const namedPart = (key: string): string => (parts[key] || !isMark(key) ? partWords(key) : `mark “${partWords(key)}”`)

const asWords = (key: string): string =>
  key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._/-]+/g, ' ')
    .replace(/\burl\b/gi, 'link')
    .toLowerCase()

/** A sentence names so many parts; the rest is read where the entry opens. */
const mostParts = 3
/** Longer values are read there as well. */
const shown = 60

/** `: £30 → £32`, where both can be said in a few words. */
function changeOf(say: (row: Row) => string | null, was: Row | null, is: Row | null): string {
  const [old, now] = [was, is].map(row => (row && say(row)) ?? 'nothing')
  if (old!.length > shown || now!.length > shown || old === now) return ''
  return was ? `: ${old} → ${now}` : ` to ${now}`
}

/** How a part of a row is said. */
const sayPart = (key: string) => (row: Row) => valueWords(key, valueAt(row, key))

/** How the value of a setting is said: with its own unit. */
const settingSaid = (key: string) => {
  const field = settingFields.get(key)
  return ({ value }: Row) =>
    field?.kind === 'money' && typeof value === 'number'
      ? formatMoney(value)
      : field?.kind === 'count' && typeof value === 'number'
        ? `${value} ${field.unit}`
        : valueWords(key, value)
}

/** A value in words; null for none. */
function valueWords(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (/pence$/i.test(key)) return formatMoney(value)
    const [, unit] = /(minute|hour|day|month|year|token|point)s$/i.exec(key) ?? []
    return unit ? formatCount(value, unit.toLowerCase()) : String(value)
  }
  if (Array.isArray(value))
    return value.every(one => typeof one === 'string') ? value.join(', ') : formatCount(value.length, 'part')
  if (typeof value === 'object') return valuesIn(value as Row)
  const text = String(value)
  // Not in the condition, where it would say that the rest is no text.
  const isOfDay: boolean = isDay(text)
  if (text === masked) return 'not kept in the log'
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)) return 'another'
  if (isOfDay) return formatDate(text, { year: true })
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return `${formatDateTime(new Date(text))} ${text.slice(0, 4)}`
  return /^[a-z]+(_[a-z]+)*$/.test(text) ? text.replaceAll('_', ' ') : text
}

const valuesIn = (of: Row): string =>
  Object.entries(of)
    .filter(([key]) => isTold(key))
    .map(([key, value]) => `${partWords(key)} ${valueWords(key, value) ?? 'nothing'}`)
    .join(', ')

const settingFields = new Map<string, SettingField>(
  settingGroups.flatMap(({ fields }) => fields).map(field => [field.key, field]),
)
