import { answerWithin } from '#features/home/pages/inputs.ts'

/** TOUR-10 */
const steps = [
  ['Submit', 'Write what you plan, when, and for how many people.'],
  ['Committee review', 'Members of the committee read it and ask where something is unclear.'],
  [`Decision ${answerWithin}`, 'You hear from us either way, with the price and the day.'],
  ['Host', 'The hall is yours: a stage, 180 seats and a bar. We help you set it up.'],
]

/** How the hall is had, in four steps; drawn by the server as well. */
export const HallSteps = ({ className }: { className?: string }) => (
  <ol className={className}>
    {steps.map(([title, words]) => (
      <li key={title}>
        <h3>{title}</h3>
        <p>{words}</p>
      </li>
    ))}
  </ol>
)
