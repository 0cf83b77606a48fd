import { sumWords } from '#features/spaces/facilities/parts/fare-words.ts'
import { ChoiceField } from '#ui/form/fields.tsx'
import type { Field } from '#ui/form/form.tsx'
import type { GivesBack } from '../inputs.ts'

/** What is chosen before anybody chooses: of what they have had nothing goes back by itself. */
export const usualGiveBack = ({ isOver }: { isOver: boolean }): GivesBack => (isOver ? 'nothing' : 'all')

interface Sum {
  tokens: number
  pence: number
}

/**
 * What staff give back when they cancel, with what each choice comes to; nothing to choose where nothing was paid. What the
 * payer's bank has taken back meanwhile, `isAtBank`, goes to them by the same choice once the bank returns it.
 */
export function GiveBack(props: {
  of: Field<string | undefined>
  refunds: { all: Sum; rule: Sum }
  isAtBank: boolean
}) {
  const { of, refunds, isAtBank } = props
  const isNone = refunds.all.tokens + refunds.all.pence === 0
  if (isNone && !isAtBank) return null
  const atBank = 'what their bank has, once it returns it to us'
  const all = isNone ? atBank : isAtBank ? `${sumWords(refunds.all)} and ${atBank}` : sumWords(refunds.all)
  const ofAll = (sum: Sum) =>
    isAtBank ? 'by the hours before it begins' : sum.tokens + sum.pence === 0 ? `nothing of the ${all}` : sumWords(sum)
  return (
    <ChoiceField
      of={of as Field<string>}
      label="Give back"
      options={[
        { value: 'all', label: `Everything: ${all}` },
        { value: 'rule', label: `What the cancellation terms give them: ${ofAll(refunds.rule)}` },
        { value: 'nothing', label: isAtBank ? 'Nothing' : `Nothing of the ${all}` },
      ]}
    />
  )
}
