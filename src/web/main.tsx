import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'virtual:theme-variables.css'
import './look/shell.css'
import './look/theme.css'
import '#ui/plain/bones.css'
import '#ui/plain/brand-mark.css'
import { queryClient } from './query-client.ts'
import { routeTree } from './routes.ts'
import { Crash } from './screens/crash.tsx'
import { PageLoading } from './screens/loading.tsx'
import { parseSearch, stringifySearch } from './search.ts'

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

const root = document.getElementById('root')!

// Not awaited while this module runs: the first page's own file may import from it and would wait for ever.
void start()

async function start() {
  // Bones give way at once; a page that the server drew stays until the same is drawn here, so that nothing flickers.
  const isDrawn = 'drawn' in root.dataset
  // A file of its own: most pages have nothing to take over.
  const taking = isDrawn ? import('./take-over.ts') : null
  if (isDrawn) await router.load()
  const stage = isDrawn ? Object.assign(document.createElement('div'), { id: root.id }) : root
  createRoot(stage).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  await (await taking)?.takeOver(root, stage)
}
