import { ItemList } from '#features/home/sections/parts/item-list.tsx'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { TextAreaField, TextField } from '#ui/form/fields.tsx'
import { termsContent, termsSection } from '../inputs.ts'
import { TermsBody } from '../parts/terms-body.tsx'

/** /admin/terms: what /terms says. */
export function TermsEditor() {
  return (
    <SectionEditor
      kind={termsSection}
      schema={termsContent}
      lead="What visitors read under Terms. Numbers in braces come from Settings and from the booking rules, and are always the present ones."
      fields={form => (
        <ItemList
          of={form}
          name="parts"
          noun="part"
          newAt="end"
          canMove
          label={({ title }) => title || 'A new part'}
          makeNew={() => ({ id: crypto.randomUUID(), title: '', text: '' })}
          fields={path => (
            <>
              <TextField of={form.nested(`${path}.title`)} label="Title" maxLength={100} />
              <TextAreaField
                of={form.nested(`${path}.text`)}
                label="Text"
                hint="A blank line begins a paragraph."
                maxLength={5_000}
                minRows={6}
              />
            </>
          )}
        />
      )}
      preview={({ parts }) => <TermsBody parts={parts} />}
    />
  )
}
