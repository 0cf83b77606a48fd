import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#platform/words.ts'
import { AnchorLink } from '#ui/link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty, LoadingRows } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { messages } from '../inputs.ts'
import classes from './posts.module.css'

/** The latest three posts of the community, for the home page (HOME-20, HOME-22). */
export function CommunityUpdates() {
  const query = useQuery(api.community.latest.queryOptions())
  return (
    <Section title="Community Updates" actions={<AnchorLink to="/community">All posts</AnchorLink>}>
      <Query of={query} failed={messages.updates} loading={<LoadingRows rows={3} height={72} />}>
        {posts =>
          posts.length === 0 ? (
            <Empty
              what="Nobody has posted yet"
              why="What members make, ask and offer stands here."
              next={<AnchorLink to="/community">Write the first post</AnchorLink>}
            />
          ) : (
            <ul className={classes.updates}>
              {posts.map(({ id, userId, author, title, content, createdAt, commentCount }) => (
                <li key={id}>
                  <Link to="/community/$id" params={{ id }} className={classes.update}>
                    <Face id={userId ?? author} size="medium" />
                    <div>
                      <h3>{title}</h3>
                      <p className={classes.excerpt}>{content}</p>
                      <p className={classes.when}>
                        {author} · <When at={createdAt} /> · {formatCount(commentCount, 'comment')}
                      </p>
                    </div>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Query>
    </Section>
  )
}
