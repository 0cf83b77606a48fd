import { useNavigate } from '@tanstack/react-router'
import { objectNouns } from '#features/house/objects/inputs.ts'
import { exportPath } from '#platform/list.ts'
import { useOpenObject } from '#ui/object-link.tsx'
import type { OpenGroup } from './office.tsx'
import { type OfficeAction, officeActions } from './office-actions.ts'
import { Palette } from './palette.tsx'
import type { FinderProps } from './search-button.tsx'

/** The search of the back office: its pages and actions, who and what is in its books, and what everybody finds. */
export function PageFinder(
  props: FinderProps & {
    label: string
    groups: OpenGroup[]
    /** whether this person may open the page */
    mayOpen: (to: string) => boolean
    /** people, bookings, orders and applications as well */
    findsObjects: boolean
  },
) {
  const { groups, mayOpen, findsObjects, ...rest } = props
  const navigate = useNavigate()
  const { open } = useOpenObject()
  const act = (action: OfficeAction) => {
    if ('exports' in action) return download(exportPath(action.exports, action.filters ?? {}))
    void navigate({ to: action.to, search: 'dialog' in action ? { dialog: action.dialog } : action.search })
  }
  const pages = groups.map(({ title, entries }) => ({
    title,
    lines: entries.flatMap(({ label, to, views, also }) =>
      (views ?? [{ label, to }]).map(view => ({
        id: view.to,
        label: view.label,
        isPage: true as const,
        ...(also && { also: [...also] }),
        choose: () => void navigate({ to: view.to }),
      })),
    ),
  }))
  const actions = officeActions
    .filter(({ to }) => mayOpen(to))
    .map(action => ({
      id: action.label,
      label: action.label,
      ...(action.also && { also: [...action.also] }),
      choose: () => act(action),
    }))
  return (
    <Palette
      {...rest}
      groups={[...pages, { title: 'Actions', lines: actions }]}
      elsewhere={typed => {
        const lists = searched.filter(({ to }) => mayOpen(to))
        if (lists.length === 0) return pages[0]?.lines ?? []
        return lists.map(({ to, what }) => ({
          id: `search:${to}`,
          label: `Search ${what} for “${typed}”`,
          choose: () => void navigate({ to, search: { q: typed } }),
        }))
      }}
      finds={{
        // Events and people of the office open what the office does with them.
        kinds: findsObjects ? ['spaces', 'posts'] : ['spaces', 'events', 'members', 'creatives', 'posts'],
        nouns: findsObjects ? objectNouns : [],
        openObject: open,
      }}
    />
  )
}

/** Where the office looks on for what the search does not know: also those who left, and what was written long ago. */
const searched = [
  { to: '/admin/members', what: 'members' },
  { to: '/admin/admin-applications', what: 'applications' },
  { to: '/admin/bookings', what: 'bookings' },
  { to: '/admin/payments', what: 'memberships and payments' },
] as const

/** Fetches a file as the button of its list does: the page stays. */
function download(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
