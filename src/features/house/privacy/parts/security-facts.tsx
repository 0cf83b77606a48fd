import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '#platform/words.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api } from '#web/client.ts'
import classes from './privacy.module.css'

/** How the house is secured. Information only: nothing here can be changed (OPS-21, OPS-22). */
export function SecurityFacts() {
  const query = useQuery(api.privacy.security.queryOptions())
  return (
    <Query of={query} failed="Security settings could not be loaded">
      {({ twoFactor, auditMonths, rateLimits, openPages }) => (
        <>
          <Section title="Sign-in" aside>
            {twoFactor.without > 0 ? (
              <Alert color="yellow" variant="light" mb="lg" title="Some admins sign in with a password alone">
                {formatCount(twoFactor.without, 'admin')} of {twoFactor.admins} without two-factor sign-in.
              </Alert>
            ) : null}
            <Facts
              facts={[
                {
                  label: 'Two-factor',
                  value: 'Authenticator app with recovery codes, set up by each person in their account',
                },
                { label: 'Required for admins', value: twoFactor.isRequired ? 'Yes' : 'No' },
                { label: 'Failed sign-ins', value: 'Five in a row lock an account’s sign-in for 15 minutes' },
                { label: 'Audit log kept', value: formatCount(auditMonths, 'month') },
              ]}
            />
          </Section>
          <Section title="Rate limits" lead="What the server refuses beyond." aside>
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">At most</th>
                </tr>
              </thead>
              <tbody>
                {rateLimits.map(({ name, procedure, points, seconds, per }) => (
                  <tr key={procedure}>
                    <th scope="row">{name}</th>
                    <td>
                      {formatNumber(points)} {often(seconds)} per {per}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
          <Section title="Pages that open without a session" lead="Everything else asks people to sign in." aside>
            <ul className={classes.paths}>
              {openPages.map(({ path, isBySetting }) => (
                <li key={path}>
                  <code>{path.replaceAll(/\$(\w+)/g, '{$1}')}</code>
                  {isBySetting ? ' (opened by a setting)' : ''}
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Query>
  )
}

function often(seconds: number): string {
  if (seconds === 3_600) return 'per hour'
  if (seconds === 86_400) return 'per day'
  return seconds === 60 ? 'per minute' : `every ${Math.round(seconds / 60)} minutes`
}
