import { useEffect, useSyncExternalStore } from 'react'

let shown: string | null = null
const watching = new Set<() => void>()

/** Which kind of pass the scanner on this screen checks; null: there is no scanner. */
export const useShownKind = () =>
  useSyncExternalStore(
    changed => {
      watching.add(changed)
      return () => watching.delete(changed)
    },
    () => shown,
  )

/** Says it for as long as the scanner is there: one that opens for what there is today says it in no address. */
export function useShowsKind(kind: string): void {
  useEffect(() => {
    show(kind)
    return () => show(null)
  }, [kind])
}

function show(kind: string | null): void {
  shown = kind
  for (const changed of watching) changed()
}
