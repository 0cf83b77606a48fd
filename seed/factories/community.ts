import { communityPostComments, communityPostLikes, communityPosts } from '#features/community/posts/table.ts'
import type { Target } from './target.ts'

let count = 0

type Post = Partial<typeof communityPosts.$inferInsert>

/** A published post of somebody's, written now, unless told otherwise. */
export async function post(target: Target, userId: string, options: Post = {}) {
  const [row] = await target.db
    .insert(communityPosts)
    .values({
      ...{ userId, title: `Post ${++count}`, content: 'Who has a mitre saw that I could use?' },
      ...{ createdAt: target.clock.now(), ...options },
    })
    .returning()
  return row!
}

type Comment = Partial<typeof communityPostComments.$inferInsert>

/** What somebody says to a post. */
export async function comment(target: Target, postId: string, userId: string, options: Comment = {}) {
  const [row] = await target.db
    .insert(communityPostComments)
    .values({ postId, userId, content: 'I have one.', createdAt: target.clock.now(), ...options })
    .returning()
  return row!
}

/** These people like a post. */
export async function liked({ db }: Target, postId: string, ...userIds: string[]): Promise<void> {
  if (userIds.length > 0) await db.insert(communityPostLikes).values(userIds.map(userId => ({ postId, userId })))
}
