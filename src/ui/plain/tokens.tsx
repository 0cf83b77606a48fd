import { formatTokens } from '#platform/words.ts'

export function Tokens(props: { count: number }) {
  return <span className="tabular">{formatTokens(props.count)}</span>
}
