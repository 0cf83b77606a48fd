import type { ReactNode } from 'react'
import { formatMoney, formatTokens } from '#platform/words.ts'

export interface PricePart {
  label: ReactNode
  /** how the part came about: `3 hours × £12.50` */
  detail?: ReactNode
  /** negative for what is taken off */
  amount: number
  /** where it is not that of the whole */
  unit?: Unit
}

type Unit = 'pence' | 'tokens'

/**
 * What something costs before anything moves: its parts, the sum, and what cancelling would give back. Amounts are pence
 * or tokens, as `unit` says; the total is the server's, never added up here. Styles: price-breakdown.css, as the server draws it too.
 */
export function PriceBreakdown(props: {
  unit: Unit
  parts: readonly PricePart[]
  total: number
  totalLabel?: string
  /** the sum in words, where it is of both units */
  totalWords?: string
  /** `You have 40 tokens; 25 would be left.` */
  after?: ReactNode
  /** what cancelling gives back, and until when */
  refund?: ReactNode
}) {
  const say = (amount: number, unit = props.unit) => (unit === 'pence' ? formatMoney : formatTokens)(amount)
  return (
    <div className="bill">
      <table>
        <caption>What this costs</caption>
        <tbody>
          {props.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place on the bill
            <tr key={index}>
              <th scope="row">
                {part.label}
                {part.detail ? <small>{part.detail}</small> : null}
              </th>
              <td>{say(part.amount, part.unit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{props.totalLabel ?? 'Total'}</th>
            <td data-both={props.totalWords !== undefined}>
              {props.totalWords ?? (props.total === 0 ? 'Free' : say(props.total))}
            </td>
          </tr>
        </tfoot>
      </table>
      {props.after ? <p>{props.after}</p> : null}
      {props.refund ? (
        <p>
          <strong>If you cancel</strong> {props.refund}
        </p>
      ) : null}
    </div>
  )
}
