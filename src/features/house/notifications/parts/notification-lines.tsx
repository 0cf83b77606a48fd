import {
  IconAt,
  IconBuildingStore,
  IconCalendarCheck,
  IconClipboardCheck,
  IconHeart,
  IconId,
  IconMessage,
  IconShield,
  IconTicket,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type Ref, useRef } from 'react'
import { useAction, useQuietWrite } from '#ui/action.ts'
import { When } from '#ui/plain/dates.tsx'
import { rpc } from '#web/client.ts'
import type { NotificationKind } from '../inputs.ts'
import classes from './notification-lines.module.css'

export type NotificationRow = Awaited<ReturnType<typeof rpc.notifications.list>>['rows'][number]

const icons: Record<NotificationKind, typeof IconAt> = {
  mention: IconAt,
  comment: IconMessage,
  like: IconHeart,
  moderation: IconShield,
  event: IconTicket,
  booking: IconCalendarCheck,
  stall: IconBuildingStore,
  application: IconClipboardCheck,
  membership: IconId,
}

/** What somebody was told, each leading to its thing; opening one marks it as read. */
export function NotificationLines(props: {
  rows: readonly NotificationRow[]
  label: string
  /** for whoever moves the focus into the list */
  of?: Ref<HTMLOListElement>
  onOpen?: () => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const router = useRouter()
  const quietly = useQuietWrite(rpc.notifications.markRead)
  const mark = useAction(rpc.notifications.markRead, {
    atOnce: 'it stays in the list, and is only no longer counted',
    failed: 'It was not marked as read',
  })
  const open = (event: MouseEvent, row: NotificationRow) => {
    if (row.readAt === null) void quietly({ id: row.id }).catch(() => undefined)
    props.onOpen?.()
    // In another tab the browser opens it.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    router.history.push(row.path)
  }
  return (
    <ol ref={props.of ?? list} className={classes.lines} aria-label={props.label}>
      {props.rows.map(row => {
        const Icon = icons[row.kind]
        return (
          <li key={row.id} tabIndex={-1} data-unread={row.readAt === null || undefined}>
            <Icon size={20} stroke={1.7} aria-hidden />
            <a href={row.path} className={classes.thing} onClick={event => open(event, row)}>
              <span className={classes.title}>
                {row.readAt === null ? <span className="visually-hidden">Unread: </span> : null}
                {row.title}
              </span>
              {row.text ? <span className={classes.text}>{row.text}</span> : null}
              <When at={row.toldAt} />
            </a>
            {row.readAt === null ? (
              <button
                type="button"
                className={classes.mark}
                aria-label={`Mark as read: ${row.title}`}
                title="Mark as read"
                onClick={() => void mark.run({ id: row.id })}
              >
                <i />
              </button>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
