import { useState } from 'react'
import { messages } from '#features/community/comments/inputs.ts'
import type { Comment } from '#features/community/comments/parts/comments.tsx'
import { HideDialog } from '#features/community/moderation/parts/hide-dialog.tsx'
import { ReportDialog } from '#features/community/moderation/parts/report-dialog.tsx'
import { useAction } from '#ui/action.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { rpc } from '#web/client.ts'

/** What can be done with a comment: its author deletes it, others report it, admins hide or delete it (COM-13). */
export function CommentMore({ comment: { id, postId, author, status, isOwn, can } }: { comment: Comment }) {
  const [opened, setOpened] = useState<'report' | 'hide' | null>(null)
  const close = () => setOpened(null)
  const words = {
    confirm: () => ({
      title: isOwn ? 'Delete your comment?' : `Delete the comment of ${author}?`,
      body: 'It is gone for good.',
      action: 'Delete comment',
      danger: true,
    }),
    done: 'Comment deleted',
    failed: messages.remove,
  }
  const remove = useAction(rpc.community.removeComment, words)
  const removeByHouse = useAction(rpc.community.deleteCommentByHouse, words)
  const show = useAction(rpc.community.show, {
    atOnce: 'it can be hidden again',
    done: 'Comment shown again',
    failed: 'The comment was not shown',
  })
  const thing = { postId, commentId: id }
  const isModerated = can.moderate && !isOwn
  return (
    <>
      <MoreMenu
        of={`the comment of ${author}`}
        items={[
          can.report && { label: 'Report comment', run: () => setOpened('report') },
          isModerated && status === 'published' && { label: 'Hide comment', run: () => setOpened('hide') },
          isModerated && status === 'hidden' && { label: 'Show comment again', run: () => void show.run(thing) },
          can.remove && { label: 'Delete comment', run: () => void remove.run({ id }), isDanger: true },
          isModerated && { label: 'Delete as the house', run: () => void removeByHouse.run({ id }), isDanger: true },
        ]}
      />
      {opened === 'report' ? <ReportDialog thing={thing} onClose={close} /> : null}
      {opened === 'hide' ? <HideDialog thing={thing} onClose={close} /> : null}
    </>
  )
}
