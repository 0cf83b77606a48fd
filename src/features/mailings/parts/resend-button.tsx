import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeProblem } from '#ui/problem.ts'
import { toast } from '#ui/toast.tsx'
import { rpc } from '#web/client.ts'

/** Sends a mail that failed again. */
export function ResendButton({ id, subject }: { id: string; subject: string }) {
  const cache = useQueryClient()
  const resend = useMutation({
    mutationFn: () => rpc.mailings.resend({ id }),
    onSuccess: () => toast.success('Mail queued', 'It is sent in a moment.'),
    onError: error => toast.error('Error', describeProblem(error).message),
    onSettled: () => cache.invalidateQueries(),
  })
  return (
    <Button size="sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      Send again<span className="visually-hidden">: {subject}</span>
    </Button>
  )
}
