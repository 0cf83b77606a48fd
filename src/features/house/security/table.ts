import { pgTable } from 'drizzle-orm/pg-core'
import { instant, isOneOf, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { alarmRules } from './inputs.ts'

/** When admins last had a mail by each rule: at most one in an hour. */
export const securityAlarms = pgTable(
  'security_alarms',
  { rule: word(alarmRules).primaryKey(), sentAt: instant().notNull() },
  t => [isOneOf('security_alarms_rule', t.rule, alarmRules)],
)

export const data: DataMap = {
  security_alarms: ofTheHouse('When admins were last warned by each rule', 'rule sent_at'),
}
