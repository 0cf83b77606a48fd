import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Section } from './plain/section.tsx'
import { LoadingTiles } from './plain/states.tsx'
import { useOnDemand } from './use-on-demand.ts'
import classes from './when-near.module.css'

/**
 * A piece below the first screen, fetched when somebody comes near it, by whatever way: scrolling, a heading, the keyboard.
 * Until then its place is kept; nothing says that it is loading before it is. `title` is the heading of a piece that brings its own.
 */
export function WhenNear({ load, title }: { load: () => Promise<ComponentType<object>>; title?: string }) {
  const { Piece, fetchIt } = useOnDemand(load)
  const [isNear, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for its place
  useEffect(() => {
    const { current } = place
    if (!current) return
    const watcher = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        void fetchIt(() => current.isConnected)
      },
      { rootMargin: '25% 0px' },
    )
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  if (Piece) return <Piece />
  const kept = (
    <div ref={place} className={classes.place}>
      {isNear ? <LoadingTiles tiles={3} /> : null}
    </div>
  )
  return title ? <Section title={title}>{kept}</Section> : kept
}
