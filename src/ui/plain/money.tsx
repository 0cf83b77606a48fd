import { formatMoney } from '#platform/words.ts'

/** A sum of money; nothing to pay reads `Free` unless `zero` says otherwise. */
export function Money(props: { pence: number; zero?: 'Free' | '£0' }) {
  const words = props.pence === 0 ? (props.zero ?? 'Free') : formatMoney(props.pence)
  return <span className="tabular">{words}</span>
}
