import type { ReactNode } from 'react'
import { chanceOf } from './chance.ts'

/**
 * The face of somebody without a photograph, in colours no skin has: always the same for the same id, and nobody in
 * particular. It helps to find a line again and says nothing, so screen readers pass it by; the name stands beside it.
 */
export function Face({ id, size = 'small' }: { id: string; size?: 'small' | 'medium' | 'large' }) {
  const chance = chanceOf(id)
  const [ground, coat, hair, face] = inks(chance)
  const [behind, front] = hairs[chance(hairs.length)]!
  const hasGlasses = chance(3) === 0
  return (
    <svg className="face" data-size={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={ground} />
      <g fill={hair}>{behind}</g>
      <path d="M5 40v-3a10 8 0 0 1 10-7h10a10 8 0 0 1 10 7v3Z" fill={coat} />
      <path d="M16.5 24h7v7a3.5 3.5 0 0 1-7 0Z" fill={face} />
      <path d="M12.5 14a7.5 7.5 0 0 1 15 0v5a7.5 8 0 0 1-15 0Z" fill={face} />
      <g fill={hair}>{front}</g>
      <g fill="var(--face-line)">
        <circle cx="17" cy="18" r="1" />
        <circle cx="23" cy="18" r="1" />
        <rect x="17.5" y="22.4" width="5" height="1.1" rx="0.5" />
      </g>
      {hasGlasses ? (
        <path
          d="M14 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0m6 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
          fill="none"
          stroke="var(--face-line)"
          strokeWidth="0.8"
        />
      ) : null}
    </svg>
  )
}

/** What is drawn behind the head, and over it. */
const hairs: readonly (readonly [ReactNode, ReactNode])[] = [
  // a bob
  [<path key="b" d="M10 25V14a10 10 0 0 1 20 0v11Z" />, <path key="f" d="M12.3 15a7.7 8.4 0 0 1 15.4 0Z" />],
  // short
  [null, <path key="f" d="M11.5 16v-3a8.5 7.5 0 0 1 17 0v3h-2l-2-4h-9l-2 4Z" />],
  // long
  [<path key="b" d="M9.5 33V14a10.5 10.5 0 0 1 21 0v19Z" />, <path key="f" d="M12 17a8 9 0 0 1 9-11l6.8 9Z" />],
  // a bun
  [<circle key="b" cx="20" cy="5" r="3.8" />, <path key="f" d="M11.6 15a8.4 8.6 0 0 1 16.8 0l-3-3H14.6Z" />],
  // curls
  [
    <g key="b">
      <circle cx="12" cy="12" r="4.4" />
      <circle cx="20" cy="8.5" r="5" />
      <circle cx="28" cy="12" r="4.4" />
      <circle cx="10.8" cy="18.5" r="3.4" />
      <circle cx="29.2" cy="18.5" r="3.4" />
    </g>,
    <path key="f" d="M12.4 13.5a7.6 7 0 0 1 15.2 0Z" />,
  ],
  // a hat
  [null, <path key="f" d="M12 10a8 7 0 0 1 16 0v2h2.5v2.6h-21V12H12Z" />],
]

/** Ground, coat, hair and face, of which no two neighbours are alike. */
function inks(chance: (ends: number) => number): string[] {
  const tones = ['accent', 'good', 'warn', 'info']
  const first = chance(tones.length)
  const tone = (step: number) => tones[(first + step) % tones.length]
  const hair = ['var(--face-line)', `var(--${tone(2)}-line)`, `var(--${tone(3)}-line)`][chance(3)]!
  const face = chance(2) === 0 ? 'var(--face-light)' : `var(--${tone(1)}-bg)`
  return [`var(--${tone(0)}-bg)`, `var(--${tone(chance(2))}-line)`, hair, face]
}
