import { Button, Group, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '#ui/link.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { BellButton } from './bell-button.tsx'
import classes from './bell-panel.module.css'
import { useMarkAllRead } from './mark-all-read.ts'
import { NotificationLines } from './notification-lines.tsx'

const newest = 5

/** The bell with its panel, which opens when it appears: in place of the button that was pressed for it. */
export function BellPanel({ unread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // From the button, as if that had opened it: the focus goes on into the panel, and back there.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  const latest = useQuery({ ...api.notifications.list.queryOptions({ input: { size: newest } }), enabled: isOpen })
  const markAll = useMarkAllRead()
  const close = () => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(25rem, calc(100vw - 1rem))"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton unread={unread} ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Notifications" className={classes.panel}>
        <Query of={latest} failed="Failed to load notifications">
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty what="Nothing yet" why="What concerns you is told here." />
            ) : (
              <NotificationLines rows={rows} label="The newest notifications" onOpen={close} />
            )
          }
        </Query>
        <Group gap="sm" mt="md">
          <ButtonLink to="/notifications" variant="default" size="sm" onClick={close}>
            See all
          </ButtonLink>
          {unread > 0 ? (
            <Button variant="default" size="sm" loading={markAll.isRunning} onClick={() => void markAll.run({})}>
              Mark all as read
            </Button>
          ) : null}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
