import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { useBuiltPath } from '#web/built.ts'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import classes from './membership.module.css'

/** /membership: the ways to work in the house as the venue words them, and how to get in (MEM-01, MEM-02). */
export function Membership() {
  const plans = useQuery(api.content.plans.queryOptions())
  const me = useMe()
  const tour = useBuiltPath('/tour-booking')
  return (
    <Page
      title="Membership"
      heading="A place that fits your work"
      lead="From a seat at the long table to a room with a door."
      actions={
        <>
          {me?.standing.kind === 'account' ? <ButtonLink to="/join">Apply</ButtonLink> : null}
          {me && me.standing.kind !== 'account' ? (
            <ButtonLink to={me.standing.next.to}>{me.standing.next.label}</ButtonLink>
          ) : null}
          {tour ? (
            <ButtonLink to={tour} variant="default">
              Book a Tour
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <Section title="Ways to be here">
        <Query of={plans} failed="Failed to load the plans" loading={<LoadingTiles tiles={4} pictureHeight={0} />}>
          {rows => (
            <ul className={classes.plans}>
              {rows.map(({ name, description, price, features }) => (
                <li key={name} className={classes.plan}>
                  <h3>{name}</h3>
                  {price ? <p className={classes.price}>{price}</p> : null}
                  <p>{description}</p>
                  {features.length > 0 ? (
                    <ul className={classes.features}>
                      {features.map(feature => (
                        <li key={feature}>{feature}</li>
                      ))}
                    </ul>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </Query>
      </Section>
    </Page>
  )
}
