import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

/** Puts `value` on the clipboard and says so; where the browser refuses, it says that instead. */
export function CopyButton(props: { value: string; label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), 2500)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.value)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }
  const words = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Couldn’t copy' : (props.label ?? 'Copy')
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  )
}
