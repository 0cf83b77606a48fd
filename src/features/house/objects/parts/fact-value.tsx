import { ObjectLink } from '#ui/object-link.tsx'
import type { ObjectFact } from '../inputs.ts'
import classes from './history.module.css'

/** What a person has, in words, or as lines of which each opens what it names. */
export function FactValue({ value }: Pick<ObjectFact, 'value'>) {
  if (typeof value === 'string' || value === null) return value
  return (
    <ul className={classes.things}>
      {value.map(({ noun, id, title }) => (
        <li key={id}>
          <ObjectLink noun={noun} id={id}>
            {title}
          </ObjectLink>
        </li>
      ))}
    </ul>
  )
}
