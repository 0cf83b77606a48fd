import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** How long it says that it has copied. */
const saidMs = 2_500

/** Puts `value` on the clipboard and says so; where the browser refuses, it says that instead. */
export function CopyButton(props: { value: string; label?: string }) {
  const { copy, copied, error } = useClipboard({ timeout: saidMs })
  const words = copied ? 'Copied' : error ? 'Couldn’t copy' : (props.label ?? 'Copy')
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => copy(props.value)}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  )
}
