import { createRootRoute, Outlet, useLocation, useMatches, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { bonesOf, decide, isOfficePath, type RouteAccess, routeAccess } from '#access.ts'
import { Bones } from '#ui/plain/bones.tsx'
import { BareLayout } from './layouts/bare.tsx'
import { VisitorLayout } from './layouts/visitor.tsx'
import { AppUpdate } from './offline/app-update.tsx'
import { InstallPrompt } from './offline/install-prompt.tsx'
import { PageLoading, usePageName } from './screens/loading.tsx'
import { Gate } from './session/gate.tsx'
import { expectsPerson, type HeadPerson, type Me, useSession, useSessionAcrossTabs } from './session/session.tsx'
import { forgetTyping, useWhySignInAgain } from './session/session-end.ts'
import { site } from './site.ts'

const DoorLayout = lazy(async () => ({ default: (await import('./layouts/door.tsx')).DoorLayout }))
const MemberLayout = lazy(async () => ({ default: (await import('./layouts/member.tsx')).MemberLayout }))
const OfficeLayout = lazy(async () => ({ default: (await import('./layouts/office.tsx')).OfficeLayout }))
const Interactive = lazy(async () => ({ default: (await import('./interactive.tsx')).Interactive }))
const SignInAgain = lazy(async () => ({ default: (await import('./session/sign-in-again.tsx')).SignInAgain }))
const PersonLive = lazy(async () => ({ default: (await import('./live.ts')).PersonLive }))

/** The frame of every page: the layout that fits the person and the path, the guard, and what floats above. */
export const rootRoute = createRootRoute({ component: Root })

function Root() {
  const pathname = useLocation({ select: location => location.pathname })
  const builtPath = useMatches({ select: matches => matches.at(-1)?.routeId })
  const access = routeAccess.find(entry => entry.path === builtPath)
  const session = useSession()
  const { isLoading, hasFailed } = session
  const me = session.me ?? (access?.audience === 'door' ? session.atDoor : null)
  const inHead = access?.audience === 'visitor' ? session.inHead : null
  const whySignIn = useWhySignInAgain()
  useSessionAcrossTabs()
  useFreshPage()

  const page: ReactNode = access ? (
    <Gate access={access}>
      <Outlet />
    </Gate>
  ) : (
    <Outlet />
  )
  const framed = (
    <>
      {inLayout(page, { me, inHead, isLoading, hasFailed, pathname, access })}
      {/* Of their own, so that the page stays in sight while they are fetched. */}
      <Suspense>{me && <PersonLive key={me.userId} />}</Suspense>
      <Suspense>{whySignIn && me && <SignInAgain me={me} why={whySignIn} />}</Suspense>
    </>
  )
  // Visitors get their first page, and a 404, without the component library: plain elements only.
  const isPlain = !me && !inHead && (builtPath === '/' || !access)
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Suspense fallback={<Waiting access={access} />}>
        {isPlain ? framed : <Interactive>{framed}</Interactive>}
      </Suspense>
      <InstallPrompt />
      <AppUpdate />
    </>
  )
}

interface Place {
  me: Me | null
  inHead: HeadPerson | null
  isLoading: boolean
  hasFailed: boolean
  pathname: string
  access: RouteAccess | undefined
}

/** Until it is known who is here: the bones that the server sent, or no more than the name of the house. */
function Waiting({ access }: Pick<Place, 'access'>) {
  const frame = access && expectsPerson() ? bonesOf(access) : null
  const name = usePageName()
  if (frame) return <Bones frame={frame} hasSimulators={site.hasSimulators} name={name} />
  return (
    <BareLayout>
      <PageLoading />
    </BareLayout>
  )
}

function inLayout(page: ReactNode, { me, inHead, isLoading, hasFailed, pathname, access }: Place) {
  if (!me && inHead) return <MemberLayout me={inHead}>{page}</MemberLayout>
  // Nobody is asked to sign in who may be signed in.
  if (!me && hasFailed && access?.audience !== 'visitor' && expectsPerson()) return <BareLayout>{page}</BareLayout>
  if (!me) return isLoading && expectsPerson() ? <Waiting access={access} /> : <VisitorLayout>{page}</VisitorLayout>
  // Whoever may open none of the members' pages is not shown the way to them either.
  const decision = access && decide(access, me)
  if (decision === 'blocked' || decision === 'notApproved') return <BareLayout>{page}</BareLayout>
  // By the page that is drawn, not by the address, which changes before the page does.
  const isOffice = isOfficePath(access?.path ?? pathname) && access?.audience !== 'visitor'
  if (isOffice && (access ? decision === 'open' : me.can.openAdmin)) {
    return me.can.openAdmin ? <OfficeLayout me={me}>{page}</OfficeLayout> : <DoorLayout me={me}>{page}</DoorLayout>
  }
  return <MemberLayout me={me}>{page}</MemberLayout>
}

/** Keyboards and screen readers start at the top of a new page, as they would after a full load. */
function useFreshPage() {
  const pathname = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname) {
      forgetTyping()
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    last.current = pathname
  }, [pathname])
}
