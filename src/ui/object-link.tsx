import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The parameter of the address that holds what lies open over the page: `booking:ID`. */
const parameter = 'object'

/** What lies open over this page, and the way to open another or none. An address that cannot be read opens nothing. */
export function useOpenObject(): {
  opened: { noun: string; id: string } | null
  addressOf: (noun: string, id: string) => string
  open: (noun: string, id: string) => void
  close: () => void
} {
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const [, noun, id] = /^([a-z]+):(.{1,100})$/.exec(new URLSearchParams(searchStr).get(parameter) ?? '') ?? []
  const withObject = (object: string | null) => {
    const search = new URLSearchParams(searchStr)
    if (object) search.set(parameter, object)
    else search.delete(parameter)
    const text = search.toString()
    return text ? `${pathname}?${text}` : pathname
  }
  const addressOf = (noun: string, id: string) => withObject(`${noun}:${id}`)
  return {
    opened: noun && id ? { noun, id } : null,
    addressOf,
    open: (noun, id) => void router.navigate({ href: addressOf(noun, id) }),
    // Going back does not open again what was closed.
    close: () => void router.navigate({ href: withObject(null), replace: true }),
  }
}

/** A mention that opens its object's panel over this page: the address keeps all it has, and Back closes the panel. */
export function ObjectLink({ noun, id, children }: { noun: string; id: string; children: ReactNode }) {
  const { addressOf, open } = useOpenObject()
  return (
    <a
      href={addressOf(noun, id)}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open(noun, id)
      }}
    >
      {children}
    </a>
  )
}
