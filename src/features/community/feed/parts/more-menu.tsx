import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'

/** What else can be done with a post or a comment, behind three dots; nothing where there is nothing to do. */
export function MoreMenu({ of, items }: { of: string; items: readonly (Item | null | false)[] }) {
  const shown = items.filter((item): item is Item => Boolean(item))
  if (shown.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={`More for ${of}`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, run, isDanger }) => (
          <Menu.Item key={label} mih={44} onClick={run} {...(isDanger && { color: 'red' })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface Item {
  label: string
  run: () => void
  isDanger?: boolean
}
