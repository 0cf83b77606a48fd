import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '#ui/plain/page.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { Choices } from '../parts/choices.tsx'
import { OwnNotifications } from '../parts/own-notifications.tsx'

const tabs = [
  { value: 'told', label: 'Notifications' },
  { value: 'choices', label: 'Choices' },
]

/** /notifications: what concerns one, and where one wants to be told of it. */
export function Notifications() {
  const { view, kind } = useSearch({ from: '/notifications' })
  const navigate = useNavigate()
  const shown = view ?? 'told'
  return (
    <Page title="Notifications" width="form">
      <Tabs
        value={shown}
        onChange={next =>
          void navigate({ to: '/notifications', search: next === 'choices' ? { view: 'choices' } : {} })
        }
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={tabs} />
        <Tabs.Panel value="told">
          <OwnNotifications kind={kind} />
        </Tabs.Panel>
        <Tabs.Panel value="choices">
          <Choices />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
