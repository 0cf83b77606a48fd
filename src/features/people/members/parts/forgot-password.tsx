import { EmailField } from '#ui/form/fields.tsx'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { toast } from '#ui/toast.ts'
import { authClient } from '#web/session/auth-client.ts'
import { emailInput } from '../inputs.ts'
import { answerOf } from './sign-in-answer.ts'

/** Asks for a reset by mail; the answer is the same whether or not there is an account (AUTH-15…17). */
export function ForgotPassword({ onSent }: { onSent: () => void }) {
  const form = useSchemaForm({
    schema: emailInput,
    initial: { email: '' },
    submit: values => answerOf(authClient.requestPasswordReset(values)),
    onFailed: error => toast.error('Error sending reset email', describeProblem(error).message),
    onDone: () => {
      toast.success('Password reset email sent', 'If there is an account with this address, it is on its way.')
      onSent()
    },
  })
  const asked = {
    ...form,
    onSubmit: (event?: Parameters<typeof form.onSubmit>[0]) => {
      const { email } = form.values
      const problem = emailInput.safeParse({ email }).error?.issues[0]
      if (!email.trim()) toast.error('Email Required', 'Type your email address first.')
      else if (problem) toast.error('Validation Error', problem.message)
      form.onSubmit(event)
    },
  }
  return (
    <Form
      of={asked}
      label="Forgot password"
      actions={
        <Submit of={form} busy="Sending…">
          Send reset email
        </Submit>
      }
    >
      <EmailField of={form.field('email')} label="Email" autoComplete="username" />
    </Form>
  )
}
