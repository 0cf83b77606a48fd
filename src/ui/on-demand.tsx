import { type ComponentType, useEffect, useSyncExternalStore } from 'react'

/** A piece of the shell that is fetched when it is first needed; `Place` is where it is drawn. */
export interface OnDemand {
  subscribe: (listener: () => void) => () => void
  piece: () => ComponentType | null
  appears: () => void
  /** Resolves once it stands in its place, and fails where it cannot be fetched: the next need tries again. */
  need: () => Promise<void>
}

export function onDemand(load: () => Promise<ComponentType>): OnDemand {
  const { promise: isThere, resolve: appears } = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  let piece: ComponentType | null = null
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    piece: () => piece,
    appears,
    async need() {
      if (!piece) {
        piece = await load()
        for (const listener of listeners) listener()
      }
      await isThere
    },
  }
}

/** Where a piece of the shell is drawn once it is needed. */
export function Place({ of: { subscribe, piece, appears } }: { of: OnDemand }) {
  const Piece = useSyncExternalStore(subscribe, piece)
  // After the effects of the piece itself, by which it begins to listen.
  useEffect(() => {
    if (Piece) appears()
  }, [Piece, appears])
  return Piece ? <Piece /> : null
}
