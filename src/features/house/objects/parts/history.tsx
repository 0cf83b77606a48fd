import { Box } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Earlier } from '#ui/earlier.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
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
                <Earlier of={history} list={list} shown={rows.length} failed="Earlier events could not be loaded" />
              </>
            )
          }}
        </Query>
      </Section>
    </Box>
  )
}
