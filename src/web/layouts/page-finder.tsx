import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { leastTyped, type ObjectNoun, objectNouns } from '#features/house/objects/inputs.ts'
import { exportPath } from '#platform/list.ts'
import { useOpenObject } from '#ui/object-link.tsx'
import { api } from '#web/client.ts'
import type { OpenGroup } from './office.tsx'
import { type OfficeAction, officeActions } from './office-actions.ts'

interface PageFinderProps {
  groups: OpenGroup[]
  /** whether this person may open the page */
  mayOpen: (to: string) => boolean
  /** people, bookings, orders and applications as well */
  findsObjects: boolean
  className?: string
  icon: ReactNode
}

const groupNames: Record<ObjectNoun, string> = {
  person: 'People',
  booking: 'Bookings',
  order: 'Orders',
  application: 'Applications',
  event: 'Events',
}

/** Ctrl+K or Cmd+K: any page and action of the back office by its name, and who and what is in its books by whatever names it. */
export function PageFinder({ groups, mayOpen, findsObjects, className, icon }: PageFinderProps) {
  const navigate = useNavigate()
  const { open } = useOpenObject()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    ...api.objects.find.queryOptions({ input: { q } }),
    enabled: findsObjects && q.length >= leastTyped,
  })
  const label = findsObjects ? 'Find people, bookings, orders, events and pages' : 'Go to a page'
  const objects = q.length >= leastTyped ? (found.data?.rows ?? []) : []
  const keys = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
  const act = (action: OfficeAction) => {
    if ('exports' in action) return download(exportPath(action.exports, {}))
    void navigate({ to: action.to, search: 'dialog' in action ? { dialog: action.dialog } : action.search })
  }
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className={className}
        onClick={spotlight.open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        {icon}
        <span>{findsObjects ? 'Find' : 'Go to a page'}</span>
        <span data-keys={keys} />
      </button>
      <Spotlight
        shortcut="mod + K"
        query={typed}
        onQueryChange={setTyped}
        actions={[
          ...objectNouns.map(noun => ({
            group: groupNames[noun],
            actions: objects
              .filter(line => line.noun === noun)
              .map(({ id, title, detail }) => ({
                id: `${noun}:${id}`,
                label: title,
                description: detail ?? '',
                // What the server found is shown, whatever of it was typed.
                keywords: typed,
                onClick: () => open(noun, id),
              })),
          })),
          ...groups.map(({ title, entries }) => ({
            group: title,
            actions: entries.flatMap(({ label, to, views, icon: Icon }) =>
              (views ?? [{ label, to }]).map(view => ({
                id: view.to,
                label: view.label,
                leftSection: <Icon size={20} stroke={1.6} aria-hidden />,
                onClick: () => navigate({ to: view.to }),
              })),
            ),
          })),
          {
            group: 'Actions',
            actions: officeActions
              .filter(({ to }) => mayOpen(to))
              .map(action => ({
                id: action.label,
                label: action.label,
                leftSection: <IconBolt size={20} stroke={1.6} aria-hidden />,
                onClick: () => act(action),
              })),
          },
        ].filter(group => group.actions.length > 0)}
        nothingFound={found.isFetching || q !== typed.trim() ? 'Looking…' : 'Nothing has this name'}
        searchProps={{ placeholder: label, 'aria-label': label }}
        highlightQuery
        attributes={{ content: { 'aria-label': label } }}
        scrollable
        maxHeight="60vh"
      />
    </>
  )
}

/** Fetches a file as the button of its list does: the page stays. */
function download(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
