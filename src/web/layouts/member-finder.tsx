import { useNavigate } from '@tanstack/react-router'
import { useBuilt } from '#web/built.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import { eachOnce } from './found-order.ts'
import { memberActions } from './member-actions.ts'
import { accountMenu, bottomBar, isFor, type MenuEntry, memberFooter, topMenu } from './menus.ts'
import { Palette } from './palette.tsx'
import type { FinderProps } from './search-button.tsx'

/** The search on members' pages: where one can go, what one can do, and what is in the house; for admins its books as well. */
export function MemberFinder({ me, ...rest }: FinderProps & { me: HeadPerson }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const own = useBuilt(accountMenu).filter(isFor(me))
  const pages = [...useBuilt(topMenu), ...own, ...useBuilt(bottomBar), ...useBuilt(memberFooter)]
  const actions = useBuilt(memberActions)
  const ways = useBuilt(elsewhere)
  const isAdmin = me.can.openAdminOnly
  const lineOf = ({ label, to, search }: { label: string; to: string; search?: Readonly<Record<string, string>> }) => ({
    ...{ id: `${label} ${to}`, label, leadsTo: `${to} ${JSON.stringify(search ?? {})}` },
    choose: () => void navigate({ to: to as '/account', search: search ?? {} }),
  })
  return (
    <Palette
      {...rest}
      label="Search events, posts and members"
      groups={eachOnce([
        { title: 'Pages', lines: pages.map(lineOf) },
        {
          title: 'Actions',
          lines: [...actions.map(lineOf), { id: 'sign-out', label: 'Sign out', choose: () => void signOut() }],
        },
      ])}
      elsewhere={() => ways.map(lineOf)}
      finds={{
        kinds: isAdmin
          ? ['spaces', 'events', 'creatives', 'products', 'posts']
          : ['spaces', 'events', 'members', 'creatives', 'products', 'posts'],
        nouns: isAdmin ? ['person', 'booking', 'order', 'application'] : [],
        openObject: (noun, id) => void navigate({ to: '/admin', search: { object: `${noun}:${id}` } }),
      }}
    />
  )
}

/** Where somebody finds by looking what they did not find by a word; somebody to ask comes last. */
const elsewhere: MenuEntry[] = [
  { label: 'All spaces', to: '/bookings' },
  { label: 'All events', to: '/events' },
  { label: 'Creative Directory', to: '/creatives' },
  { label: 'Community', to: '/community' },
  { label: 'Write to the house', to: '/contact' },
]
