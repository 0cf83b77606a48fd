import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useOnDemand } from './use-on-demand.ts'

/**
 * A piece below the first screen, fetched when somebody comes near it, by whatever way: scrolling, a heading, the keyboard.
 * Its place is kept by `loading`, which stands there until then.
 */
export function WhenNear({ load, loading }: { load: () => Promise<ComponentType<object>>; loading: ReactNode }) {
  const { Piece, fetchIt } = useOnDemand(load)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for its place
  useEffect(() => {
    const { current } = place
    if (!current) return
    const watcher = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchIt(() => current.isConnected)
      },
      { rootMargin: '25% 0px' },
    )
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return Piece ? <Piece /> : <div ref={place}>{loading}</div>
}
