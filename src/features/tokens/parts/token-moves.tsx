import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { When } from '#ui/dates.tsx'
import { Query } from '#ui/query.tsx'
import { Empty, LoadingRows } from '#ui/states.tsx'
import { formatTokens } from '#ui/tokens.tsx'
import { api } from '#web/client.ts'
import classes from '../screens/token-purchase.module.css'

const pageSize = 10

/** The person's movements of tokens, newest first. */
export function TokenMoves() {
  const [page, setPage] = useState(1)
  const query = useQuery(
    api.tokens.history.queryOptions({ input: { page, pageSize }, placeholderData: keepPreviousData }),
  )
  return (
    <Query of={query} failed="Failed to load your tokens" loading={<LoadingRows rows={4} />}>
      {({ rows, total }) =>
        total === 0 ? (
          <Empty what="No tokens yet" why="Weekly tokens of your plan, bonuses and what you buy appear here." />
        ) : (
          <>
            <ul className={classes.moves}>
              {rows.map(row => (
                <li key={row.id}>
                  <span>
                    {row.description}
                    <small>
                      <When at={row.createdAt} />
                    </small>
                  </span>
                  <span>
                    {row.amount > 0 ? '+' : '−'}
                    {formatTokens(Math.abs(row.amount))}
                    <small>{formatTokens(row.balanceAfter)} then</small>
                  </span>
                </li>
              ))}
            </ul>
            {total > pageSize ? (
              <p>
                <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)} mr="sm">
                  Newer
                </Button>
                <Button variant="default" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
              </p>
            ) : null}
          </>
        )
      }
    </Query>
  )
}
