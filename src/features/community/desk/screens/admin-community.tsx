import { Button, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PostForm } from '#features/community/posts/parts/post-form.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { rpc } from '#web/client.ts'
import { DecisionsTable } from '../parts/decisions-table.tsx'
import { PostsTable } from '../parts/posts-table.tsx'
import { ReportsTable } from '../parts/reports-table.tsx'

const tabs = [
  { key: 'posts', label: 'Posts', Part: PostsTable },
  { key: 'reports', label: 'Reports', Part: ReportsTable },
  { key: 'decisions', label: 'Decisions and appeals', Part: DecisionsTable },
]
const [first] = tabs

/** /admin/community: posts, what people reported, and what the house decided (CNT-37 … CNT-45). */
export function AdminCommunity() {
  const search = useSearch({ from: '/admin/community' })
  const navigate = useNavigate()
  const { isOpen, open, close } = useDialog('new-post')
  const { key: shown } = tabs.find(({ key }) => key === search.tab) ?? first!
  return (
    <Page
      title="Community Posts"
      chassis="desk"
      actions={
        <>
          <Button onClick={open}>Create post</Button>
          <ButtonLink to="/community" variant="default">
            Open the community
          </ButtonLink>
        </>
      }
    >
      <Tabs
        value={shown}
        onChange={tab => void navigate({ to: '/admin/community', search: tab && tab !== first!.key ? { tab } : {} })}
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={tabs.map(({ key, label }) => ({ value: key, label }))} />
        {tabs.map(({ key, Part }) => (
          <Tabs.Panel key={key} value={key}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
      {isOpen ? (
        <Dialog title="Create a post" onClose={close} size="46rem" keepsInput>
          <PostForm write={rpc.community.publish} done="Post created" onDone={close} onLeave={close} />
        </Dialog>
      ) : null}
    </Page>
  )
}
