import { customType, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, isOneOf, word } from '#platform/db/columns.ts'
import { type DataMap, ofTheHouse } from '#platform/db/data-map.ts'
import { textKinds } from './inputs.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words of every event, and of every post that is published, without accents and capitals: what a search reads in place of
 * the texts themselves. Triggers on `events` and `community_posts` keep it, and so it changes with an erasure too
 * (hand-written migration, as are its indexes).
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    kind: word(textKinds).notNull(),
    ref: uuid().notNull(),
    /** When the event begins, when the post was written. */
    at: instant(),
    words: tsvector().notNull(),
  },
  t => [primaryKey({ columns: [t.kind, t.ref] }), isOneOf('search_texts_kind', t.kind, textKinds)],
)

/**
 * Every word that stands in one of those texts, once: where a word was typed that nothing begins with, the nearest of these are
 * looked for instead. A word that is in no text any more goes in the following night.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() })

export const data: DataMap = {
  search_texts: ofTheHouse('Finding events and posts by their words', 'kind ref at words'),
  search_words: ofTheHouse('Finding words that were typed with a mistake', 'word'),
}
