import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { decide, findRoute } from '#access.ts'
import { joinPath } from '#features/people/members/rules.ts'
import { formatMoney, formatNumber, formatTokens } from '#platform/words.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Facts } from '#ui/plain/facts.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { LoadingTiles } from '#ui/plain/states.tsx'
import { useBuiltPath } from '#web/built.ts'
import { api } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import classes from '../parts/plans.module.css'
import { Questions, questionsOf } from '../parts/questions.tsx'
import { TierCard, TierGrid } from '../parts/tier-card.tsx'

/**
 * /membership-info: what membership is and costs, for everybody (MEM-03, MEM-04). The way in leads over the code of conduct
 * and an account to the application form, with the chosen tier and the referral code (decision 52).
 */
export function MembershipInfo() {
  const tour = useBuiltPath('/tour-booking')
  const me = useMe()
  const { ref } = useSearch({ from: '/membership-info' })
  const tiers = useQuery(api.memberships.tiers.queryOptions())
  const venue = useQuery(api.venue.about.queryOptions())
  const facilities = useQuery(api.facilities.prices.queryOptions())
  // A link to a part of the page leads there once what stands above it has its height.
  const part = useLocation({ select: ({ hash }) => hash })
  const isThere = tiers.data !== undefined && facilities.data !== undefined
  useEffect(() => {
    if (isThere && part) document.getElementById(part)?.scrollIntoView()
  }, [isThere, part])
  const hasWeeklyTokens = tiers.data?.some(({ weeklyTokens }) => weeklyTokens > 0) ?? false
  // Whoever has applied or is a member already does not begin again: they go to what is theirs.
  const isNew = !me || me.standing.kind === 'account'
  // Not while their account is on hold: the page is closed to them.
  const hasOwn = me?.tier && decide(findRoute('/members')!, me) === 'open'
  const ways = (
    <>
      {isNew ? (
        <ButtonLink to="/code-of-conduct" search={{ return: joinPath({ referralCode: ref }) }}>
          Get Started
        </ButtonLink>
      ) : (
        <ButtonLink to={hasOwn ? '/members' : me.standing.next.to}>
          {hasOwn ? 'Your membership' : me.standing.next.label}
        </ButtonLink>
      )}
      {tour ? (
        <ButtonLink to={tour} variant="default">
          Book a Tour
        </ButtonLink>
      ) : null}
    </>
  )
  return (
    <Page
      title="Membership"
      kicker="Join the house"
      lead="One house, several ways in. Start free, and take more room when your work needs it."
      actions={ways}
    >
      <Section
        title="Plans"
        lead={`Monthly, change or end it any time.${hasWeeklyTokens ? ' Tokens come every Monday and never expire.' : ''}`}
      >
        <Query
          of={tiers}
          failed="Failed to load membership tiers"
          loading={<LoadingTiles tiles={4} pictureHeight={0} />}
        >
          {rows => (
            <>
              <TierGrid>
                {rows.map((tier, at) => (
                  <TierCard
                    key={tier.id}
                    tier={tier}
                    before={rows[at - 1]}
                    mark={tier.isOwn ? (me?.tier ? 'Your plan' : 'Start here') : null}
                    tokenPricePence={tier.tokenPricePence}
                    way={
                      isNew ? (
                        <ButtonLink
                          to="/code-of-conduct"
                          search={{ return: joinPath({ referralCode: ref, tierSlug: tier.slug }) }}
                          // Where one begins stands out; the others are there to compare.
                          variant={tier.isOwn ? 'filled' : 'default'}
                        >
                          Apply for {tier.name}
                        </ButtonLink>
                      ) : hasOwn && !tier.isOwn && !tier.isFree ? (
                        <ButtonLink to="/members" search={{ plan: tier.id }} variant="default">
                          Choose {tier.name}
                        </ButtonLink>
                      ) : null
                    }
                  />
                ))}
              </TierGrid>
              {rows[0] && rows[0].loyaltyTokens > 0 ? (
                <p className={classes.soft}>
                  {`Paid members get ${formatTokens(rows[0].loyaltyTokens)} as a bonus every 3 months. Further tokens cost ${formatMoney(rows[0].basePricePence)} each, less the discount of your plan.`}
                </p>
              ) : null}
            </>
          )}
        </Query>
      </Section>
      <Section id="rooms" title="Studios and facilities" lead="What an hour costs, in tokens or by card.">
        <Query of={facilities} failed="Failed to load facilities">
          {rows => (
            <Facts
              facts={rows.map(
                ({ name, tokenCost, cashPricePence, isPricedPerSession, durationMinutes, tokenAvailableDays }) => ({
                  label: name,
                  value:
                    tokenCost === 0 && cashPricePence === 0
                      ? 'Without charge'
                      : `${formatTokens(tokenCost)} or ${formatMoney(cashPricePence)} ${isPricedPerSession ? (durationMinutes >= 480 ? 'a day' : 'a session') : 'an hour'}${
                          tokenAvailableDays.length > 0
                            ? `, tokens on ${tokenAvailableDays.map(capital).join(', ')}`
                            : ''
                        }`,
                }),
              )}
            />
          )}
        </Query>
        <Query of={venue} failed="Failed to load what is hired by the day">
          {({ hires }) => (
            <>
              <h3 className={classes.byDay}>By the day, as arranged with the house</h3>
              <Facts
                facts={hires.map(({ name, leastTokens, mostTokens }) => ({
                  label: name,
                  value: `${tokenRange(leastTokens, mostTokens)} a day`,
                }))}
              />
              <p className={classes.soft}>
                <AnchorLink to="/contact">Ask us</AnchorLink> for a day. Once it is agreed, we take the tokens and tell
                you by email.
              </p>
            </>
          )}
        </Query>
      </Section>
      <Section title="In the house">
        <Query of={venue} failed="Failed to load what is in the house">
          {({ amenities }) => (
            <ul className={classes.features}>
              {amenities.map(amenity => (
                <li key={amenity}>{amenity}</li>
              ))}
            </ul>
          )}
        </Query>
      </Section>
      <Section title="Questions">
        <Query of={tiers} failed="Failed to load membership tiers">
          {rows => (
            <Questions
              of={questionsOf({
                freeName: rows.find(({ isFree }) => isFree)?.name ?? null,
                tokenPricePence: rows[0]?.basePricePence ?? 0,
              })}
            />
          )}
        </Query>
        <p className={classes.ways}>{ways}</p>
      </Section>
    </Page>
  )
}

/** `20–40 tokens`, or one number where both ends are the same; in whichever order they were set. */
const tokenRange = (one: number, other: number) =>
  one === other ? formatTokens(one) : `${formatNumber(Math.min(one, other))}–${formatTokens(Math.max(one, other))}`

const capital = (day: string) => day.charAt(0).toUpperCase() + day.slice(1)
