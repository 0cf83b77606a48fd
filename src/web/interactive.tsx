import { MantineProvider } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { questions } from '#ui/confirm.ts'
import { Place } from '#ui/on-demand.tsx'
import { toast, toasts } from '#ui/toast.ts'
import './look/mantine.css'
import { schemeManager } from './look/scheme.ts'
import { theme } from './look/theme.ts'

/**
 * The component library around every page but the visitors' first one, with the places where toasts and confirmation
 * dialogs appear once there are any. The theme's custom properties are in the style sheet already (see vite.config.ts). Nothing
 * here may add a style element, which the content policy refuses: no classes for widths, no `Grid`, `SimpleGrid`, `Flex`.
 */
export function Interactive({ children }: { children: ReactNode }) {
  useReadyFromFirstPress()
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && toast.moveOn()), [router])
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      defaultColorScheme="light"
      colorSchemeManager={schemeManager}
      withGlobalClasses={false}
    >
      {children}
      <Place of={questions} />
      <Place of={toasts} />
    </MantineProvider>
  )
}

/**
 * Whoever begins to do something may be asked or told something soon, perhaps when the connection is gone: both are fetched
 * with the first press of a key or a pointer.
 */
function useReadyFromFirstPress() {
  useEffect(() => {
    const fetchBoth = () => void Promise.allSettled([questions.need(), toasts.need()])
    const once = { capture: true, once: true }
    document.addEventListener('pointerdown', fetchBoth, once)
    document.addEventListener('keydown', fetchBoth, once)
    return () => {
      document.removeEventListener('pointerdown', fetchBoth, once)
      document.removeEventListener('keydown', fetchBoth, once)
    }
  }, [])
}
