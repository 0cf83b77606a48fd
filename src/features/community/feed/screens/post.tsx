import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Comment, Comments } from '#features/community/comments/parts/comments.tsx'
import { HiddenNotice } from '#features/community/moderation/parts/hidden-notice.tsx'
import { messages } from '#features/community/posts/inputs.ts'
import { PostCard } from '#features/community/posts/parts/post-card.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api } from '#web/client.ts'
import { CommentMore } from '../parts/comment-more.tsx'
import { PostMore } from '../parts/post-more.tsx'

/** /community/{id}: a post and what was said to it (COM-02). Of one that is hidden from whoever said something to it, what they said. One that is not there leads to the first page (COM-03). */
export function PostPage() {
  const { id } = useParams({ from: '/community/$id' })
  const navigate = useNavigate()
  // Whoever deleted it here goes back to the feed and is not told that it is gone.
  const isGoing = useRef(false)
  const query = useQuery(api.community.one.queryOptions({ input: { id }, retry: false }))
  const code = (query.error as { code?: string } | null)?.code
  const isMissing = code === 'NOT_FOUND' || code === 'INVALID_INPUT'
  useEffect(() => {
    if (!isMissing || isGoing.current) return
    toast.error(messages.notFound)
    void navigate({ to: '/', replace: true })
  }, [isMissing, navigate])
  if (isMissing) return null
  const post = query.data
  return (
    <Page
      title={post?.title ?? 'Post'}
      kicker={
        // Not marked as where one is: a link with a class looks after itself.
        <Link to="/community" activeOptions={{ exact: true }}>
          Community
        </Link>
      }
      width="text"
    >
      <Query of={query} failed="Failed to load this post" loading={<LoadingText lines={8} />}>
        {found => (
          <>
            {found.isStub ? (
              <p>The house has hidden this post. You read here what you said to it; of others, only the house does.</p>
            ) : (
              <PostCard
                post={found}
                isWhole
                more={
                  <PostMore
                    post={found}
                    onGone={() => {
                      isGoing.current = true
                      void navigate({ to: '/community', replace: true })
                    }}
                  />
                }
                notice={
                  found.status === 'hidden' ? (
                    <HiddenNotice reason={found.hiddenReason ?? ''} isOwn={found.isOwn} thing={{ postId: id }} />
                  ) : null
                }
              />
            )}
            <Comments post={found} parts={partsOf} />
          </>
        )}
      </Query>
    </Page>
  )
}

const partsOf = (comment: Comment) => ({
  more: <CommentMore comment={comment} />,
  notice:
    comment.status === 'hidden' ? (
      <HiddenNotice
        reason={comment.hiddenReason ?? ''}
        isOwn={comment.isOwn}
        thing={{ postId: comment.postId, commentId: comment.id }}
      />
    ) : null,
})
