import { DateField, TextAreaField, TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'

type Name = 'on' | 'pitches' | 'setUpFrom' | 'opensAt' | 'closesAt' | 'note'

/** What a market day is, asked when one is added and when it is changed. */
export function DayFields({ field, pitches }: { field: (name: Name) => unknown; pitches?: number }) {
  const text = (name: Name) => field(name) as Field<string>
  return (
    <>
      <Row>
        <DateField of={text('on')} label="Day" hint="A Saturday or a Sunday" />
        <WholeField key={pitches} of={field('pitches') as Field<number>} label="Pitches" />
      </Row>
      <Row>
        <TextField of={text('setUpFrom')} label="Set-up from" hint="Like 08:00" />
        <TextField of={text('opensAt')} label="Opens" />
        <TextField of={text('closesAt')} label="Closes" />
      </Row>
      <TextAreaField
        of={text('note')}
        label="Note"
        hint="Sellers and visitors read it with the hours."
        optional
        maxLength={500}
      />
    </>
  )
}
