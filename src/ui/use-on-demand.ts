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
    async fetchIt(): Promise<boolean> {
      try {
        setPiece({ Piece: await ahead() })
        return true
      } catch {
        toast.error('This could not be opened', 'It has to be fetched first. Check your connection and try again.')
        return false
      }
    },
    intent: { onPointerEnter: early, onPointerDown: early, onFocus: early },
  }
}
