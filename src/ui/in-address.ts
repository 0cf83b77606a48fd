import { useLocation, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

/**
 * One parameter of the address of any page, for what lies open over it: the address keeps all else that it has. Opening is
 * a step that Back undoes; going back does not open again what was closed. `about`: another that goes with it.
 */
export function useInAddress(
  parameter: string,
  about?: string,
): {
  value: string | null
  addressOf: (value: string | null) => string
  change: (value: string | null) => void
} {
  const { pathname, searchStr } = useLocation()
  const router = useRouter()
  const addressOf = (value: string | null) => {
    const search = new URLSearchParams(searchStr)
    if (value === null) for (const gone of [parameter, about]) gone && search.delete(gone)
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the step of a form that this one was opened from */
    stepBefore?: string
  }
}

/** The step of a form that stands in the address, so that Back goes one step back; the first step has none. */
export function useStepInAddress() {
  const { value, addressOf } = useInAddress('step')
  const pathname = useLocation({ select: location => location.pathname })
  // While another page is on its way the address is that one's already.
  const own = useRef({ pathname, value })
  if (own.current.pathname === pathname) own.current.value = value
  const before = useLocation({ select: ({ state }) => state.stepBefore })
  const router = useRouter()
  const change = (to: string | null, replace: boolean) =>
    void router.navigate({
      href: addressOf(to),
      replace,
      // Where on the page one then is, the form decides.
      resetScroll: false,
      ...(!replace && { state: { stepBefore: value ?? '' } }),
    })
  return {
    value: own.current.value,
    forward: (to: string | null) => change(to, false),
    /** without a trace of where one is: nothing to go back to */
    instead: (to: string | null) => change(to, true),
    /** as the browser's own Back where that leads there, so that no step is gone through twice */
    back: (to: string | null) => (before === (to ?? '') ? router.history.back() : change(to, true)),
  }
}

/** The dialogs that stand in the address, each on its page: `?dialog=new-account`; Ctrl+K opens most of them. */
export type DialogName =
  | 'new-account'
  | 'new-market-day'
  | 'new-stall'
  | 'new-tour'
  | 'new-event'
  | 'new-post'
  | 'edit-event'
  | 'new-rental'
  | 'new-incident'
  | 'bonus-tokens'
  | 'take-tokens'
  | 'close-room'
  | 'book-for'
  | 'new-rule'
  | 'inside'
  | 'host-event'
  | 'move'
  | 'change-stall'
  | 'cancel'

/**
 * A dialog that stands in the address while it is open, so that whatever leads to its page can open it there. `about` is the
 * parameter that says for whom or what, and goes with the dialog: opened again, it is for nobody in particular.
 */
export function useDialog(name: DialogName, about?: string) {
  const { value, change } = useInAddress('dialog', about)
  return { isOpen: value === name, open: () => change(name), close: () => change(null) }
}
