import { createContext } from 'react'

/** Where a desk's head takes the tools of the page's list; null where a list keeps them above itself. */
export const HeadSlot = createContext<HTMLElement | null>(null)
