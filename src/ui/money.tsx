/** `£12.50`, whole pounds as `£40`, thousands as `£1,250`; negative sums as `−£5`. Pence in. */
export function formatMoney(pence: number): string {
  const amount = Math.abs(pence)
  const pounds = Math.floor(amount / 100).toLocaleString('en-GB')
  const rest = amount % 100
  return `${pence < 0 ? '−' : ''}£${pounds}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/**
 * Reads pounds as people type them (`12.5`, `£1,250`, ` 40 `) into pence. `null` for nothing, `undefined` for what is
 * no sum of money.
 */
export function parsePounds(text: string): number | null | undefined {
  const cleaned = text.replace(/[£,\s]/g, '')
  if (cleaned === '') return null
  const found = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(cleaned)
  if (found === null) return undefined
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** A sum of money; nothing to pay reads `Free` unless `zero` says otherwise. */
export function Money(props: { pence: number; zero?: 'Free' | '£0' }) {
  const words = props.pence === 0 ? (props.zero ?? 'Free') : formatMoney(props.pence)
  return <span className="tabular">{words}</span>
}
