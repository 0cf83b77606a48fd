import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQuietWrite } from '#ui/action.ts'
import { api, rpc } from '#web/client.ts'
import classes from './code-prompt.module.css'

const storageKey = 'exchange.code-version'

/** Remembers in this browser which version a visitor accepted, until they have signed in (JOIN-38). */
export const keepPendingVersion = (version: number) => localStorage.setItem(storageKey, String(version))

/**
 * For every page of a signed-in person: records what they accepted before they signed in, and asks whoever accepted an
 * older version to read the new one. People who never accepted any, or did so on another device before they had an
 * account, are asked where they apply, not everywhere.
 */
export function CodePrompt() {
  const accept = useQuietWrite((input: { version: number }) => rpc.conduct.accept(input))
  const { href, pathname } = useLocation()
  const standing = useQuery(api.conduct.standing.queryOptions())
  useEffect(() => {
    const kept = Number(localStorage.getItem(storageKey))
    if (!Number.isInteger(kept) || kept < 1) return
    localStorage.removeItem(storageKey)
    // An older version than the active one is refused; the prompt then asks for the new one.
    accept({ version: kept }).catch(() => undefined)
  }, [accept])
  if (!standing.data?.mustAccept || pathname === '/code-of-conduct') return null
  const { accepted } = standing.data
  if (!accepted && pathname !== '/join') return null
  return (
    <p role="status" className={classes.prompt}>
      {accepted ? 'The code of conduct has a new version.' : 'Everybody in the house keeps to the code of conduct.'}{' '}
      <Link to="/code-of-conduct" search={{ return: href }}>
        Read and accept it
      </Link>
    </p>
  )
}
