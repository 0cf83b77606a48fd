import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { referralPath } from '#features/people/members/rules.ts'
import { formatDay } from '#platform/words.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { Status } from '#ui/plain/status.tsx'
import { api } from '#web/client.ts'
import classes from './lists.module.css'

/** One's referral link, what it brings, and the friends who used it (MEM-37, MEM-38). */
export function ReferralsTab() {
  const query = useQuery(api.members.referrals.queryOptions())
  return (
    <Query of={query} failed="Failed to load your referrals">
      {({ code, rows }) => {
        const link = `${window.location.origin}${referralPath(code)}`
        return (
          <>
            <Section title="Bring a friend" lead="Share your link. As many friends as you like." aside>
              <Facts
                facts={[
                  { label: 'Your code', value: code },
                  {
                    label: 'Your link',
                    value: (
                      <Group gap="sm">
                        <span className={classes.long}>{link}</span>
                        <CopyButton value={link} label="Copy link" />
                      </Group>
                    ),
                  },
                  { label: 'You get', value: '10% off next month and 5 bonus tokens, once your friend has paid' },
                  { label: 'Your friend gets', value: '10% off the first month' },
                ]}
              />
            </Section>
            <Section title="Your referrals" aside>
              {rows.length === 0 ? (
                <Empty what="No referrals yet" why="Friends who apply with your link appear here." />
              ) : (
                <ul className={classes.list}>
                  {rows.map(({ id, referredEmail, status, rewardGiven, createdAt, completedAt }) => (
                    <li key={id}>
                      <div>
                        <strong>{referredEmail}</strong>
                        <p>
                          {completedAt ? `Joined ${formatDay(completedAt)}` : `Applied ${formatDay(createdAt)}`}
                          {rewardGiven ? ' · reward given' : ''}
                        </p>
                      </div>
                      <Status tone={status === 'completed' ? 'good' : 'warn'}>
                        {status === 'completed' ? 'Completed' : 'Pending'}
                      </Status>
                    </li>
                  ))}
                </ul>
              )}
            </Section>
          </>
        )
      }}
    </Query>
  )
}
