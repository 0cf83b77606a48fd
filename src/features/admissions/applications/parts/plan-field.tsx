import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { formatMoney, formatTokens } from '#platform/words.ts'
import type { Field } from '#ui/form/form.tsx'
import classes from './plan-field.module.css'

export interface FormTier {
  slug: string
  name: string
  description: string
  pricePence: number
  weeklyTokens: number
}

/** `£90 a month`, or `free`: what a tier costs, within a sentence. */
export const priceOf = ({ pricePence }: FormTier) => (pricePence > 0 ? `${formatMoney(pricePence)} a month` : 'free')

/**
 * The plan that somebody applies for: cards to choose from as one group of radio buttons, and once it is chosen that one
 * alone, with a way to change it.
 */
export function PlanField(props: {
  of: Field<string>
  tiers: readonly FormTier[]
  /** they came with a plan */
  isChosen: boolean
  /** the step that it is in is open; it is chosen when that is left */
  isOpen: boolean
  onChosen: () => void
}) {
  const { of, tiers, isOpen } = props
  const name = useId()
  const errorId = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [isChoosing, setChoosing] = useState(!props.isChosen)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (!isOpen) setChoosing(false)
  }, [isOpen])
  useEffect(() => {
    // The button that was pressed is gone.
    if (isPressed) group.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    setPressed(false)
  }, [isPressed])
  const chosen = tiers.find(({ slug }) => slug === of.value)
  return (
    <fieldset
      ref={group}
      className={classes.field}
      data-path={of['data-path']}
      aria-describedby={of.error ? errorId : undefined}
    >
      <legend>Membership</legend>
      {chosen && !isChoosing ? (
        <div className={classes.plan} data-chosen>
          <Plan tier={chosen} />
          <Button
            variant="default"
            className={classes.change}
            onClick={() => {
              setChoosing(true)
              setPressed(true)
            }}
          >
            Change<span className="visually-hidden"> membership</span>
          </Button>
        </div>
      ) : (
        <div className={classes.plans}>
          {tiers.map(tier => (
            <label key={tier.slug} className={classes.plan}>
              <input
                type="radio"
                name={name}
                value={tier.slug}
                checked={of.value === tier.slug}
                aria-invalid={of.error ? true : undefined}
                onChange={() => {
                  of.onChange(tier.slug)
                  props.onChosen()
                }}
              />
              <Plan tier={tier} />
            </label>
          ))}
        </div>
      )}
      {of.error ? (
        <p className={classes.error} id={errorId} role="alert">
          {of.error}
        </p>
      ) : null}
    </fieldset>
  )
}

function Plan({ tier }: { tier: FormTier }) {
  return (
    <span className={classes.words}>
      <span className={classes.head}>
        <strong className={classes.name}>{tier.name}</strong>{' '}
        <span className={classes.price}>{tier.pricePence > 0 ? priceOf(tier) : 'Free'}</span>
      </span>{' '}
      {tier.weeklyTokens > 0 ? <span>{formatTokens(tier.weeklyTokens)} a week</span> : null}{' '}
      <span className={classes.note}>{tier.description}</span>
    </span>
  )
}
