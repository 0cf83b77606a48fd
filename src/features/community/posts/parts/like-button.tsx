import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#ui/action.ts'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { messages } from '../inputs.ts'
import classes from './posts.module.css'

interface Liked {
  id: string
  title: string
  isLiked: boolean
  likeCount: number
}

/** Likes a post and takes it back. It shows at once; when it fails, what is stored shows again (COM-07 … COM-09). */
export function LikeButton({ post: { id, title, isLiked, likeCount } }: { post: Liked }) {
  const me = useMe()
  // What was pressed, until the server says the same.
  const [wished, setWished] = useState<boolean | null>(null)
  if (wished === isLiked) setWished(null)
  const like = useAction(
    ({ isWished }: { isWished: boolean }, sending) =>
      isWished ? rpc.community.like({ id }, sending) : rpc.community.unlike({ id }, sending),
    {
      atOnce: 'pressing once more takes it back',
      failed: messages.like,
      onFailed: () => setWished(null),
    },
  )
  const isOn = wished ?? isLiked
  const count = likeCount + Number(isOn) - Number(isLiked)
  const press = () => {
    if (!me) return toast.error(messages.signInToLike)
    if (like.isRunning) return
    setWished(!isOn)
    void like.run({ isWished: !isOn })
  }
  return (
    <button type="button" className={classes.like} aria-pressed={isOn} onClick={press}>
      {isOn ? <IconHeartFilled size={20} aria-hidden /> : <IconHeart size={20} aria-hidden />}
      <span>
        {count} <span className={classes.unit}>{count === 1 ? 'like' : 'likes'}</span>
      </span>
      <span className="visually-hidden">: {title}</span>
    </button>
  )
}
