import { eq, type SQL, sql } from 'drizzle-orm'
import { dropPicture } from '#features/house/images/model.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { communityEvidence } from './table.ts'

const e = communityEvidence

/** A post or a comment as it is now. */
export interface Written {
  postId: string
  commentId: string | null
  authorId: string | null
  title: string
  content: string
  image: string | null
  imageAlt: string
}

/** Keeps what is written as it is now, once for each thing that it said. One statement; returns its id. */
export async function keepEvidence(tx: Tx, written: Written): Promise<string> {
  const { postId, commentId, authorId, title, content, image, imageAlt } = written
  const { rows } = await tx.execute<{ id: string }>(sql`
    with found as (
      select id from ${e} where post_id = ${postId}::uuid and comment_id is not distinct from ${commentId}::uuid
        and title = ${title} and content = ${content} and image is not distinct from ${image} and image_alt = ${imageAlt}
      order by created_at desc, id limit 1),
    added as (
      insert into ${e} (post_id, comment_id, author_id, title, content, image, image_alt, created_at)
      select ${postId}::uuid, ${commentId}::uuid, ${authorId}, ${title}, ${content}, ${image}, ${imageAlt},
        ${tx.now.toISOString()}::timestamptz
      where not exists (select from found) returning id)
    select id from found union all select id from added`)
  return rows[0]!.id
}

/** Whether the picture under a key is kept for a case of the house. */
export const isEvidence = (key: SQL | string) => sql`exists (select from ${e} where ${eq(e.image, key)})`

/** The picture of a post that no longer shows it: it goes, unless it is kept for a case of the house. */
export const dropUnkept = (tx: Tx, image: string) => dropPicture(tx, image, isEvidence(image))
