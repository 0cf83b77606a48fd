import { createContext, use, useEffect } from 'react'

/** Takes the own name of what a panel shows, for its head; nothing where the head knows it already. */
export const PanelTitle = createContext<(title: string) => void>(() => {})

/** Says what the panel around this is about, once that is known. */
export function usePanelTitle(title: string): void {
  const say = use(PanelTitle)
  useEffect(() => say(title), [say, title])
}
