import { TextField } from '#ui/form/fields.tsx'
import { type Field, Row } from '#ui/form/form.tsx'

type Name = 'capacity' | 'plusOnesAllowed' | 'pointsReward' | 'tokensCost'

/** How many come to an event, whom they may bring, and what coming costs and brings. */
export function ComingFields({ field }: { field: (name: Name) => Field<string> }) {
  return (
    <>
      <Row>
        <TextField of={field('capacity')} label="People who may come" inputMode="numeric" maxLength={4} />
        <TextField
          of={field('plusOnesAllowed')}
          label="Each may bring"
          hint="People without an account"
          inputMode="numeric"
          maxLength={1}
        />
      </Row>
      <Row>
        <TextField
          of={field('tokensCost')}
          label="Tokens for coming"
          hint="For each person"
          inputMode="numeric"
          maxLength={4}
        />
        <TextField of={field('pointsReward')} label="Points for coming" inputMode="numeric" maxLength={4} />
      </Row>
    </>
  )
}
