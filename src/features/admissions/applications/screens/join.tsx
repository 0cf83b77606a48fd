import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { joinPath, type Wish } from '#features/people/members/rules.ts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api } from '#web/client.ts'
import { type Me, useMe } from '#web/session/session.tsx'
import { approvalTakes } from '../inputs.ts'
import { ApplicationForm } from '../parts/application-form.tsx'
import { ApplicationStatus, StandingPage, soon } from '../parts/application-status.tsx'

const redirectMs = 2_000

/** /join: the way in for visitors, the form for people with an account, and where an application stands (JOIN-01…34). */
export function Join() {
  const me = useMe()
  const { ref, tier } = useSearch({ from: '/join' })
  if (!me) return <SignedOut wish={{ referralCode: ref, tierSlug: tier }} />
  return <Applicant key={me.userId} userId={me.userId} standing={me.standing} referral={ref} tier={tier} />
}

function SignedOut({ wish }: { wish: Wish }) {
  const back = joinPath(wish)
  return (
    <Page
      title="Join"
      kicker="Membership"
      heading="Make things with us"
      lead="Applying takes five minutes. You need an account first, so that you can come back to your application and see where it stands."
      width="text"
      actions={
        <>
          <ButtonLink to="/auth" search={{ mode: 'signup', return: back }}>
            Create Account
          </ButtonLink>
          <ButtonLink to="/auth" search={{ return: back }} variant="default">
            Sign In
          </ButtonLink>
        </>
      }
    >
      <p>
        Applying is free, and you pay nothing until you are approved. The Exchange Committee, members like you will be,
        reads every application. Approval usually takes {approvalTakes}.
      </p>
      <p>
        <AnchorLink to="/membership-info" search={wish.referralCode ? { ref: wish.referralCode } : {}}>
          Compare the plans
        </AnchorLink>
      </p>
    </Page>
  )
}

interface Applying {
  userId: string
  standing: Me['standing']
  referral: string | undefined
  tier: string | undefined
}

function Applicant({ standing, ...props }: Applying) {
  const mine = useQuery(api.applications.mine.queryOptions())
  const [isSubmitted, setSubmitted] = useState(false)
  if (isSubmitted) return <Submitted />
  return (
    <Query of={mine} failed="Failed to load your application">
      {({ application, can, problem, ...rest }) => {
        const form = (
          <ApplicationForm {...rest} {...props} isPart={application !== null} onSubmitted={() => setSubmitted(true)} />
        )
        if (application)
          return (
            <ApplicationStatus
              application={application}
              standing={standing}
              correction={close => (
                <ApplicationForm {...rest} {...props} sent={application} onSubmitted={close} onLeave={close} />
              )}
            >
              {can.apply ? (
                <Section title="Apply again" lead={reading}>
                  {form}
                </Section>
              ) : null}
            </ApplicationStatus>
          )
        if (can.apply)
          return (
            <Page title="Join" kicker="Membership" heading="Apply for membership" lead={reading} width="form">
              {form}
            </Page>
          )
        // Somebody of whom nothing is known yet may be kept out by their address; else it is where they stand.
        return standing.kind === 'account' ? (
          <Page title="Join" heading={problem?.title ?? 'You cannot apply now'} width="text">
            <p>{problem?.message}</p>
          </Page>
        ) : (
          <StandingPage title="Join" standing={standing} />
        )
      }}
    </Query>
  )
}

const reading = `The Exchange Committee reads every application. Approval usually takes ${approvalTakes}.`

function Submitted() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/' }), redirectMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page title="Application Submitted!" width="text">
      <Empty
        what="Your application is under review by the Exchange Committee."
        why={soon}
        next={<ButtonLink to="/">See where it stands</ButtonLink>}
      />
    </Page>
  )
}
