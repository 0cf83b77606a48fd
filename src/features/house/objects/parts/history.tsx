import { Box, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { toast } from '#ui/toast.ts'
import { api } from '#web/client.ts'
import type { ObjectNoun } from '../inputs.ts'
import classes from './history.module.css'

/** What happened to a person, a booking, an order or an application: who and when, the latest first, as far back as one asks. */
export function History({ noun, id }: { noun: ObjectNoun; id: string }) {
  const history = useInfiniteQuery(
    api.objects.history.infiniteOptions({
      input: (before: string | undefined) => ({ noun, id, ...(before !== undefined && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ earlier }) => earlier ?? undefined,
    }),
  )
  const list = useRef<HTMLOListElement>(null)
  // The button goes with the last page: whoever pressed it reads on at the first event that came.
  const [readsFrom, setReadsFrom] = useState<number | null>(null)
  const pages = history.data?.pages.length
  useEffect(() => {
    const first = readsFrom === null ? undefined : list.current?.children[readsFrom]
    if (pages && first instanceof HTMLElement) {
      first.focus()
      setReadsFrom(null)
    }
  }, [pages, readsFrom])
  const earlier = async (shown: number) => {
    const { isFetchNextPageError } = await history.fetchNextPage()
    if (isFetchNextPageError) toast.error('Earlier events could not be loaded', 'Press Earlier to try again.')
    else setReadsFrom(shown)
  }
  return (
    <Box mt="xl">
      <Section title="What happened">
        <Query of={history} failed="What happened could not be loaded">
          {({ pages }) => {
            const rows = pages.flatMap(page => page.rows)
            if (rows.length === 0) return <p>Nothing has been recorded yet.</p>
            return (
              <>
                <ol ref={list} className={classes.history} aria-label="What happened, the latest first">
                  {rows.map(({ key, noun, id, title, detail, at }) => (
                    <li key={key} tabIndex={-1}>
                      <When at={at} year />
                      <strong>
                        {noun ? (
                          <ObjectLink noun={noun} id={id}>
                            {title}
                          </ObjectLink>
                        ) : (
                          title
                        )}
                      </strong>
                      {detail ? <span>{detail}</span> : null}
                    </li>
                  ))}
                </ol>
                {history.hasNextPage ? (
                  <Button
                    variant="default"
                    mt="md"
                    loading={history.isFetchingNextPage}
                    onClick={() => void earlier(rows.length)}
                  >
                    Earlier
                  </Button>
                ) : null}
              </>
            )
          }}
        </Query>
      </Section>
    </Box>
  )
}
