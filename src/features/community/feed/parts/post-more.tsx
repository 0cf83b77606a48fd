import { useState } from 'react'
import { HideDialog } from '#features/community/moderation/parts/hide-dialog.tsx'
import { ReportDialog } from '#features/community/moderation/parts/report-dialog.tsx'
import { messages } from '#features/community/posts/inputs.ts'
import type { Post } from '#features/community/posts/parts/post-card.tsx'
import { PostForm } from '#features/community/posts/parts/post-form.tsx'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'

/** What can be done with a post besides liking it: its author changes or deletes it, others report it, admins hide or delete it. */
export function PostMore({ post, onGone }: { post: Post; onGone?: () => void }) {
  const { id, title, can, isOwn, status } = post
  const [opened, setOpened] = useState<'edit' | 'report' | 'hide' | null>(null)
  const close = () => setOpened(null)
  const question = () => ({
    title: `Delete “${title}”?`,
    body: 'It is gone for good, with its picture, its likes and every comment.',
    action: 'Delete post',
    danger: true,
  })
  const words = { confirm: question, done: 'Post deleted', failed: messages.remove, onDone: () => onGone?.() }
  const remove = useAction(rpc.community.remove, words)
  const removeByHouse = useAction(rpc.community.deleteByHouse, words)
  const show = useAction(rpc.community.show, {
    atOnce: 'it can be hidden again',
    done: 'Post shown again',
    failed: 'The post was not shown',
  })
  const isModerated = can.moderate && !isOwn
  return (
    <>
      <MoreMenu
        of={title}
        items={[
          can.edit && { label: 'Edit post', run: () => setOpened('edit') },
          { label: 'Copy link', run: () => void copyLink(id) },
          can.report && { label: 'Report post', run: () => setOpened('report') },
          isModerated && status === 'published' && { label: 'Hide post', run: () => setOpened('hide') },
          isModerated && status === 'hidden' && { label: 'Show post again', run: () => void show.run({ postId: id }) },
          can.remove && { label: 'Delete post', run: () => void remove.run({ id }), isDanger: true },
          isModerated && { label: 'Delete as the house', run: () => void removeByHouse.run({ id }), isDanger: true },
        ]}
      />
      {opened === 'edit' ? (
        <Dialog title="Edit your post" onClose={close} size="46rem" keepsInput>
          <PostForm post={post} write={rpc.community.edit} done="Post saved" onDone={close} onLeave={close} />
        </Dialog>
      ) : null}
      {opened === 'report' ? <ReportDialog thing={{ postId: id }} onClose={close} /> : null}
      {opened === 'hide' ? <HideDialog thing={{ postId: id }} onClose={close} /> : null}
    </>
  )
}

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(new URL(`/community/${id}`, location.origin).href)
    toast.success('Link copied')
  } catch {
    toast.error('The link was not copied', 'Copy it from the address of the page.')
  }
}
