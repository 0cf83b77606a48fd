import { type ComponentType, useRef, useState } from 'react'
import { toast } from './toast.ts'

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
    /** Shows it only if it is still wanted when it comes. */
    async fetchIt(isWanted: () => boolean): Promise<boolean> {
      try {
        const Piece = await ahead()
        if (!isWanted()) return false
        setPiece({ Piece })
        return true
      } catch {
        toast.error(
          'This could not be opened',
          'It has to be fetched first. Check your connection and try again, or load the page again.',
        )
        return false
      }
    },
    intent: { onPointerEnter: early, onPointerDown: early, onFocus: early },
  }
}

/** Nobody has gone on elsewhere, such as into a field, since they pressed a button. */
export const isStillHere = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement instanceof HTMLButtonElement
