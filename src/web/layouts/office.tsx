import { Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar, IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { decide, findRoute } from '#access.ts'
import { Bell } from '#features/house/notifications/parts/bell.tsx'
import { shortcut } from '#ui/plain/keys.ts'
import { type PagePath, useBuiltGroups } from '#web/built.ts'
import { type Me, useSignOut } from '#web/session/session.tsx'
import { site } from '#web/site.ts'
import { shownName } from './account-button.tsx'
import { Brand } from './brand.tsx'
import type { MenuEntry } from './menus.ts'
import { Notices } from './notices.tsx'
import classes from './office.module.css'
import { type OfficeEntry, type OfficeGroup, officeMenu } from './office-menu.ts'
import { SchemeSelect } from './scheme-select.tsx'
import { SearchButton } from './search-button.tsx'
import { rememberSidebar, wasSidebarFolded } from './sidebar-memory.ts'

const ObjectPanel = lazy(async () => ({ default: (await import('./object-panel.tsx')).ObjectPanel }))
const loadFinder = async () => (await import('./page-finder.tsx')).PageFinder

/** The frame of the back office: a sidebar with the pages this person may open, and a header that says who they are (on a phone the menu does). */
export function OfficeLayout({ me, children }: { me: Me; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const [isFolded, setFolded] = useState(wasSidebarFolded)
  const [isDrawerOpen, drawer] = useDisclosure()
  const signOut = useSignOut()
  const groups = useOfficeMenu(me)
  const router = useRouter()
  const finds = me.can.openAdminOnly ? 'Find people, bookings, orders, events and pages' : 'Go to a page'

  const toggle = () => {
    if (isPhone) return drawer.toggle()
    rememberSidebar(!isFolded)
    setFolded(!isFolded)
  }
  useToggleKey(toggle)
  useEffect(() => router.subscribe('onBeforeNavigate', drawer.close), [router, drawer.close])

  // On a phone the header has no room for it: there it is in the menu.
  const own = (
    <>
      <span className={classes.person} title={me.email}>
        {shownName(me)}
      </span>
      {isPhone ? <SchemeSelect isTouched /> : null}
      <Link to="/" className={classes.link}>
        View Site
      </Link>
      <button type="button" className={classes.link} onClick={signOut}>
        Sign Out
      </button>
    </>
  )

  return (
    <div className={classes.office}>
      {!isPhone && (
        <div className={classes.sidebar} data-folded={isFolded || undefined}>
          <OfficeNav groups={groups} isFolded={isFolded} />
          {isFolded ? null : (
            <aside className={classes.scheme} aria-label="Appearance">
              <SchemeSelect />
            </aside>
          )}
        </div>
      )}
      {isPhone && (
        <Drawer
          opened={isDrawerOpen}
          onClose={drawer.close}
          title="Back office"
          size="18rem"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <div className={classes.own}>{own}</div>
          <OfficeNav groups={groups} isFolded={false} />
        </Drawer>
      )}
      <div className={classes.main}>
        <Notices isDemoElsewhere={!isPhone} />
        <header className={classes.header}>
          <button
            type="button"
            className={classes.tool}
            aria-label="Toggle sidebar"
            aria-expanded={isPhone ? isDrawerOpen : !isFolded}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={toggle}
          >
            <IconLayoutSidebar aria-hidden />
          </button>
          <Brand to="/admin" />
          <SearchButton
            load={loadFinder}
            more={{ label: finds, groups, mayOpen: to => mayOpen(me, to), findsObjects: me.can.openAdminOnly }}
            label={finds}
            className={classes.finder}
          >
            <IconSearch size={18} aria-hidden />
            <span>{me.can.openAdminOnly ? 'Find' : 'Go to a page'}</span>
            <span data-keys={shortcut('K')} />
          </SearchButton>
          {site.hasSimulators && !isPhone && (
            <span className={classes.demonstration} title="Payments and email are simulated.">
              Demonstration · <a href="/dev/mail">In-box</a>
            </span>
          )}
          <span className={classes.bell}>
            <Bell unread={me.unreadCount} />
          </span>
          {!isPhone && own}
        </header>
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
        {me.can.openAdminOnly ? (
          <Suspense>
            <ObjectPanel />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}

function OfficeNav({ groups, isFolded }: { groups: OpenGroup[]; isFolded: boolean }) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // The menu is longer than most windows: where one is, is always in sight in it. Not by `scrollIntoView`, after which the first
  // Tab goes on from there, past the link that skips to the content.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page
  useEffect(() => {
    const box = nav.current?.closest('.mantine-Drawer-content') ?? nav.current?.parentElement
    const here = nav.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect()
    if (!box || !here) return
    const { top, bottom } = box.getBoundingClientRect()
    box.scrollTop += Math.max(0, here.bottom - bottom) - Math.max(0, top - here.top)
  }, [pathname])
  return (
    <nav aria-label="Back office" className={classes.nav} ref={nav}>
      {groups.map(({ title, entries }) => (
        // A group and no region: pages have regions of the same names.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div key={title} role="group" aria-label={title}>
          <h2 className={classes.group}>{title}</h2>
          {entries.map(({ label, to, views, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              title={isFolded ? label : undefined}
              activeOptions={{ exact: to === '/admin' }}
              activeProps={{ 'aria-current': 'page' }}
              {...(views?.some(view => view.to === pathname) && { 'aria-current': 'page' as const })}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
              <span>{label}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** A group of entries whose pages are built and open to this person. */
export type OpenGroup = OfficeGroup<
  Omit<OfficeEntry, 'to' | 'views'> & { to: PagePath; views?: readonly MenuEntry<PagePath>[] }
>

function mayOpen(me: Me, to: string): boolean {
  const access = findRoute(to)
  return access !== undefined && decide(access, me) === 'open'
}

/** Only pages that are built and open to this person; a group without any is left out. */
function useOfficeMenu(me: Me): OpenGroup[] {
  return useBuiltGroups(officeMenu)
    .map(({ title, adminTitle, entries }) => ({
      title: (me.can.openAdminOnly && adminTitle) || title,
      entries: entries.flatMap(({ views: all, ...entry }) => {
        const views = all?.filter(({ to }) => mayOpen(me, to)) as MenuEntry<PagePath>[] | undefined
        const to = views ? views[0]?.to : mayOpen(me, entry.to) ? entry.to : undefined
        const label = (me.can.openAdminOnly && entry.adminLabel) || entry.label
        return to ? [{ ...entry, to, label, ...(views && { views }) }] : []
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Ctrl+B or Cmd+B, except in rich text, where the same keys make text bold. */
function useToggleKey(toggle: () => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey)
      if (!isShortcut || event.shiftKey || event.altKey || (event.target as HTMLElement).isContentEditable) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
