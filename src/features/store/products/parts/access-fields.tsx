import { Stack } from '@mantine/core'
import { CheckField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import { WholeField } from '#ui/form/whole-field.tsx'

interface Fields {
  points: Field<number>
  isExclusive: Field<boolean>
}

/** What a product asks for (PRD-15, PRD-16). */
export function AccessFields({ points, isExclusive }: Fields) {
  return (
    <Stack gap="md">
      <WholeField
        of={points}
        label="Required points"
        hint="Who has fewer cannot buy it, and buying it takes so many. 0: open to all."
      />
      <CheckField
        of={isExclusive}
        label="Exclusive"
        hint="It carries the word, and members can look for exclusive products alone."
      />
    </Stack>
  )
}
