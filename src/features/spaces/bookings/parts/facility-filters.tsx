import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatCount } from '#platform/words.ts'
import { Fold, filterWords } from '#ui/plain/fold.tsx'
import { crowds, type FacilityFilter, featuresIn, featuresOf, withFeature } from './facility-filter.ts'
import classes from './facility-filters.module.css'

/** From when, for how many, and with what: what is chosen stands in the address. */
export function FacilityFilters({
  filter,
  onFilter,
  rows,
  hours,
  found,
}: {
  filter: FacilityFilter
  onFilter: (filter: FacilityFilter) => void
  rows: readonly { people: number; features: readonly string[] }[]
  hours: readonly string[]
  /** So many facilities are what is wanted. */
  found: number
}) {
  const chosen = featuresIn(filter)
  const [isUnfolded, setUnfolded] = useState(chosen.length > 0)
  const unfold = useRef<HTMLButtonElement>(null)
  const foldAgain = ({ key }: KeyboardEvent) => {
    // With one of them chosen they stand open, and have no button.
    if (key !== 'Escape' || !isUnfolded || !unfold.current) return
    setUnfolded(false)
    unfold.current.focus()
  }
  const active = [filter.from, filter.people].filter(Boolean).length + chosen.length
  return (
    <div className={classes.filters}>
      <Fold label={filterWords(active)}>
        <Choice
          label="From"
          any="Any time"
          value={filter.from}
          options={hours.map(hour => [hour, hour])}
          onChange={from => onFilter({ ...filter, from })}
        />
        <Choice
          label="For"
          any="Any number"
          value={filter.people === undefined ? undefined : String(filter.people)}
          options={crowds(rows).map(count => [String(count), formatCount(count, 'person', 'people')])}
          onChange={people => onFilter({ ...filter, people: people === undefined ? undefined : Number(people) })}
        />
        {chosen.length > 0 ? null : (
          <button
            ref={unfold}
            type="button"
            className={classes.unfold}
            aria-expanded={isUnfolded}
            onKeyDown={foldAgain}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            More filters
          </button>
        )}
        <fieldset className={classes.features} data-open={isUnfolded || chosen.length > 0} onKeyDown={foldAgain}>
          <legend>With</legend>
          {featuresOf(rows).map(feature => (
            <label key={feature}>
              <input
                type="checkbox"
                checked={chosen.includes(feature)}
                onChange={event => {
                  // Whoever takes the last one away goes on choosing.
                  setUnfolded(true)
                  onFilter(withFeature(filter, feature, event.currentTarget.checked))
                }}
              />
              <span>{feature}</span>
            </label>
          ))}
        </fieldset>
      </Fold>
      <p role="status" className={classes.found}>
        {active === 0 ? null : (
          <>
            {found} of {formatCount(rows.length, 'space')}{' '}
            <button type="button" onClick={() => onFilter(filter.on ? { on: filter.on } : {})}>
              Show all
            </button>
          </>
        )}
      </p>
    </div>
  )
}

function Choice(props: {
  label: string
  any: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange: (value: string | undefined) => void
}) {
  const id = useId()
  // What the address asks for is there to be seen, also where it is none of those that are offered.
  const isOther = props.value !== undefined && !props.options.some(([value]) => value === props.value)
  return (
    <p className={classes.choice}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value ?? ''}
        onChange={event => props.onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{props.any}</option>
        {isOther ? <option value={props.value}>{props.value}</option> : null}
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </p>
  )
}
