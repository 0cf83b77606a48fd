import { type MantineColorScheme, Menu } from '@mantine/core'
import { schemes, useScheme } from '#web/look/scheme.ts'

/** The three themes in somebody's own menu. */
export function ThemeItems() {
  const [scheme, choose] = useScheme()
  return (
    <Menu.RadioGroup value={scheme} onChange={value => choose(value as MantineColorScheme)}>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label} theme
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
