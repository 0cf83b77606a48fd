import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatTokens } from '#ui/tokens.tsx'
import classes from './token-line.module.css'

/** The person's balance with the way to more (BOOK-03, BOOK-13). */
export function TokenLine({ balance }: { balance: number }) {
  return (
    <p className={classes.line}>
      <span>
        You have <strong>{formatTokens(balance)}</strong>
      </span>
      <Button
        component={Link}
        to={'/account' as string}
        search={{ tab: 'membership' } as never}
        variant="default"
        size="sm"
      >
        Top Up
      </Button>
    </p>
  )
}
