import { useId } from 'react'
import { type Choice, stateOf } from '../rules.ts'
import classes from './options.module.css'
import type { Product } from './product-words.ts'

/**
 * What a product can be had in, one group of choices for each option. What does not go with the rest stays in its place and
 * says so: it can be chosen, and then the rest is (SHOP-05).
 */
export function Options(props: { product: Product; choice: Choice; onChoose: (choice: Choice) => void }) {
  const { product, choice, onChoose } = props
  const group = useId()
  return product.options.map(({ name, values }) => (
    <fieldset key={name} className={classes.option}>
      <legend>{name}</legend>
      <div className={classes.values}>
        {values.map(value => {
          const state = stateOf(product.variants, choice, name, value)
          return (
            <label key={value} className={classes.value} data-state={state}>
              <input
                type="radio"
                name={`${group}${name}`}
                checked={choice[name] === value}
                onChange={() => onChoose({ ...choice, [name]: value })}
              />
              <span>
                {value}
                {state === 'there' ? null : <small>{stateWords[state]}</small>}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  ))
}

const stateWords = { soldOut: 'sold out', notMade: 'not made' }
