import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import './mantine.css'
import { schemeManager } from './scheme.ts'
import { styleNonce } from './site.ts'
import { theme } from './theme.ts'

/**
 * The component library around every page but the visitors' first one, with the places where toasts (one at a time) and
 * confirmation dialogs appear. The theme's custom properties are in the style sheet already (see vite.config.ts).
 */
export function Interactive({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      defaultColorScheme="light"
      colorSchemeManager={schemeManager}
      getStyleNonce={() => styleNonce ?? ''}
    >
      <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>{children}</ModalsProvider>
      <Notifications limit={1} transitionDuration={120} position="bottom-center" autoClose={6000} zIndex={1000} />
    </MantineProvider>
  )
}

// Dialogs add a style element that stops the page behind from scrolling; this is where their library looks for a nonce.
Object.assign(window, { __webpack_nonce__: styleNonce })
