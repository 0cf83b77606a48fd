import type { ReactNode } from 'react'
import { useInAddress } from './in-address.ts'

/** What lies open over this page, as the address says (`?object=booking:ID`), and the way to open another or none. An address that cannot be read opens nothing. */
export function useOpenObject(): {
  opened: { noun: string; id: string } | null
  addressOf: (noun: string, id: string) => string
  open: (noun: string, id: string) => void
  close: () => void
} {
  const { value, addressOf, change } = useInAddress('object')
  const [, noun, id] = /^([a-z]+):(.{1,100})$/.exec(value ?? '') ?? []
  return {
    opened: noun && id ? { noun, id } : null,
    addressOf: (noun, id) => addressOf(`${noun}:${id}`),
    open: (noun, id) => change(`${noun}:${id}`),
    close: () => change(null),
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
