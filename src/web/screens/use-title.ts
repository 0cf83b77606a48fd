import { useEffect } from 'react'

/** What the tab and the history say while this screen is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Exchange`
  }, [title])
}
