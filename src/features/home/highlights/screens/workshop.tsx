import type { z } from 'zod'
import { SectionEditor } from '#features/home/sections/parts/section-editor.tsx'
import { usePicture } from '#features/home/sections/parts/use-picture.ts'
import { ImageField } from '#features/house/images/parts/image-field.tsx'
import { DateField, TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'
import { nextWorkshop, workshopSection } from '../inputs.ts'
import { NextWorkshop } from '../parts/next-workshop.tsx'

/** /admin/workshop: the workshop that home points to (CNT-10…12). */
export function Workshop() {
  return (
    <SectionEditor
      kind={workshopSection}
      schema={nextWorkshop}
      lead="Stands on everybody’s home page beside the next event, until its day is over."
      fields={form => (
        <>
          <TextField of={form.field('title')} label="Title" maxLength={200} />
          <Row>
            <DateField of={form.field('date')} label="Day" />
            <TextField of={form.field('time')} label="Time" inputMode="numeric" />
          </Row>
          <ImageField
            of={form.field('imageUrl') as Field<string>}
            label="Picture"
            seed="workshop"
            bucket="homepage-images"
          />
        </>
      )}
      preview={values => <Preview of={values} />}
    />
  )
}

function Preview({ of: values }: { of: z.input<typeof nextWorkshop> }) {
  const picture = usePicture(values.imageUrl)
  return <NextWorkshop of={{ ...values, imageUrl: values.imageUrl ?? '', picture }} />
}
