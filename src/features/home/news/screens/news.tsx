import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Empty, LoadingTiles } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages, newsPage, newsTypes, newsTypeWords } from '../inputs.ts'
import classes from '../parts/news.module.css'
import { NewsCard } from '../parts/news-card.tsx'

/** /news: what is new in the house, the newest first; the type is in the address (HOME-23). */
export function News() {
  const { type, page = 1 } = useSearch({ from: '/news' })
  const query = useQuery(
    api.content.news.queryOptions({
      input: { page: Math.max(page, 1), ...(type && { type }) },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Page title="News" kicker={<Link to="/home">Home</Link>} lead="What is new in the house and with the people in it.">
      <nav aria-label="What it is about" className={classes.types}>
        <Link to="/news" activeOptions={{ exact: true }} aria-current={type ? undefined : 'page'}>
          All news
        </Link>
        {newsTypes.map(each => (
          <Link key={each} to="/news" search={{ type: each }} aria-current={type === each ? 'page' : undefined}>
            {newsTypeWords[each]}
          </Link>
        ))}
      </nav>
      <Query of={query} failed={messages.loadFailed} loading={<LoadingTiles tiles={6} />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty
              what={type || page > 1 ? 'No news is like that' : 'There is no news yet'}
              why={type || page > 1 ? undefined : 'What happens in the house is told here.'}
              next={type || page > 1 ? <ButtonLink to="/news">All news</ButtonLink> : undefined}
            />
          ) : (
            <>
              <ul className={classes.grid}>
                {rows.map(item => (
                  <NewsCard key={item.id} item={item} level="h2" />
                ))}
              </ul>
              {total > newsPage ? (
                <nav aria-label="News, pages" className={classes.turn}>
                  {page > 1 ? (
                    <Link to="/news" search={{ type, page: page > 2 ? page - 1 : undefined }}>
                      Newer
                    </Link>
                  ) : (
                    <span />
                  )}
                  {page * newsPage < total ? (
                    <Link to="/news" search={{ type, page: page + 1 }}>
                      Older
                    </Link>
                  ) : null}
                </nav>
              ) : null}
            </>
          )
        }
      </Query>
    </Page>
  )
}
