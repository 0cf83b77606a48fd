import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './mantine-base.css'
import './theme.css'
import './shell.css'
import { queryClient } from './query-client.ts'
import { routeTree } from './routes.ts'
import { Crash } from './screens/crash.tsx'
import { PageLoading } from './screens/loading.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { styleNonce } from './site.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: Crash,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// Dialogs add a style element that stops the page behind from scrolling; this is where their library looks for a nonce.
Object.assign(window, { __webpack_nonce__: styleNonce })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="light"
        getStyleNonce={() => styleNonce ?? ''}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)
