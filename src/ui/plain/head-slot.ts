import { createContext } from 'react'

/**
 * Where a desk's head takes what belongs to the page's list: in its first line how much there is and what is done with all
 * of it, in its second the tools that narrow it. Null where a list keeps them above itself.
 */
export const HeadSlot = createContext<{ line: HTMLElement; tools: HTMLElement } | null>(null)
