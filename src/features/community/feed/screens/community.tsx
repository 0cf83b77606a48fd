import { Button, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { HiddenNotice } from '#features/community/moderation/parts/hidden-notice.tsx'
import { messages } from '#features/community/posts/inputs.ts'
import { PostCard } from '#features/community/posts/parts/post-card.tsx'
import { PostForm } from '#features/community/posts/parts/post-form.tsx'
import { formatCount } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { rpc } from '#web/client.ts'
import classes from '../parts/feed.module.css'
import { PostMore } from '../parts/post-more.tsx'
import { useFeed } from '../parts/use-feed.ts'

/** /community: what members write, pinned posts first, then the newest (COM-01, COM-06). */
export function Community() {
  const { q = '' } = useSearch({ from: '/community' })
  const navigate = useNavigate()
  const { isOpen, open, close } = useDialog('new-post')
  const { feed, posts, newer, refresh } = useFeed(q)
  const canWrite = feed.data?.pages[0]?.can.write ?? false
  const write = canWrite ? (
    <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={open}>
      Write a post
    </Button>
  ) : null
  return (
    <Page
      title="Community"
      kicker="Members"
      lead="What members make, look for and give away."
      width="text"
      actions={write}
    >
      <div className={classes.bar}>
        <Search
          key={q}
          q={q}
          onSearch={text => void navigate({ to: '/community', search: text ? { q: text } : {}, replace: true })}
        />
      </div>
      <div className={classes.newer} role="status">
        {newer > 0 ? (
          <Button
            radius="xl"
            onClick={() => {
              scrollTo({ top: 0 })
              void refresh()
            }}
          >
            {newer >= mostNew ? `${mostNew - 1}+ new posts` : formatCount(newer, 'new post')}
          </Button>
        ) : null}
      </div>
      <Query of={feed} failed={messages.load} loading={<LoadingTiles tiles={2} pictureHeight={120} />}>
        {() =>
          posts.length === 0 ? (
            <Empty
              what={q ? 'No post is like that' : 'Nobody has posted yet'}
              why={q ? 'Ask for fewer words.' : 'What members make, look for and give away stands here.'}
              next={q ? null : write}
            />
          ) : (
            <>
              <ol className={classes.feed} aria-label="Posts" aria-busy={feed.isFetchingNextPage}>
                {posts.map(post => (
                  <li key={post.id}>
                    <PostCard
                      post={post}
                      more={<PostMore post={post} />}
                      notice={
                        post.status === 'hidden' ? (
                          <HiddenNotice
                            reason={post.hiddenReason ?? ''}
                            isOwn={post.isOwn}
                            thing={{ postId: post.id }}
                          />
                        ) : null
                      }
                    />
                  </li>
                ))}
              </ol>
              <div className={classes.end}>
                {feed.hasNextPage ? (
                  <Button variant="default" loading={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
                    Show more posts
                  </Button>
                ) : (
                  <p>That is everything.</p>
                )}
              </div>
            </>
          )
        }
      </Query>
      {isOpen && canWrite ? (
        <Dialog title="Write a post" onClose={close} size="46rem" keepsInput>
          <PostForm
            write={rpc.community.write}
            done="Post published"
            onDone={() => {
              close()
              void refresh()
            }}
            onLeave={close}
          />
        </Dialog>
      ) : null}
    </Page>
  )
}

/** The server counts no further. */
const mostNew = 100

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        label="Search posts"
        type="search"
        value={typed}
        maxLength={100}
        onChange={event => setTyped(event.currentTarget.value)}
        onBlur={() => typed.trim() !== q && onSearch(typed.trim())}
      />
    </form>
  )
}
