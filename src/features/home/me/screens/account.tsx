import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { GuestsTab } from '#features/guests/passes/parts/guests-tab.tsx'
import { CreativeTab } from '#features/home/own-profile/parts/creative-tab.tsx'
import { MembershipPanel } from '#features/membership/subscriptions/parts/membership-panel.tsx'
import { TokenLots } from '#features/membership/tokens/parts/token-lots.tsx'
import { TokenMoves } from '#features/membership/tokens/parts/token-moves.tsx'
import { OwnPayments } from '#features/money/receipts/parts/own-payments.tsx'
import { StudioNote } from '#features/spaces/renting/parts/studio-note.tsx'
import { Address } from '#ui/plain/email.tsx'
import { Face } from '#ui/plain/face.tsx'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { type Me, useMe } from '#web/session/session.tsx'
import { PersonalTab } from '../parts/personal-tab.tsx'
import { ReferralsTab } from '../parts/referrals-tab.tsx'
import { SecurityTab } from '../parts/security-tab.tsx'
import { type AccountTab, accountTab, accountTabs } from '../rules.ts'

const labels: Record<AccountTab, string> = {
  personal: 'Personal',
  creative: 'Creative profile',
  membership: 'Membership',
  guests: 'Guests',
  referrals: 'Referrals',
  security: 'Security',
}

/** /account?tab=: everything about oneself (MEM-18, MEM-19). */
export function Account() {
  const { tab } = useSearch({ from: '/account' })
  const navigate = useNavigate()
  const me = useMe()
  const shown = accountTab(tab)
  if (!me) return null
  return (
    <Page
      title="Account"
      lead={
        <span className="person">
          <Face id={me.userId} size="large" />
          <span>
            Signed in as <Address of={me.email} />
          </span>
        </span>
      }
    >
      <Tabs
        value={shown}
        onChange={next => void navigate({ to: '/account', search: { tab: next ?? undefined } })}
        keepMounted={false}
      >
        <TabBar shown={shown} tabs={accountTabs.map(value => ({ value, label: labels[value] }))} />
        <Tabs.Panel value={shown}>{bodies[shown](me)}</Tabs.Panel>
      </Tabs>
    </Page>
  )
}

const bodies: Record<AccountTab, (me: Me) => ReactNode> = {
  personal: () => <PersonalTab />,
  creative: () => <CreativeTab />,
  membership: me => (
    <>
      <MembershipPanel />
      <StudioNote />
      {me.can.buyTokens ? null : <Wallet />}
      <Section
        title="Payments"
        lead="What you paid: bookings, tokens and every charge of your plan. Each has its receipt."
      >
        <OwnPayments />
      </Section>
    </>
  ),
  guests: () => <GuestsTab />,
  referrals: () => <ReferralsTab />,
  security: me => <SecurityTab me={me} />,
}

/** What one has and how it came, also while none can be bought: on Explorer, paused, or until something is paid (TOK-08). */
const Wallet = () => (
  <>
    <TokenLots />
    <Section
      title="Your tokens"
      lead="They never expire. You can pay with them again once you have a plan that is paid."
    >
      <TokenMoves />
    </Section>
  </>
)
