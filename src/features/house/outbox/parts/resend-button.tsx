import { Button } from '@mantine/core'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'

/** Sends a mail that failed again. */
export function ResendButton({ id, subject }: { id: string; subject: string }) {
  const resend = useAction(rpc.mailings.resend, {
    atOnce: 'it sends what was to be sent before',
    done: { title: 'Email queued', message: 'It is sent in a moment.' },
    failed: 'Error',
  })
  return (
    <Button size="sm" variant="default" loading={resend.isRunning} onClick={() => void resend.run({ id })}>
      Send again<span className="visually-hidden">: {subject}</span>
    </Button>
  )
}
