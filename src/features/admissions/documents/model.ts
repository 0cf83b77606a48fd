import { type AnyColumn, inArray, sql } from 'drizzle-orm'
import { files } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { claimFile } from '#platform/files/files.ts'

/** A file of an applicant that is kept, with where it is read and what it is. */
export interface Document {
  label: string
  url: string
  mime: string
  id: string
  name: string
  bytes: number
}

type Ids<Id> = { identity: Id; residence: Id }

/** A column of a query on what has these two columns: the documents that are still kept. */
export const documentsAt = ({ identity, residence }: Ids<AnyColumn>) => sql<Document[]>`(
  select coalesce(json_agg(json_build_object('label', d.label, 'url', '/files/' || f.id, 'mime', f.mime, 'id', f.id,
    'name', f.name, 'bytes', f.bytes) order by d.label), '[]')
  from (values ('ID document', ${identity}), ('Proof of residence', ${residence})) d(label, file_id)
  join ${files} f on f.id = d.file_id and f.deleted_at is null)`

/**
 * Takes somebody's uploads into keeping and deletes those that they replace or leave out; answers what is kept. NOT_FOUND for
 * a file that is not theirs, not of its kind, or used already.
 */
export async function keepDocuments(
  tx: Tx,
  ownerId: string,
  { wanted, was }: Record<'wanted' | 'was', Ids<string | null | undefined>>,
): Promise<Ids<string | null>> {
  const { identity = null, residence = null } = wanted
  if (identity && identity !== was.identity) await claimFile(tx, identity, 'identity-document', ownerId)
  if (residence && residence !== was.residence) await claimFile(tx, residence, 'proof-of-residence', ownerId)
  await deleteDocuments(
    tx,
    [was.identity, was.residence].filter(id => id !== identity && id !== residence),
  )
  return { identity, residence }
}

/** Documents that nobody may read any more from here on; the hourly sweep removes the bytes. */
export async function deleteDocuments(tx: Tx, ids: readonly (string | null | undefined)[]): Promise<void> {
  const known = ids.filter(id => typeof id === 'string')
  if (known.length > 0) await tx.update(files).set({ deletedAt: tx.now }).where(inArray(files.id, known))
}
