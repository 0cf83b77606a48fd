import { addMotifs, type Motif } from './poster.tsx'

const ink = 'var(--ink)'
const paper = 'var(--sunk)'
const steps = (count: number) => Array.from({ length: count }, (_, step) => step)

/** A set square over a ruler, and a compass's circle: something is made. */
const workshop: Motif = ([first, second, third], chance) => {
  const x = 180 + chance(160)
  return (
    <>
      <circle cx={x + 560} cy="270" r={190 + chance(40)} fill={second} />
      <circle cx={x + 560} cy="270" r="26" fill={ink} />
      <path d={`M${x} 90V620H${x + 530}Z`} fill={first} />
      <path d={`M${x + 90} 330V530H${x + 290}Z`} fill={paper} />
      <rect y="620" width="1200" height="180" fill={third} />
      {steps(24).map(step => (
        <rect key={step} x={20 + step * 50} y="620" width="8" height={step % 4 ? 60 : 110} fill={ink} />
      ))}
    </>
  )
}

/** What is said: two balloons, one of them with its lines. */
const talk: Motif = ([first, second], chance) => {
  const x = 110 + chance(90)
  return (
    <>
      <path d={`M${x + 430} 330h560v300h-130l-90 130v-130h-340z`} fill={second} />
      <path d={`M${x} 110h680v360H${x + 260}l-130 150v-150H${x}z`} fill={first} />
      {steps(3).map(step => (
        <rect
          key={step}
          x={x + 80}
          y={190 + step * 80}
          width={step === 2 ? 300 : 520 - chance(60)}
          height="34"
          fill={ink}
        />
      ))}
    </>
  )
}

/** An evening: strings of lamps over a dark floor. */
const social: Motif = (inks, chance) => (
  <>
    <rect y="560" width="1200" height="240" fill={ink} />
    {steps(3).map(row => {
      const sag = 150 + chance(60)
      return (
        <g key={row}>
          <path
            d={`M-20 ${40 + row * 130}Q600 ${40 + row * 130 + sag * 2} 1220 ${40 + row * 130}`}
            fill="none"
            stroke={ink}
            strokeWidth="10"
          />
          {steps(7).map(lamp => {
            const way = (lamp + 0.5) / 7
            const y = 40 + row * 130 + 4 * sag * way * (1 - way)
            return <circle key={lamp} cx={way * 1200} cy={y + 34} r="46" fill={inks[(lamp + row) % inks.length]} />
          })}
        </g>
      )
    })}
  </>
)

/** A round table from above, and who sits around it. */
const meetup: Motif = (inks, chance) => {
  const turn = chance(45)
  return (
    <>
      {steps(8).map(seat => {
        const angle = ((turn + seat * 45) * Math.PI) / 180
        return (
          <circle
            key={seat}
            cx={Math.round(600 + 300 * Math.cos(angle))}
            cy={Math.round(400 + 300 * Math.sin(angle))}
            r="84"
            fill={inks[seat % inks.length]}
          />
        )
      })}
      <circle cx="600" cy="400" r="205" fill={ink} />
      <circle cx="600" cy="400" r="160" fill={paper} />
    </>
  )
}

/** Anything else that is on: bunting across the room. */
const other: Motif = (inks, chance) => (
  <>
    {steps(3).map(row => {
      const shift = chance(150)
      return (
        <g key={row}>
          <rect y={70 + row * 250} width="1200" height="12" fill={ink} />
          {steps(9).map(flag => {
            const x = flag * 150 - shift
            return (
              <path key={flag} d={`M${x} ${82 + row * 250}h140l-70 150z`} fill={inks[(flag + row) % inks.length]} />
            )
          })}
        </g>
      )
    })}
  </>
)

// One drawing for each kind of what is on in the house, and for nothing else.
addMotifs({ workshop, talk, social, meetup, other })

/** What the poster of an event without a picture is drawn by: its kind is known at a glance, itself by a second one. */
export const posterOf = ({ eventType, id }: { eventType: string; id: string }) => `${eventType} ${id}`
