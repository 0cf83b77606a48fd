import { randomBytes } from 'node:crypto'
import { pictureUpload } from '#features/community/posts/inputs.ts'
import { files } from '#platform/db/tables.ts'
import { comment, post } from '#seed/factories/community.ts'
import { admin, member, type Person } from '#seed/factories/people.ts'
import type { TestApp } from './app.ts'

/** A post of somebody else's; its id. */
export const otherPost = async (app: TestApp): Promise<string> => (await post(app, (await member(app)).id)).id

/** A post of this person's; its id. */
export const ownPost = async (app: TestApp, me: Person): Promise<string> => (await post(app, me.id)).id

/** A comment of this person's on somebody else's post; its id. */
export const ownComment = async (app: TestApp, me: Person): Promise<string> =>
  (await comment(app, await otherPost(app), me.id)).id

/** A report that waits, of somebody else's post; its id. */
export async function reported(app: TestApp): Promise<string> {
  const postId = await otherPost(app)
  await app.as(await member(app)).community.report({ postId, reason: 'This is an advertisement.' })
  const [row] = await app.sql<{ id: string }>('select id from community_reports where post_id = $1', [postId])
  return row!.id
}

/** A post of this person's that the house has hidden: its id and the decision's. */
export async function hiddenPost(app: TestApp, me: Person) {
  const postId = await ownPost(app, me)
  await app.as(await admin(app)).community.hide({ postId, reason: 'This is an advertisement.' })
  const [row] = await app.sql<{ id: string }>('select id from community_decisions where post_id = $1', [postId])
  return { postId, id: row!.id }
}

/** The same, with the appeal of its author; the decision's id. */
export async function appealed(app: TestApp): Promise<string> {
  const me = await member(app)
  const { id } = await hiddenPost(app, me)
  await app.as(me).community.appeal({ id, words: 'I gave it away for nothing.' })
  return id
}

/** The smallest PNG there is, as `POST /files/community-image` keeps it for this person; its id. */
export async function uploadedFor(app: TestApp, owner: Person): Promise<string> {
  const storageKey = randomBytes(24).toString('hex')
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await app.runtime.storage.put(storageKey, bytes, 'image/png')
  const [row] = await app.write(tx =>
    tx
      .insert(files)
      .values({
        ...{ ownerId: owner.id, purpose: pictureUpload.purpose, name: 'saw.png', mime: 'image/png', storageKey },
        ...{ bytes: bytes.length, sha256: 'a'.repeat(64), createdAt: tx.now },
      })
      .returning({ id: files.id }),
  )
  return row!.id
}
