import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Visibility } from '#features/community/posts/inputs.ts'
import { Words } from '#features/community/posts/parts/words.tsx'
import { formatCount } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingRows } from '#ui/plain/states.tsx'
import { api, type rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages } from '../inputs.ts'
import { CommentForm } from './comment-form.tsx'
import classes from './comments.module.css'

export type Comment = Awaited<ReturnType<typeof rpc.community.comments>>['rows'][number]

/** What was said to a post, or of one that is hidden from them what this person said, and saying something to it (COM-02, COM-10 … COM-13). `parts` draws what can be done with each, and what the house said of it. */
export function Comments({
  post: { id: postId, commentCount, status, isStub, can },
  parts,
}: {
  post: { id: string; commentCount: number; status: Visibility; isStub: boolean; can: { comment: boolean } }
  parts: (comment: Comment) => { more: ReactNode; notice: ReactNode }
}) {
  const me = useMe()
  // What is on its way stands among the others at once; a failure takes it back into the field, where it still stands.
  const [sending, setSending] = useState<string | null>(null)
  const query = useInfiniteQuery(
    api.community.comments.infiniteOptions({
      input: (before: string | undefined) => ({ postId, ...(before !== undefined && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ before }) => before ?? undefined,
    }),
  )
  return (
    <section aria-labelledby="comments" className={classes.all}>
      <h2 id="comments" tabIndex={-1}>
        {isStub ? 'What you said' : formatCount(commentCount + (sending === null ? 0 : 1), 'comment')}
      </h2>
      <Query of={query} failed={messages.load} loading={<LoadingRows rows={3} height={64} />}>
        {({ pages }) => (
          <>
            {query.hasNextPage ? (
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show earlier comments
              </Button>
            ) : null}
            <ol className={classes.list}>
              {pages
                .toReversed()
                .flatMap(({ rows }) => rows)
                .map(comment => (
                  <Said key={comment.id} comment={comment} {...parts(comment)} />
                ))}
              {sending === null ? null : (
                <li className={classes.comment} data-sending="true">
                  <Face id={me?.userId ?? ''} size="medium" />
                  <div>
                    <p className={classes.name}>You, just now</p>
                    <Words text={sending} mentions={[]} />
                  </div>
                </li>
              )}
            </ol>
          </>
        )}
      </Query>
      {can.comment ? (
        <CommentForm postId={postId} onSending={setSending} />
      ) : me ? (
        <p className={classes.closed}>
          {status === 'hidden' ? 'Nobody comments while the house has hidden this.' : 'Only approved members comment.'}
        </p>
      ) : null}
    </section>
  )
}

function Said({
  comment: { userId, author, content, mentions, createdAt },
  more,
  notice,
}: {
  comment: Comment
  more: ReactNode
  notice: ReactNode
}) {
  return (
    <li className={classes.comment}>
      <Face id={userId ?? author} size="medium" />
      <div>
        <div className={classes.head}>
          <p className={classes.name}>
            {author} <When at={createdAt} />
          </p>
          {more}
        </div>
        {notice}
        <Words text={content} mentions={mentions} />
      </div>
    </li>
  )
}
