import { Button } from '@mantine/core'
import { PersonSearch } from '#features/house/objects/parts/person-search.tsx'
import { useAction } from '#ui/action.ts'
import { Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { describeProblem } from '#ui/plain/problem.ts'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { exportInput } from '../inputs.ts'

/** The admin's export of a person, found by name, email or id, and the export of one's own data (OPS-23…28). */
export function PersonExport() {
  const form = useSchemaForm({
    schema: exportInput,
    initial: { userId: '' },
    submit: async values => {
      try {
        return await rpc.privacy.exportPerson(values)
      } catch (error) {
        toast.error('Export Failed', failureOf(error, 'Failed to export user data'))
        throw error
      }
    },
    onDone: saveExport,
  })
  const submit = (event?: Parameters<typeof form.onSubmit>[0]) => {
    if (form.values.userId.trim() === '') toast.error('User ID Required', 'Please enter a user ID to export data')
    form.onSubmit(event)
  }
  return (
    <>
      <Section title="Export a person’s data" lead="One JSON file with everything we hold. It is audited." aside>
        <Form
          of={{ ...form, onSubmit: submit }}
          label="Export a person’s data"
          actions={
            <Submit of={form} busy="Exporting…">
              Export data
            </Submit>
          }
        >
          <PersonSearch of={form.field('userId')} label="Name, email or user ID" />
        </Form>
      </Section>
      <Section title="Export your own data" aside>
        <ExportOwn />
      </Section>
    </>
  )
}

/** Downloads everything about the person asking. */
export function ExportOwn() {
  const exporting = useAction(rpc.privacy.exportOwn, {
    atOnce: 'it only reads',
    done: 'Your data was exported',
    onDone: saveExport,
    failed: error => ({ title: 'Export Failed', message: failureOf(error, 'Failed to export your data') }),
  })
  return (
    <Button variant="default" aria-disabled={exporting.isRunning} onClick={() => void exporting.run(undefined)}>
      {exporting.isRunning ? 'Exporting…' : 'Export my data'}
    </Button>
  )
}

/** The server's words, or `fallback`; where the session is over, that there is none (OPS-28). */
function failureOf(error: unknown, fallback: string): string {
  const isSignedOut = (error as { code?: string } | null)?.code === 'UNAUTHORIZED'
  return isSignedOut ? 'Not authenticated' : describeProblem(error, fallback).message
}

function saveExport(found: { userId: string; exportedAt: string }) {
  const file = new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `exchange-${found.userId.slice(0, 8)}-${found.exportedAt.slice(0, 10)}.json`
  link.click()
  // The download has taken its own reference by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
