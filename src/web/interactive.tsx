import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import './look/mantine.css'
import { schemeManager } from './look/scheme.ts'
import { theme } from './look/theme.ts'

/**
 * The component library around every page but the visitors' first one, with the places where toasts (one at a time) and
 * confirmation dialogs appear. The theme's custom properties are in the style sheet already (see vite.config.ts). Nothing
 * here may add a style element, which the content policy refuses: no classes for widths, no `Grid`, `SimpleGrid`, `Flex`.
 */
export function Interactive({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      defaultColorScheme="light"
      colorSchemeManager={schemeManager}
      withGlobalClasses={false}
    >
      <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>{children}</ModalsProvider>
      <Notifications limit={1} transitionDuration={120} position="bottom-center" autoClose={6000} zIndex={1000} />
    </MantineProvider>
  )
}
