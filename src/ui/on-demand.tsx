import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'

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

/**
 * A piece that is fetched by a press, or a little before, by what leads to one: spread `intent` on what is pressed. `fetchIt`
 * resolves to whether it is there.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [piece, setPiece] = useState<{ Piece: ComponentType<Props> } | null>(null)
  const loading = useRef<Promise<ComponentType<Props>>>(undefined)
  const ahead = () => {
    loading.current ??= load().catch(error => {
      loading.current = undefined
      throw error
    })
    return loading.current
  }
  const early = () => void ahead().catch(() => undefined)
  return {
    Piece: piece?.Piece ?? null,
    async fetchIt(): Promise<boolean> {
      try {
        setPiece({ Piece: await ahead() })
        return true
      } catch {
        return false
      }
    },
    intent: { onPointerEnter: early, onPointerDown: early, onFocus: early },
  }
}
