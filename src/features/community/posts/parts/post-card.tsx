import { IconMessage, IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '#platform/words.ts'
import { When } from '#ui/plain/dates.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { Status } from '#ui/plain/status.tsx'
import type { rpc } from '#web/client.ts'
import { LikeButton } from './like-button.tsx'
import classes from './posts.module.css'
import { Words } from './words.tsx'

export type Post = Awaited<ReturnType<typeof rpc.community.one>>

/** A post in the feed, or whole on its page; `more` is what can be done with it, `notice` what the house said of it. */
export function PostCard({
  post,
  isWhole = false,
  more,
  notice,
}: {
  post: Post
  isWhole?: boolean
  more?: ReactNode
  notice?: ReactNode
}) {
  const { id, title, content, mentions, picture, imageAlt, commentCount } = post
  const heading = `post-${id}`
  return (
    <article className={classes.post} data-whole={isWhole} aria-labelledby={heading}>
      <header className={classes.head}>
        <Author of={post} />
        {more}
      </header>
      {isWhole ? null : (
        <h2 className={classes.title} id={heading}>
          <Link to="/community/$id" params={{ id }}>
            {title}
          </Link>
        </h2>
      )}
      {isWhole ? (
        <span id={heading} hidden>
          {title}
        </span>
      ) : null}
      {notice}
      <Words text={content} mentions={mentions} isShort={!isWhole} />
      {picture ? (
        <Picture
          of={picture}
          seed={id}
          alt={imageAlt}
          sizes="(min-width: 50em) 44rem, 100vw"
          ratio="wide"
          className={classes.picture ?? ''}
        />
      ) : null}
      <footer className={classes.foot}>
        <LikeButton post={post} />
        {isWhole ? null : (
          <Link to="/community/$id" params={{ id }} hash="comments" className={classes.comments}>
            <IconMessage size={20} aria-hidden />
            {formatCount(commentCount, 'comment')}
            <span className="visually-hidden">: {title}</span>
          </Link>
        )}
      </footer>
    </article>
  )
}

/** Who wrote it and when, and whether it was changed since. */
function Author({ of: { userId, author, createdAt, editedAt, isPinned } }: { of: Post }) {
  return (
    <div className={classes.author}>
      <Face id={userId ?? author} size="medium" />
      <div>
        <p className={classes.name}>{author}</p>
        <p className={classes.when}>
          <When at={createdAt} />
          {editedAt ? (
            <>
              {' · edited '}
              <When at={editedAt} />
            </>
          ) : null}
        </p>
      </div>
      {isPinned ? (
        <Status tone="accent">
          <IconPin size={14} aria-hidden /> Pinned
        </Status>
      ) : null}
    </div>
  )
}
