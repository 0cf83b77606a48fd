import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Earlier } from '#ui/earlier.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { kindTerms, type NotificationKind, notificationKinds } from '../inputs.ts'
import { useMarkAllRead } from './mark-all-read.ts'
import { NotificationLines } from './notification-lines.tsx'
import classes from './own-notifications.module.css'

/** What somebody was told, the newest first, as far back as one asks; of all kinds or of the one in the address. */
export function OwnNotifications({ kind }: { kind: NotificationKind | undefined }) {
  const navigate = useNavigate()
  const markAll = useMarkAllRead()
  const list = useInfiniteQuery(
    api.notifications.list.infiniteOptions({
      input: (before: string | undefined) => ({ ...(kind && { kind }), ...(before !== undefined && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ earlier }) => earlier ?? undefined,
    }),
  )
  const lines = useRef<HTMLOListElement>(null)
  return (
    <>
      <div className={classes.tools}>
        <label>
          <span className="visually-hidden">Show</span>
          <select
            className={classes.kind}
            value={kind ?? ''}
            onChange={event => {
              const chosen = notificationKinds.find(each => each === event.currentTarget.value)
              void navigate({ to: '/notifications', search: chosen ? { kind: chosen } : {} })
            }}
          >
            <option value="">Everything</option>
            {notificationKinds.map(each => (
              <option key={each} value={each}>
                {kindTerms[each].label}
              </option>
            ))}
          </select>
        </label>
        <Button
          variant="default"
          size="sm"
          loading={markAll.isRunning}
          disabled={(list.data?.pages[0]?.unread ?? 0) === 0}
          onClick={() => void markAll.run(kind ? { kind } : {})}
        >
          Mark all as read
        </Button>
      </div>
      <Query of={list} failed="Failed to load notifications" loading={<LoadingRows height={72} />}>
        {({ pages }) => {
          const rows = pages.flatMap(page => page.rows)
          if (rows.length === 0)
            return kind ? (
              <Empty what="Nothing of this kind" why={`${kindTerms[kind].hint}: then it stands here.`} />
            ) : (
              <Empty
                what="Nothing yet"
                why="When something of yours changes, or somebody answers you, it stands here. The choices say what else reaches you."
              />
            )
          return (
            <>
              <NotificationLines rows={rows} label="Notifications, the newest first" of={lines} />
              <Earlier of={list} list={lines} shown={rows.length} failed="Earlier notifications could not be loaded" />
            </>
          )
        }}
      </Query>
    </>
  )
}
