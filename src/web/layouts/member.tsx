import { useDisclosure } from '@mantine/hooks'
import {
  IconBuildingStore,
  IconCalendar,
  IconHome,
  IconMenu2,
  IconSearch,
  IconShoppingBag,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { StandingKind } from '#features/home/standing/rules.ts'
import { CodePrompt } from '#features/people/conduct/parts/code-prompt.tsx'
import { HeldNotice } from '#features/spaces/bookings/parts/held-notice.tsx'
import { isStillHere, useOnDemand } from '#ui/use-on-demand.ts'
import { storeCart, useBuilt } from '#web/built.ts'
import type { HeadPerson } from '#web/session/session.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import classes from './member.module.css'
import { bottomBar, furtherMenu, memberFooter, topMenu } from './menus.ts'
import noticeClasses from './notices.module.css'
import { Notices } from './notices.tsx'
import { SearchButton } from './search-button.tsx'

const icons = {
  home: IconHome,
  bookings: IconCalendar,
  market: IconBuildingStore,
  community: IconUsers,
  account: IconUser,
}

/** Pages that show what is held themselves. */
const sayTheirHolds = ['/facility-booking', '/bookings']

// Pages of whoever has nothing unread come without it; the account menu has the way there.
const Bell = lazy(async () => ({ default: (await import('#features/house/notifications/parts/bell.tsx')).Bell }))

const loadPhoneMenu = async () => (await import('./phone-menu.tsx')).PhoneMenu

const loadCart = async () => (await import('#features/store/shop/parts/cart-drawer.tsx')).CartDrawer

const loadFinder = async () => (await import('./member-finder.tsx')).MemberFinder

/** Where the search may float on a phone is looked at from the first scroll on. */
function floating(button: HTMLButtonElement | null): () => void {
  const ended = new AbortController()
  const begin = async () => {
    const { floatOverPaper } = await import('./float.ts')
    if (button) floatOverPaper(button, ended.signal)
  }
  window.addEventListener('scroll', () => void begin().catch(() => undefined), { once: true, signal: ended.signal })
  return () => ended.abort()
}

const closed: readonly StandingKind[] = ['rejected', 'blocked', 'suspended']

/** The frame for signed-in people: top navigation, account menu, and a bar at the bottom of a phone. */
export function MemberLayout({ me, children }: { me: HeadPerson; children: ReactNode }) {
  const [isMenuOpen, menu] = useDisclosure()
  const { Piece: PhoneMenu, fetchIt, intent } = useOnDemand(loadPhoneMenu)
  const [isCartOpen, cart] = useDisclosure()
  const { Piece: Cart, fetchIt: fetchCart, intent: cartIntent } = useOnDemand(loadCart)
  // It stays when all is read: nobody's panel is taken from under their hand.
  const hadUnread = useRef(false)
  hadUnread.current ||= me.unreadCount > 0
  const pathname = useLocation({ select: location => location.pathname })
  const asksForCart = useLocation({ select: location => location.hash === storeCart })
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address that asks for it opens it once
  useEffect(() => {
    if (asksForCart) void fetchCart(() => true).then(isThere => isThere && cart.open())
  }, [asksForCart])
  const closeCart = () => {
    cart.close()
    if (asksForCart) void navigate({ to: '.', search: true, replace: true, resetScroll: false })
  }
  // Whoever may open none of the members' pages is not shown the way to them either.
  const isClosed = closed.includes(me.standing.kind)
  const inCart = me.cartCount + me.shopCartCount
  const top = useBuilt(isClosed ? [] : topMenu)
  const bottom = useBuilt(isClosed ? [] : bottomBar)
  const foot = useBuilt(isClosed ? memberFooter.filter(entry => !furtherMenu.includes(entry)) : memberFooter)
  return (
    <>
      <Notices standing={me.standing}>
        {me.can.book && !sayTheirHolds.includes(pathname) && !pathname.startsWith('/orders/') ? (
          <HeldNotice className={noticeClasses.held} />
        ) : null}
      </Notices>
      {isClosed ? null : <CodePrompt />}
      <header className={classes.header}>
        {isClosed ? null : (
          <button
            type="button"
            className={classes.burger}
            aria-label="Menu"
            {...intent}
            onClick={() => void fetchIt(isStillHere).then(isThere => isThere && menu.open())}
          >
            <IconMenu2 aria-hidden />
          </button>
        )}
        <Brand to={isClosed ? '/' : '/home'} />
        <nav aria-label="Main" className={classes.top}>
          {top.map(({ label, to }) => (
            <Link key={label} to={to} activeProps={{ 'aria-current': 'page' }}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.tools}>
          {isClosed ? null : (
            <SearchButton ref={floating} load={loadFinder} more={{ me }} label="Search" className={classes.search}>
              <IconSearch aria-hidden />
            </SearchButton>
          )}
          {isClosed ? null : (
            <Link
              to="/community"
              className={classes.tool}
              data-wide
              aria-label="Community"
              title="Community"
              activeProps={{ 'aria-current': 'page' }}
            >
              <IconUsers aria-hidden />
            </Link>
          )}
          {isClosed ? null : (
            <button
              type="button"
              className={classes.tool}
              aria-label={inCart === 1 ? 'Cart, 1 item' : `Cart, ${inCart} items`}
              aria-haspopup="dialog"
              {...cartIntent}
              onClick={() => void fetchCart(isStillHere).then(isThere => isThere && cart.open())}
            >
              <IconShoppingBag aria-hidden />
              {inCart > 0 ? <span className={classes.count}>{inCart}</span> : null}
            </button>
          )}
          {isClosed || !hadUnread.current ? null : (
            <Suspense fallback={<span className={classes.tool} />}>
              <Bell unread={me.unreadCount} />
            </Suspense>
          )}
          <AccountMenu me={me} isClosed={isClosed} />
        </div>
      </header>
      {Cart ? <Cart isOpen={isCartOpen} onClose={closeCart} /> : null}
      {PhoneMenu ? <PhoneMenu me={me} isOpen={isMenuOpen} onClose={menu.close} /> : null}
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <footer className={classes.foot}>
        <nav aria-label="Footer">
          {foot.map(({ label, to }) => (
            <Link key={label} to={to} data-further={furtherMenu.some(entry => entry.to === to)}>
              {label}
            </Link>
          ))}
        </nav>
      </footer>
      {bottom.length > 0 && (
        <nav aria-label="Shortcuts" className={classes.bottom}>
          {bottom.map(({ label, to, icon }) => {
            const Icon = icons[icon]
            return (
              <Link key={label} to={to} activeProps={{ 'aria-current': 'page' }}>
                <Icon size={22} aria-hidden />
                {label}
              </Link>
            )
          })}
        </nav>
      )}
    </>
  )
}
