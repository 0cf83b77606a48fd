import { useEffect, useRef, useState } from 'react'
import { useQuietWrite } from '#ui/action.ts'
import type { SchemaForm } from '#ui/form/form.tsx'
import { rpc } from '#web/client.ts'
import { draftOf, type HostValues } from './host-values.ts'

/** After so long without a key the draft is kept. */
const pauseMs = 1_000
/** What could not be sent is tried again so often. */
const againMs = 10_000

/**
 * Keeps the form as a draft at the house while it is written, and when it goes away. What could not be sent yet stays in this
 * browser (`keep` of the form) until it could. `keepNow` does so at once, for what needs the draft to be there.
 */
export function useAutosave(form: SchemaForm<HostValues>, isOn: boolean) {
  const [state, setState] = useState<'kept' | 'failed' | null>(null)
  const save = useQuietWrite((values: HostValues) => rpc.hosting.save(draftOf(values)))
  const { values } = form
  const isDirty = isOn && form.inner.isDirty() && !form.isSubmitting
  const latest = useRef<() => Promise<void>>(async () => {})
  latest.current = async () => {
    if (!isDirty) return
    try {
      await save(values)
      form.settle(values)
      setState('kept')
    } catch {
      setState('failed')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values begins the pause anew
  useEffect(() => {
    if (!isDirty) return
    const timer = setTimeout(() => void latest.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [isDirty, values])
  const hasFailed = isDirty && state === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(() => void latest.current(), againMs)
    return () => clearInterval(timer)
  }, [hasFailed])
  useEffect(() => () => void latest.current(), [])
  const keepNow = async () => {
    await save(values)
    form.settle(values)
  }
  return { state, keepNow }
}
