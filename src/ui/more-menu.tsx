import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './more-menu.module.css'

/** What else can be done with the thing of a row, behind three dots; nothing where there is nothing to do. `of` names the thing. */
export function MoreMenu({ of, items }: { of: string; items: readonly (MoreItem | null | false)[] }) {
  const shown = items.filter((item): item is MoreItem => Boolean(item))
  if (shown.length === 0) return null
  return (
    // In the page, where landmarks are, and without a placeholder, which is no item of a menu.
    <Menu position="bottom-end" shadow="md" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={`More for ${of}`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu} maw="min(20rem, 100vw - 1rem)">
        {shown.map(item =>
          'file' in item ? (
            <Menu.Item key={item.label} mih={44} component="a" href={item.file} download>
              <Words of={item} />
            </Menu.Item>
          ) : (
            <Menu.Item
              key={item.label}
              mih={44}
              onClick={item.run}
              className={item.isDanger ? classes.danger : undefined}
            >
              <Words of={item} />
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Words({ of: { label, hint } }: { of: MoreItem }) {
  return hint ? (
    <>
      {label}
      <small className={classes.hint}>{hint}</small>
    </>
  ) : (
    label
  )
}

export type MoreItem = {
  label: string
  /** what comes of it, in a few words */
  hint?: ReactNode
} & (
  | { run: () => void; isDanger?: boolean }
  | {
      /** the address of a file to keep */
      file: string
    }
)
