import { createContext } from 'react'

/** The places of a desk's head beside its title. */
export interface HeadPlaces {
  /** how much there is */
  line: HTMLElement
  /** what narrows the list: search and filters */
  tools: HTMLElement
  /** what is done with all of it, before the page's own actions */
  deeds: HTMLElement
}

/** Where a desk's head takes what belongs to the page's list. Null where a list keeps it above itself. */
export const HeadSlot = createContext<HeadPlaces | null>(null)
