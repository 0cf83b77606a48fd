import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OpenGroup } from './office.tsx'

interface PageFinderProps {
  groups: OpenGroup[]
  className?: string
  icon: ReactNode
}

/** Ctrl+K or Cmd+K: go to any page of the back office by its name. */
export function PageFinder({ groups, className, icon }: PageFinderProps) {
  const navigate = useNavigate()
  const keys = /Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
  return (
    <>
      <button
        type="button"
        aria-label="Go to a page"
        className={className}
        onClick={spotlight.open}
        aria-keyshortcuts="Control+K Meta+K"
      >
        {icon}
        <span>Go to a page</span>
        <span data-keys={keys} />
      </button>
      <Spotlight
        shortcut="mod + K"
        actions={groups.map(({ title, entries }) => ({
          group: title,
          actions: entries.flatMap(({ label, to, views, icon: Icon }) =>
            (views ?? [{ label, to }]).map(view => ({
              id: view.to,
              label: view.label,
              leftSection: <Icon size={20} stroke={1.6} aria-hidden />,
              onClick: () => navigate({ to: view.to }),
            })),
          ),
        }))}
        nothingFound="No page has this name"
        searchProps={{ placeholder: 'Go to a page', 'aria-label': 'Go to a page' }}
        highlightQuery
        attributes={{ content: { 'aria-label': 'Go to a page' } }}
        scrollable
        maxHeight="60vh"
      />
    </>
  )
}
