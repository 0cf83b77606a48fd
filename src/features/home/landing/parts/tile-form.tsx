import { Dialog } from '#ui/dialog.tsx'
import { useEditForm } from '#ui/form/edit-form.ts'
import { CheckField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { Form, Submit } from '#ui/form/form.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { messages, spaceFields } from '../inputs.ts'
import { failedTo } from './feature-form.tsx'

export type Tile = Awaited<ReturnType<typeof rpc.content.tiles>>[number]

/** The words of a tile; its picture is that of its space, and changed under Facility Images. */
export function ChangeTile({ tile, onClose }: { tile: Tile; onClose: () => void }) {
  const { title, description, linkUrl, isActive } = tile
  const form = useEditForm({
    schema: spaceFields,
    present: { title, description, linkUrl, isActive },
    submit: (edit, sending) => rpc.content.changeTile({ ...edit, id: tile.id }, { context: sending }),
    onDone: () => {
      onClose()
      toast.success('Space saved')
    },
    onFailed: failedTo(messages.spaceChange),
  })
  return (
    <Dialog title={`Edit ${tile.title}`} onClose={onClose} keepsInput>
      <Form of={form} actions={<Submit of={form}>Save</Submit>}>
        <TextField of={form.field('title')} label="Title" maxLength={100} />
        <TextAreaField of={form.field('description')} label="Description" maxLength={500} />
        <TextField
          of={form.field('linkUrl')}
          label="Link"
          hint="A page such as /bookings, or https://…"
          maxLength={500}
          optional
        />
        <CheckField of={form.field('isActive')} label="On the pages" />
      </Form>
    </Dialog>
  )
}
