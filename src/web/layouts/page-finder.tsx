import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconBolt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { leastTyped, type ObjectNoun, objectNouns } from '#features/house/objects/inputs.ts'
import { exportPath } from '#platform/list.ts'
import { useOpenObject } from '#ui/object-link.tsx'
import { api } from '#web/client.ts'
import { foundBy, inOrder } from './found-order.ts'
import type { OpenGroup } from './office.tsx'
import { type OfficeAction, officeActions } from './office-actions.ts'
import classes from './page-finder.module.css'

interface PageFinderProps {
  groups: OpenGroup[]
  /** whether this person may open the page */
  mayOpen: (to: string) => boolean
  /** people, bookings, orders and applications as well */
  findsObjects: boolean
  className?: string
  icon: ReactNode
}

const hit = { className: classes.hit }
const [store, finder] = createSpotlight()

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
  // Until the answer to the latest letters is there, of the one before what still fits: Enter opens nothing that was not meant.
  const objects = (found.data?.rows ?? []).filter(
    ({ title, detail }) =>
      q === typed.trim() || `${title} ${detail}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const keys = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
  // Enter takes what stands first, also of what came a moment after the typing. The library marks it in the page itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of what is listed
  useEffect(() => {
    if (typed.trim() !== '') chooseFirst()
  }, [typed, objects.map(({ id }) => id).join(' ')])
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
        onClick={finder.open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        {icon}
        <span>{findsObjects ? 'Find' : 'Go to a page'}</span>
        <span data-keys={keys} />
      </button>
      <Spotlight
        store={store}
        shortcut="mod + K"
        query={typed}
        onQueryChange={setTyped}
        actions={[
          ...objectNouns.map(noun => ({
            group: groupNames[noun],
            actions: objects
              .filter(line => line.noun === noun)
              .map(({ id, title, detail }) => ({
                ...hit,
                id: `${noun}:${id}`,
                label: title,
                description: detail ?? '',
                keywords: foundBy,
                onClick: () => open(noun, id),
              })),
          })),
          ...groups.map(({ title, entries }) => ({
            group: title,
            actions: entries.flatMap(({ label, to, views, icon: Icon }) =>
              (views ?? [{ label, to }]).map(view => ({
                ...hit,
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
                ...hit,
                id: action.label,
                label: action.label,
                leftSection: <IconBolt size={20} stroke={1.6} aria-hidden />,
                onClick: () => act(action),
              })),
          },
        ]}
        filter={inOrder}
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

function chooseFirst(): void {
  const hits = document.querySelectorAll(`.${classes.hit}`)
  for (const [index, hit] of hits.entries())
    if (index === 0) hit.setAttribute('data-selected', 'true')
    else hit.removeAttribute('data-selected')
  store.updateState(state => ({ ...state, selected: 0 }))
}

/** Fetches a file as the button of its list does: the page stays. */
function download(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
