import { useQuery } from '@tanstack/react-query'
import { ObjectLink } from '#ui/object-link.tsx'
import { When } from '#ui/plain/dates.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import { AccountPanel, shownName } from './account-panel.tsx'
import classes from './person-panel.module.css'

/** Everything of one person: the account with what can be done, what they have, and what happened, the latest first. */
export function PersonPanel({ id }: { id: string }) {
  const account = useQuery(api.members.find.queryOptions({ input: { id } }))
  const known = useQuery(api.objects.person.queryOptions({ input: { id } }))
  return (
    <Query of={account} failed="Failed to load members">
      {({ rows: [row] }) =>
        row ? (
          <>
            <Query of={known} failed="What this person has could not be loaded">
              {({ facts }) => <Facts facts={[{ label: 'Name', value: shownName(row) }, ...facts]} />}
            </Query>
            <AccountPanel account={row} />
            <Section title="What happened">
              <Query of={known} failed="What happened could not be loaded">
                {({ history }) => (
                  <ol className={classes.history} aria-label="What happened, the latest first">
                    {history.map(({ noun, id, title, detail, at }) => (
                      <li key={`${noun}${id}${title}${at.getTime()}`}>
                        <When at={at} year />
                        <strong>
                          {noun && id ? (
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
                )}
              </Query>
            </Section>
          </>
        ) : (
          <p>This person has no account any more.</p>
        )
      }
    </Query>
  )
}
