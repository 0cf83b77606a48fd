import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '#web/client.ts'

/**
 * The feed up to the moment at which it was opened: what others post meanwhile is counted and moves nothing until `refresh`. Likes,
 * comments and what was changed follow by themselves. What is searched for is searched for in everything that is there now.
 */
export function useFeed(q: string) {
  const until = useRef<string>(undefined)
  const options = api.community.feed.infiniteOptions({
    input: (after: string | undefined) => ({
      ...(q && { q }),
      ...(after !== undefined && { after }),
      ...(!q && until.current && { until: until.current }),
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The moment is no part of what is asked for: the pages stay where they are when it is known.
    queryKey: api.community.feed.infiniteKey({ input: () => ({ ...(q && { q }) }), initialPageParam: undefined }),
  })
  const feed = useInfiniteQuery(options)
  const at = feed.data?.pages[0]?.at.toISOString()
  useEffect(() => {
    if (!q) until.current = at
  }, [q, at])
  const rows = feed.data?.pages.flatMap(page => page.rows) ?? []
  return {
    feed,
    // A post that was pinned or unpinned between two pages stands in both.
    posts: [...new Map(rows.map(row => [row.id, row])).values()],
    newer: feed.data?.pages[0]?.newer ?? 0,
    refresh: () => {
      until.current = undefined
      return feed.refetch()
    },
  }
}
