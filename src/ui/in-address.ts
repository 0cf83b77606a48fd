import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * One parameter of the address of any page, for what lies open over it: the address keeps all else that it has. Opening is
 * a step that Back undoes; going back does not open again what was closed.
 */
export function useInAddress(parameter: string): {
  value: string | null
  addressOf: (value: string | null) => string
  change: (value: string | null) => void
} {
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const addressOf = (value: string | null) => {
    const search = new URLSearchParams(searchStr)
    if (value === null) search.delete(parameter)
    else search.set(parameter, value)
    const text = search.toString()
    return text ? `${pathname}?${text}` : pathname
  }
  return {
    value: new URLSearchParams(searchStr).get(parameter),
    addressOf,
    change: value => void router.navigate({ href: addressOf(value), replace: value === null }),
  }
}

/** The dialogs that Ctrl+K opens, each on its page: `?dialog=new-account`. */
export type DialogName = 'new-account' | 'new-market-day' | 'bonus-tokens'

/** A dialog that stands in the address while it is open, so that whatever leads to its page can open it there. */
export function useDialog(name: DialogName) {
  const { value, change } = useInAddress('dialog')
  return { isOpen: value === name, open: () => change(name), close: () => change(null) }
}
