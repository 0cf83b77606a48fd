import { AnchorLink } from '#ui/link.tsx'
import { ObjectLink } from '#ui/object-link.tsx'
import type { ObjectFact } from '../inputs.ts'
import classes from './history.module.css'

/** What a person has, in words, or as lines of which each opens what it names, or leads to where it is settled. */
export function FactValue({ value }: Pick<ObjectFact, 'value'>) {
  if (typeof value === 'string' || value === null) return value
  return (
    <ul className={classes.things}>
      {value.map(thing =>
        'noun' in thing ? (
          <li key={thing.id}>
            <ObjectLink noun={thing.noun} id={thing.id}>
              {thing.title}
            </ObjectLink>
          </li>
        ) : (
          <li key={thing.search.open}>
            <AnchorLink to={thing.to} search={thing.search} inherit>
              {thing.title}
            </AnchorLink>
          </li>
        ),
      )}
    </ul>
  )
}
