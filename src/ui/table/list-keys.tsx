import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/plain/facts.tsx'

/** What the keys of a list do, for whoever has the line below its last row out of sight. */
export const ListKeys = (props: { keys: readonly (readonly [key: string, does: string])[]; onClose: () => void }) => (
  <Dialog title="Keys of this list" onClose={props.onClose} isRead>
    <Facts facts={props.keys.map(([key, does]) => ({ label: key, value: does }))} />
  </Dialog>
)
