import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { useSyncExternalStore } from 'react'

/**
 * Light, dark or as the system has it; light until somebody chooses. Kept on this device. public/colour-scheme.js reads
 * the same place before the first paint. Ours rather than Mantine's, because the first page is drawn without Mantine.
 */
export function useScheme(): [MantineColorScheme, (scheme: MantineColorScheme) => void] {
  return [useSyncExternalStore(watch, read), choose]
}

export const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

/** Keeps Mantine's own idea of the scheme the same as ours. */
export const schemeManager: MantineColorSchemeManager = {
  get: read,
  set: scheme => scheme !== read() && choose(scheme),
  subscribe: onUpdate => {
    stopTelling = watch(() => onUpdate(read()))
  },
  unsubscribe: () => stopTelling(),
  clear: () => choose('light'),
}

const key = 'mantine-color-scheme-value'
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let stopTelling = () => {}

function read(): MantineColorScheme {
  const kept = localStorage.getItem(key)
  return kept === 'dark' || kept === 'auto' ? kept : 'light'
}

function choose(scheme: MantineColorScheme) {
  localStorage.setItem(key, scheme)
  apply()
}

function apply() {
  const scheme = read()
  const isDark = scheme === 'dark' || (scheme === 'auto' && prefersDark.matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#171512' : '#f6f1e7')
  for (const listener of listeners) listener()
}

function watch(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

prefersDark.addEventListener('change', apply)
window.addEventListener('storage', event => event.key === key && apply())
