import type { ReactNode } from 'react'
import { chanceOf } from './chance.ts'

/**
 * A poster in the house's inks for what has no picture yet, the same for the same seed every time. It is drawn in the
 * tokens of the scheme, so that it belongs to the page by day and by night. Covers whatever box it stands in. What is of a kind
 * has the drawing of its kind, by which it is known at a glance: a seed whose first word names one (see poster-kinds.tsx).
 */
export function Poster({ seed }: { seed: string }) {
  const chance = chanceOf(seed)
  const inks = shuffled(['var(--accent-fill)', 'var(--good-line)', 'var(--warn-line)', 'var(--info-line)'], chance)
  const any = motifs[chance(motifs.length)]!
  const draw = ofKinds.get(seed.split(' ')[0]!) ?? any
  return (
    <svg viewBox="0 0 1200 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1200" height="800" fill="var(--sunk)" />
      {draw(inks, chance)}
    </svg>
  )
}

/** Drawings of kinds, by the word that names one; they come with the pages that show such things (poster-kinds.tsx). */
const ofKinds = new Map<string, Motif>()

export function addMotifs(motifs: Record<string, Motif>): void {
  for (const [kind, motif] of Object.entries(motifs)) ofKinds.set(kind, motif)
}

export type Motif = (inks: string[], chance: (ends: number) => number) => ReactNode

const ink = 'var(--ink)'

const sun: Motif = ([first, second, third], chance) => {
  const [x, y] = [250 + chance(700), 560 + chance(200)]
  return (
    <>
      {steps(12).map(step => (
        <path
          key={step}
          d={`M${x} ${y}L${at(x, y, 1500, step * 30)}L${at(x, y, 1500, step * 30 + 15)}Z`}
          fill={step % 2 ? first : second}
        />
      ))}
      <circle cx={x} cy={y} r="250" fill={third} />
      <circle cx={x} cy={y} r="130" fill={ink} />
    </>
  )
}

const arches: Motif = (inks, chance) => {
  const x = 330 + chance(540)
  return (
    <>
      {steps(4).map(step => {
        const radius = 560 - step * 120
        return (
          <path
            key={step}
            d={`M${x - radius} 800V640a${radius} ${radius} 0 0 1 ${radius * 2} 0V800Z`}
            fill={inks[step % inks.length]}
          />
        )
      })}
      <path d={`M${x - 90} 800V640a90 90 0 0 1 180 0V800Z`} fill={ink} />
    </>
  )
}

const moons: Motif = (inks, chance) => (
  <>
    {steps(3).map(step => (
      <circle key={step} cx={280 + step * 320} cy={260 + chance(220)} r={210 + chance(70)} fill={inks[step]} />
    ))}
    {steps(7).map(step => (
      <rect key={step} y={600 + step * 30} width="1200" height={4 + step * 2.5} fill={ink} />
    ))}
  </>
)

const stairs: Motif = (inks, chance) => {
  const isRising = chance(2) === 1
  return (
    <>
      <circle cx={isRising ? 320 : 880} cy={250 + chance(60)} r="150" fill={inks[3]} />
      {steps(6).map(step => (
        <rect
          key={step}
          x={(isRising ? step : 5 - step) * 200}
          y={640 - step * 105}
          width="201"
          height="800"
          fill={step === 5 ? ink : inks[step % 3]}
        />
      ))}
    </>
  )
}

const motifs = [sun, arches, moons, stairs]

const steps = (count: number) => Array.from({ length: count }, (_, step) => step)

function at(x: number, y: number, radius: number, degrees: number): string {
  const turn = (degrees * Math.PI) / 180
  return `${Math.round(x + radius * Math.cos(turn))} ${Math.round(y + radius * Math.sin(turn))}`
}

function shuffled(items: string[], chance: (ends: number) => number): string[] {
  const rest = [...items]
  return items.map(() => rest.splice(chance(rest.length), 1)[0]!)
}
