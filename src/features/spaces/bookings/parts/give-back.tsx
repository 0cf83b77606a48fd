import { sumWords } from '#features/spaces/facilities/parts/fare-words.tsx'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'

interface Sum {
  tokens: number
  pence: number
}

/** What staff give back when they cancel, with what each choice comes to; nothing to choose where nothing was paid. */
export function GiveBack({ of, refunds }: { of: Field<string | undefined>; refunds: { all: Sum; rule: Sum } }) {
  if (refunds.all.tokens + refunds.all.pence === 0) return null
  const all = sumWords(refunds.all)
  const ofAll = (sum: Sum) => (sum.tokens + sum.pence === 0 ? `nothing of the ${all}` : sumWords(sum))
  return (
    <ChoiceField
      of={of as Field<string>}
      label="They get back"
      options={[
        { value: 'all', label: `Everything: ${all}` },
        { value: 'rule', label: `What the cancellation terms give them: ${ofAll(refunds.rule)}` },
        { value: 'nothing', label: `Nothing of the ${all}` },
      ]}
    />
  )
}
