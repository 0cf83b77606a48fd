import { Group } from '@mantine/core'
import type { Visibility } from '#features/community/posts/inputs.ts'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { useList } from '#ui/table/use-list.ts'
import { api } from '#web/client.ts'
import { messages, postList } from '../inputs.ts'
import { PostPanel, type PostRow } from './post-panel.tsx'

const states: Record<Visibility, string> = { published: 'Published', hidden: 'Hidden' }

const columns: Column<PostRow>[] = [
  { key: 'title', header: 'Post', kind: 'text', width: 17, of: row => row.title },
  {
    key: 'author',
    header: 'Author',
    kind: 'person',
    of: row => row.author,
    opens: row => (row.userId ? ['person', row.userId] : null),
  },
  { key: 'createdAt', header: 'Written', kind: 'date', of: row => row.createdAt },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 14,
    isUsual: row => row.status === 'published' && !row.isPinned && row.reports === 0,
    of: row => (
      <Group gap={4} wrap="nowrap">
        <Status tone={row.status === 'hidden' ? 'bad' : 'good'}>{states[row.status]}</Status>
        {row.isPinned ? <Status tone="accent">Pinned</Status> : null}
        {row.reports > 0 ? <Status tone="warn">Reported</Status> : null}
      </Group>
    ),
  },
  {
    key: 'likes',
    header: 'Likes',
    kind: 'number',
    width: 4,
    of: row => row.likeCount,
    short: row => `${row.likeCount} likes`,
  },
  {
    key: 'comments',
    header: 'Comments',
    kind: 'number',
    of: row => row.commentCount,
    short: row => `${row.commentCount} comments`,
  },
]

/** Every post, pinned first, then the newest (CNT-43); a row opens beside the list. */
export function PostsTable() {
  const list = useList(postList, api.community.posts, { canExport: true })
  return (
    <DataTable
      {...list}
      label="Posts"
      noun={['post', 'posts']}
      failed={messages.load}
      columns={columns}
      rowId={row => row.id}
      rowName={row => row.title}
      searchFor="Search title or text"
      filters={[
        {
          key: 'status',
          label: 'Status',
          options: [
            { value: 'published', label: states.published },
            { value: 'hidden', label: states.hidden },
          ],
        },
        {
          key: 'pinned',
          label: 'Pinned',
          options: [
            { value: 'yes', label: 'Pinned' },
            { value: 'no', label: 'Not pinned' },
          ],
        },
      ]}
      panel={{
        title: row => row?.title ?? 'Post',
        body: (id, row, leave) =>
          row ? <PostPanel key={id} post={row} onGone={leave} /> : <p>This post is not on this page of the list.</p>,
      }}
      empty={<Empty what="Nobody has posted yet" why="Posts appear here as soon as a member writes one." />}
    />
  )
}
