import { useMediaQuery } from '@mantine/hooks'
import { Dialog } from '#ui/dialog.tsx'
import { InsideList } from './inside-list.tsx'

/** Everybody who is in the house, over whatever page it was asked on. `isToFind`: somebody is looked for, and typing begins at once. */
export function InsideDialog({ isToFind = false, onClose }: { isToFind?: boolean; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    // On a phone the list is read first, unless somebody is looked for: a field with the focus would lay the keyboard over it.
    <Dialog
      title="Who is in the building"
      onClose={onClose}
      size="xl"
      isFullScreen={isPhone}
      isRead={isPhone && !isToFind}
    >
      <InsideList />
    </Dialog>
  )
}
