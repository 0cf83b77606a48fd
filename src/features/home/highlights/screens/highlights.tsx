import type { z } from 'zod'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { usePicture } from '#features/home/sections/parts/use-picture.ts'
import { ImageField } from '#features/house/images/parts/image-field.tsx'
import { DateField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'
import { highlightSection, weeklyContent } from '../inputs.ts'
import { MemberHighlight } from '../parts/member-highlight.tsx'

/** /admin/highlights: the member highlight on home (CNT-16…18). */
export function Highlights() {
  return (
    <SectionEditor
      kind={highlightSection}
      schema={weeklyContent}
      lead="Somebody of the house and what they make, on everybody’s home page."
      fields={form => (
        <>
          <TextField of={form.field('title')} label="Title" maxLength={200} />
          <TextAreaField of={form.field('description')} label="Description" maxLength={500} />
          <TextAreaField
            of={form.field('content')}
            label="Content"
            hint="A blank line begins a paragraph."
            maxLength={5_000}
            minRows={6}
          />
          <ImageField
            of={form.field('imageUrl') as Field<string>}
            label="Picture"
            seed="highlight"
            bucket="homepage-images"
          />
          <Row>
            <TextField of={form.field('videoUrl')} type="url" label="Film" hint="On YouTube or Vimeo." optional />
            <DateField of={form.field('publishedDate')} label="Date" optional />
          </Row>
        </>
      )}
      preview={values => <Preview of={values} />}
    />
  )
}

function Preview({
  of: { imageUrl = '', videoUrl = '', publishedDate = '', ...values },
}: {
  of: z.input<typeof weeklyContent>
}) {
  const picture = usePicture(imageUrl)
  return <MemberHighlight of={{ ...values, imageUrl, videoUrl, publishedDate, picture }} />
}
