import { Button, Stack } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useEditForm } from '#ui/form/edit-form.ts'
import { TextAreaField } from '#ui/form/fields.tsx'
import { Form, Submit } from '#ui/form/form.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { bucketWords, imageFields, messages } from '../inputs.ts'
import { ViewFields } from './view-fields.tsx'

export type ListedImage = Awaited<ReturnType<typeof rpc.images.list>>['rows'][number]

/** One picture: its address, where it is shown, what is said of it, its focal point and crop, and taking it away. */
export function ImagePanel({ image, onGone }: { image: ListedImage; onGone: () => void }) {
  const { id, alt, focusLeft, focusTop, cropShape, cropPercent, usedOn } = image
  const form = useEditForm({
    schema: imageFields,
    present: { alt, focusLeft, focusTop, cropShape, cropPercent },
    submit: (edit, sending) => rpc.images.change({ id, ...edit }, { context: sending }),
    onDone: () => toast.success('Picture saved'),
    onFailed: () => toast.error(messages.saveFailed),
  })
  const remove = useAction((_: null, sending) => rpc.images.remove({ id, known: usedOn }, sending), {
    confirm: () => ({
      title: `Remove “${alt}”?`,
      body:
        usedOn.length > 0
          ? `It is used on: ${usedOn.join(', ')}. A poster is drawn there instead.`
          : 'It is not used anywhere. Its file is deleted.',
      action: 'Remove picture',
      danger: true,
    }),
    done: 'Picture removed',
    failed: messages.deleteFailed,
    onDone: onGone,
  })
  const address = `${window.location.origin}${image.address}`
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Address', value: <a href={image.address}>{address}</a> },
          { label: 'Used on', value: usedOn.length > 0 ? usedOn.join(', ') : 'Nothing yet' },
          { label: 'Folder', value: bucketWords[image.bucket] },
          { label: 'Size', value: `${image.width} × ${image.height}` },
        ]}
      />
      <div>
        <CopyButton value={address} label="Copy address" />
      </div>
      <Form
        of={form}
        label={alt}
        failed={messages.saveFailed}
        actions={
          <>
            <Submit of={form} busy="Saving…">
              Save picture
            </Submit>
            <Button variant="subtle" color="red" loading={remove.isRunning} onClick={() => void remove.run(null)}>
              Remove picture
            </Button>
          </>
        }
      >
        <TextAreaField
          of={form.field('alt')}
          label="What is to be seen on it"
          hint="Read to people who do not see it."
          minRows={2}
          maxLength={200}
        />
        <ViewFields of={form} src={image.address} whole={image} />
      </Form>
    </Stack>
  )
}
