import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { HideDialog } from '#features/community/moderation/parts/hide-dialog.tsx'
import { messages as postMessages } from '#features/community/posts/inputs.ts'
import { PostForm } from '#features/community/posts/parts/post-form.tsx'
import { Words } from '#features/community/posts/parts/words.tsx'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ButtonLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Picture } from '#ui/plain/picture.tsx'
import { rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'

export type PostRow = Awaited<ReturnType<typeof rpc.community.posts>>['rows'][number]

/** One post beside the list: what it says, and pinning, changing, hiding and deleting it (CNT-41, CNT-42). */
export function PostPanel({ post, onGone }: { post: PostRow; onGone: () => void }) {
  const { id, title, content, mentions, picture, imageAlt, createdAt, editedAt, hiddenReason, isPinned, can } = post
  const [opened, setOpened] = useState<'edit' | 'hide' | null>(null)
  const close = () => setOpened(null)
  const pin = useAction(rpc.community.pin, {
    undo:
      ({ isPinned: isNow }) =>
      sending =>
        rpc.community.pin({ id, isPinned: !isNow }, sending),
    done: ({ isPinned: isNow }) => (isNow ? 'Post pinned' : 'Post unpinned'),
    failed: messages.pin,
  })
  const remove = useAction(rpc.community.deleteByHouse, {
    confirm: () => ({
      title: `Delete “${title}”?`,
      body: 'It is gone for good, with its picture, its likes and every comment. Hiding it leaves its author an appeal.',
      action: 'Delete post',
      danger: true,
    }),
    done: 'Post deleted',
    onDone: onGone,
    failed: postMessages.remove,
  })
  const show = useAction(rpc.community.show, {
    atOnce: 'it can be hidden again',
    done: 'Post shown again',
    failed: 'The post was not shown',
  })
  return (
    <Stack>
      <Words text={content} mentions={mentions} />
      {picture ? <Picture of={picture} seed={id} alt={imageAlt} sizes="24rem" /> : null}
      <Facts
        facts={[
          { label: 'Author', value: post.author },
          { label: 'Written', value: <When at={createdAt} /> },
          editedAt && { label: 'Edited', value: <When at={editedAt} /> },
          { label: 'Likes', value: post.likeCount },
          { label: 'Comments', value: post.commentCount },
          post.reports > 0 && { label: 'Reports that wait', value: post.reports },
          hiddenReason !== null && { label: 'Hidden because', value: hiddenReason },
        ]}
      />
      <Group gap="xs">
        <Button variant="default" loading={pin.isRunning} onClick={() => void pin.run({ id, isPinned: !isPinned })}>
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button variant="default" onClick={() => setOpened('edit')}>
          Edit
        </Button>
        {can.hide ? (
          <Button variant="default" onClick={() => setOpened('hide')}>
            Hide
          </Button>
        ) : null}
        {can.show ? (
          <Button variant="default" loading={show.isRunning} onClick={() => void show.run({ postId: id })}>
            Show again
          </Button>
        ) : null}
        <ButtonLink to="/community/$id" params={{ id }} variant="default">
          Open the post
        </ButtonLink>
        <Button variant="subtle" color="red" loading={remove.isRunning} onClick={() => void remove.run({ id })}>
          Delete
        </Button>
      </Group>
      {opened === 'edit' ? (
        <Dialog title="Edit post" onClose={close} size="46rem" keepsInput>
          <PostForm post={post} write={rpc.community.editByHouse} done="Post saved" onDone={close} onLeave={close} />
        </Dialog>
      ) : null}
      {opened === 'hide' ? <HideDialog thing={{ postId: id }} onClose={close} /> : null}
    </Stack>
  )
}
