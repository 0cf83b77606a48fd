import { useNavigate } from '@tanstack/react-router'
import { useBuilt } from '#web/built.ts'
import { type HeadPerson, useSignOut } from '#web/session/session.tsx'
import { accountMenu, bottomBar, isFor, memberActions, memberFooter, topMenu } from './menus.ts'
import { Palette } from './palette.tsx'
import type { FinderProps } from './search-button.tsx'

/** The search on members' pages: where one can go, what one can do, and what is in the house; for admins its books as well. */
export function MemberFinder({ me, ...rest }: FinderProps & { me: HeadPerson }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const own = useBuilt(accountMenu).filter(isFor(me))
  const pages = [...useBuilt(topMenu), ...own, ...useBuilt(bottomBar), ...useBuilt(memberFooter)]
  const actions = useBuilt(memberActions)
  const isAdmin = me.can.openAdminOnly
  const lineOf = ({ label, to, search }: { label: string; to: string; search?: Readonly<Record<string, string>> }) => ({
    ...{ id: `${label} ${to}`, label },
    choose: () => void navigate({ to: to as '/account', search: search ?? {} }),
  })
  return (
    <Palette
      {...rest}
      label="Search events, posts and members"
      groups={[
        { title: 'Pages', lines: pages.map(lineOf) },
        {
          title: 'Actions',
          lines: [...actions.map(lineOf), { id: 'sign-out', label: 'Sign out', choose: () => void signOut() }],
        },
      ]}
      finds={{
        kinds: isAdmin
          ? ['events', 'posts', 'spaces', 'products']
          : ['events', 'posts', 'members', 'spaces', 'products'],
        nouns: isAdmin ? ['person', 'booking', 'order', 'application'] : [],
        openObject: (noun, id) => void navigate({ to: '/admin', search: { object: `${noun}:${id}` } }),
      }}
    />
  )
}
