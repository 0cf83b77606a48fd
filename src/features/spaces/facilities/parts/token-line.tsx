import { formatTokens } from '#platform/words.ts'
import { ButtonLink } from '#ui/link.tsx'
import { useMe } from '#web/session/session.tsx'
import classes from './token-line.module.css'

/** The person's balance with the way to more for whoever may buy them (BOOK-03, BOOK-13). */
export function TokenLine({ balance }: { balance: number }) {
  const me = useMe()
  return (
    <p className={classes.line}>
      <span>
        You have <strong>{formatTokens(balance)}</strong>
      </span>
      {me?.can.buyTokens ? (
        <ButtonLink to="/account" search={{ tab: 'membership' }} variant="default" size="sm">
          Top Up
        </ButtonLink>
      ) : null}
    </p>
  )
}
