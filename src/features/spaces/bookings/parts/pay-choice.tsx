import { SegmentedControl } from '@mantine/core'
import type { PaymentChoice } from '#features/spaces/calendar/inputs.ts'
import { formatMoney, formatTokens } from '#platform/words.ts'
import classes from './booking-form.module.css'

/** With tokens or by card, each with what it takes, where both can be had. On a phone the sums are said to those who do not see it: the bar has the one that is chosen. */
export const PayChoice = (props: {
  of: { tokens: number; pence: number }
  value: PaymentChoice
  onChange: (payWith: PaymentChoice) => void
}) => (
  <div className={classes.pay}>
    <span className={classes.label} aria-hidden>
      Pay with
    </span>
    <SegmentedControl
      aria-label="Pay with"
      data={[
        { value: 'auto', label: <Way name="Tokens" sum={formatTokens(props.of.tokens)} /> },
        { value: 'card', label: <Way name="Card" sum={formatMoney(props.of.pence)} /> },
      ]}
      value={props.value === 'card' ? 'card' : 'auto'}
      onChange={value => props.onChange(value as PaymentChoice)}
    />
  </div>
)

const Way = ({ name, sum }: { name: string; sum: string }) => (
  <>
    {name} <span className={classes.sumOf}>({sum})</span>
  </>
)
