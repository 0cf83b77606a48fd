/** `15 tokens`, `1 token`, `1,200 tokens`. */
export function formatTokens(count: number): string {
  return formatCount(count, 'token')
}

/** `3 bookings`, `1 booking`; an irregular plural is given: `formatCount(2, 'person', 'people')`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB').replace('-', '−')} ${Math.abs(count) === 1 ? one : many}`
}

export function Tokens(props: { count: number }) {
  return <span className="tabular">{formatTokens(props.count)}</span>
}
