import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meKey, rpc } from '#web/client.ts'
import { forgetOwn, keepOwn, readOwn } from '#web/offline/own-storage.ts'
import { queryClient } from '#web/query-client.ts'
import { askToSignInAgain, hasTypedSomething, signInSettled } from './session-end.ts'

export type Me = NonNullable<Awaited<ReturnType<typeof rpc.members.me>>>

/** What the head of a page shows of a person. */
export type HeadPerson = Pick<
  Me,
  'userId' | 'email' | 'firstName' | 'lastName' | 'standing' | 'cartCount' | 'shopCartCount' | 'unreadCount' | 'can'
>

/** The signed-in person, or null for a visitor and until it is known. */
export const useMe = (): Me | null => useQuery(meQuery).data ?? null

/** The same with its state, for the shell: a failed lookup is shown as an error with a retry and gives no access. */
export function useSession() {
  const { data, isPending, isError, error, failureReason, refetch } = useQuery(meQuery)
  const hasFailed = isError && data === undefined
  // Without a connection the door goes on working with the person this device last knew; nothing else does. A network
  // without a way out counts too: the browser then believes it is online, and the request fails all the same.
  const isUnreached = hasFailed && error instanceof TypeError
  // The door does not wait for another attempt: people are standing there.
  const isWaiting = isPending && (!navigator.onLine || failureReason instanceof TypeError)
  const atDoor = isUnreached || isWaiting ? rememberedAtDoor() : null
  // A page that everybody may read keeps its head: a member without a connection is no visitor.
  const inHead = isUnreached ? readOwn<HeadPerson>(headName) : null
  return { me: data ?? null, atDoor, inHead, isLoading: isPending, hasFailed, retry: () => refetch() }
}

/**
 * Signs out, tells the other tabs, forgets everything that was loaded and opens /auth.
 * Toasts "Signed out successfully" or "Error signing out".
 */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    const [{ authClient }, { toast }] = await Promise.all([import('./auth-client.ts'), import('#ui/toast.ts')])
    const { error } = await authClient.signOut()
    if (error) return toast.error('Error signing out')
    remember(signedOut)
    wasSentToSession = false
    localStorage.removeItem(doorKey)
    forgetOwn()
    queryClient.setQueryData(meKey(), null)
    forgetOthers()
    await navigate({ to: '/auth' })
    toast.success('Signed out successfully')
  }
}

/** To be called by whatever just signed somebody in: the previous person's data goes, the new one's comes. */
export async function afterSignIn(): Promise<Me | null> {
  forgetOthers()
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
}

/**
 * A guess, before the server has answered, whether somebody is signed in; only for what is drawn meanwhile. The page says whether it
 * was sent to a session: a device that somebody has just come to by a link of a mail remembers nobody yet.
 */
export const expectsPerson = () => wasSentToSession || ![null, signedOut].includes(localStorage.getItem(storageKey))

let wasSentToSession = document.getElementById('root')?.dataset.session !== undefined

/** Whether the person signed out, here or in another tab, rather than the session running out. */
export const hasSignedOut = () => localStorage.getItem(storageKey) === signedOut

/** Keeps this tab in step with the others: signing out or in somewhere changes every open page without a reload. */
export function useSessionAcrossTabs() {
  useEffect(() => {
    const heard = (event: StorageEvent) => {
      if (event.key === storageKey) void queryClient.invalidateQueries({ queryKey: meKey() })
    }
    window.addEventListener('storage', heard)
    return () => window.removeEventListener('storage', heard)
  }, [])
}

const storageKey = 'exchange.session'
const signedOut = 'signed-out'
const doorKey = 'exchange.door'
const headName = 'head'
const remember = (value: string) => localStorage.setItem(storageKey, value)

const meQuery = queryOptions({
  queryKey: meKey(),
  queryFn: fetchMe,
  staleTime: 30_000,
  networkMode: 'always',
  // A failed lookup redraws the frame, which would ask again, fail again and so on; people have a button for it.
  retryOnMount: false,
  retry: failures => navigator.onLine && failures < 2,
  // Membership, roles and standing are checked again every minute while somebody is signed in.
  refetchInterval: query => (query.state.data ? 60_000 : false),
})

async function fetchMe(): Promise<Me | null> {
  const before = queryClient.getQueryData<Me | null>(meKey())
  let me = await rpc.members.me()
  // Asked with the session of before while the sign-in library replaced it.
  if (before && !me && !hasSignedOut()) {
    await signInSettled()
    me = await rpc.members.me()
  }
  if (before && !me && !hasSignedOut() && hasTypedSomething() && (await askToSignInAgain())) me = await rpc.members.me()
  // Somebody else signed in from another tab: nothing of the former person may stay on this one.
  if (before && me && before.userId !== me.userId) window.location.assign('/')
  if (me?.can.openDoor) localStorage.setItem(doorKey, JSON.stringify(me))
  else {
    // With the right to the door goes what the door knows: names of today, and who came in. Scans still to be sent stay.
    localStorage.removeItem(doorKey)
    forgetOwn('door-')
  }
  if (me?.userId !== localStorage.getItem(storageKey)) forgetOwn()
  if (me) keepOwn(headName, headOf(me))
  wasSentToSession &&= me !== null
  if (me) remember(me.userId)
  else if (expectsPerson()) localStorage.removeItem(storageKey)
  return me
}

const headOf = (me: Me): HeadPerson => {
  const { userId, email, firstName, lastName, standing, cartCount, shopCartCount, unreadCount, can } = me
  return { userId, email, firstName, lastName, standing, cartCount, shopCartCount, unreadCount, can }
}

function rememberedAtDoor(): Me | null {
  const kept = localStorage.getItem(doorKey)
  return kept ? JSON.parse(kept) : null
}

/** Drops everything loaded for the former person. The person itself stays in the cache: the shell is watching it. */
function forgetOthers() {
  const own = JSON.stringify(meKey())
  queryClient.removeQueries({ predicate: query => JSON.stringify(query.queryKey) !== own })
}
