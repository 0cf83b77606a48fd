import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** Where toasts (one at a time) and confirmation dialogs appear. Loaded with everything but the visitors' first page. */
export function Overlays() {
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>
      <Notifications limit={1} position="bottom-center" autoClose={6000} zIndex={1000} />
    </ModalsProvider>
  )
}
