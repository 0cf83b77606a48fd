import { useState } from 'react'
import {
  newPaper,
  type PaperKind,
  paperKinds,
  paperMaxBytes,
  messages as paperMessages,
  paperPurpose,
  paperWords,
  paperWordsOf,
} from '#features/market/papers/inputs.ts'
import { formatDay } from '#platform/words.ts'
import { DateField, SelectField } from '#ui/form/fields.tsx'
import { FileDrop, type UploadedFile } from '#ui/form/file-drop.tsx'
import { type Field, Form, Submit, useSchemaForm } from '#ui/form/form.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status, type StatusTone } from '#ui/plain/status.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import type { MarketPage } from './stall-form.tsx'
import classes from './stalls.module.css'

const tones: Record<string, StatusTone> = { waiting: 'warn', accepted: 'good', refused: 'bad' }

/** What a stallholder has handed in, and the form that hands in more. */
export function DocumentsTab({ of: page }: { of: MarketPage }) {
  const { papers } = page
  return (
    <>
      <Section title="Your documents" aside>
        {papers.length === 0 ? (
          <p>
            None yet. Every stall needs public liability insurance, food stalls a food hygiene certificate; with a proof
            of residence, people of Westminster pay {page.westminsterPercent}% less.
          </p>
        ) : (
          <ul className={classes.list} aria-label="Your documents">
            {papers.map(({ id, kind, status, expiresOn, reason, fileId, isKept }) => (
              <li key={id}>
                <p>
                  <strong>{paperWords[kind]}</strong>{' '}
                  <Status tone={tones[status] ?? 'plain'}>{paperWordsOf[status]}</Status>{' '}
                  {expiresOn ? `good until ${formatDay(expiresOn)}` : null}
                </p>
                {reason ? <p>{reason}</p> : null}
                {status === 'refused' ? null : isKept ? (
                  <p>
                    <a href={`/files/${fileId}`} download>
                      Download it<span className="visually-hidden">: {paperWords[kind]}</span>
                    </a>
                  </p>
                ) : (
                  <p>We no longer keep its file.</p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Hand in a document" aside>
        <HandIn today={page.today} />
      </Section>
    </>
  )
}

function HandIn({ today }: { today: string }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const form = useSchemaForm({
    schema: newPaper,
    initial: { kind: 'insurance' as PaperKind, fileId: '', expiresOn: '' },
    submit: (values, { idempotencyKey }) => rpc.stalls.handIn(values, { context: { idempotencyKey } }),
    onDone: (_, { kind }) => {
      toast.success('Document handed in', `${paperWords[kind]}: we look at it and write to you.`)
      setFiles([])
      form.reset()
    },
  })
  return (
    <Form
      of={form}
      label="Hand in a document"
      actions={
        <Submit of={form} busy="Handing in…">
          Hand in
        </Submit>
      }
    >
      <SelectField
        of={form.field('kind') as Field<string>}
        label="Document"
        options={paperKinds.map(value => ({ value, label: paperWords[value] }))}
      />
      {form.values.kind === 'residence' ? null : (
        <DateField of={form.field('expiresOn') as Field<string>} label="Good until" min={today} />
      )}
      <FileDrop
        label="File"
        hint="PDF, JPG or PNG, up to 10 MB. Only you and the office can read it."
        purpose={paperPurpose}
        accept={['application/pdf', 'image/jpeg', 'image/png']}
        kinds="a PDF, JPG or PNG"
        maxBytes={paperMaxBytes}
        camera
        failed={paperMessages.uploadFailed}
        value={files}
        onChange={next => {
          setFiles(next)
          form.set({ fileId: next[0]?.id ?? '' })
        }}
        error={form.field('fileId').error}
        data-path="fileId"
      />
    </Form>
  )
}
