import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { When } from '#ui/plain/dates.tsx'
import { HeadPicture } from '#ui/plain/head-picture.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { LoadingText } from '#ui/plain/states.tsx'
import { toast } from '#ui/toast.ts'
import { api } from '#web/client.ts'
import { messages, newsTypeWords } from '../inputs.ts'
import classes from '../parts/news.module.css'

/** /news/{id}: one news item (HOME-24). One that is not there leads to all of them (HOME-25). */
export function NewsItemPage() {
  const { id } = useParams({ from: '/news/$id' })
  const navigate = useNavigate()
  const query = useQuery(api.content.newsItem.queryOptions({ input: { id }, retry: false }))
  const code = (query.error as { code?: string } | null)?.code
  const isMissing = code === 'NOT_FOUND' || code === 'INVALID_INPUT'
  useEffect(() => {
    if (!isMissing) return
    toast.error(messages.notFound)
    void navigate({ to: '/news', replace: true })
  }, [isMissing, navigate])
  if (isMissing) return null
  const item = query.data
  return (
    <Page
      title={item?.title ?? 'News'}
      kicker={
        <>
          <Link to="/news" activeOptions={{ exact: true }}>
            News
          </Link>
          {item ? (
            <>
              {' · '}
              <Link to="/news" search={{ type: item.type }} activeOptions={{ exact: true }}>
                {newsTypeWords[item.type]}
              </Link>
            </>
          ) : null}
        </>
      }
      lead={item ? <When at={item.date} year /> : null}
      actions={<HeadPicture of={item && { picture: item.picture, seed: item.id }} />}
    >
      <Query of={query} failed={messages.loadFailed} loading={<LoadingText lines={6} />}>
        {({ description, newer, older }) => (
          <>
            <p className={classes.whole}>{description}</p>
            <nav aria-label="Other news" className={classes.turn}>
              {newer ? (
                <Link to="/news/$id" params={{ id: newer.id }}>
                  Newer: {newer.title}
                </Link>
              ) : (
                <span />
              )}
              {older ? (
                <Link to="/news/$id" params={{ id: older.id }}>
                  Older: {older.title}
                </Link>
              ) : null}
            </nav>
          </>
        )}
      </Query>
    </Page>
  )
}
