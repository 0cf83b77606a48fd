import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addDays, windowOf } from '#platform/dates.ts'
import { formatCount, formatDate, formatExact } from '#platform/words.ts'
import classes from './day-strip.module.css'

export interface DayOffer {
  /** `YYYY-MM-DD` */
  on: string
  isOpen: boolean
  /** what is left: times, unless the strip says of what */
  free: number
  /** some are left, and none of them for this person */
  isLimited?: boolean
  /** more about it: `card only` */
  note?: string
}

interface Words {
  unit: string
  closed: string
  mark?: string
}

/**
 * Days side by side with what is free on each, from `from` on, as one group of radio buttons. Arrow keys go on past either
 * edge: whoever shows the strip moves `from`, and the focus goes along. The days stand there before anything is known of
 * them, so nothing moves when it comes. On a phone they are shown week by week: what is chosen next stands right below.
 */
export function DayStrip(props: {
  legend: string
  /** one of what is left on a day, and what a day is called that never had any; `time` and `closed` unless told. `mark` is said for short. */
  words?: Words
  from: string
  /** how many days at a time */
  count: number
  /** what is known of them so far; null where days are only chosen */
  days: readonly DayOffer[] | undefined | null
  min: string
  max: string
  value: string | null
  onChange: (on: string) => void
  /** other days are to be shown */
  onFrom: (from: string) => void
  error?: string | undefined
  'data-path'?: string
}) {
  const { from, count, min, max, value, words = ofTimes } = props
  const name = useId()
  const errorId = useId()
  const group = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(false)
  useEffect(() => {
    if (!isFollowed.current || value === null) return
    isFollowed.current = false
    group.current?.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.focus()
  }, [value])
  const beyond = addDays(from, count)
  // Looked at with each drawing: nobody turns a phone without touching the page next.
  const isNarrow = window.matchMedia('(max-width: 480px)').matches
  const step = isNarrow ? Math.min(count, 7) : count
  const [week, setWeek] = useState<{ of: string | null; from: string }>({ of: null, from })
  // The week of the day that was chosen, until somebody looks further.
  const first = week.of !== value && value !== null ? windowOf(from, value, step) : week.from
  const begins = step === count || first < from || first >= beyond ? from : first
  const shown = Array.from({ length: step }, (_, ahead) => addDays(begins, ahead)).filter(
    on => on < beyond && on <= max,
  )
  const last = shown.at(-1) ?? begins
  const show = (on: string) => {
    setWeek({ of: value, from: on })
    if (on < from) props.onFrom(laterOf(min, addDays(from, -count)))
    else if (on >= beyond) props.onFrom(beyond)
  }
  const move = (event: KeyboardEvent<HTMLInputElement>, on: string) => {
    const ahead = { ArrowRight: 1, ArrowDown: 7, ArrowLeft: -1, ArrowUp: -7 }[event.key]
    if (ahead === undefined) return
    event.preventDefault()
    const next = addDays(on, ahead)
    if (next < min || next > max) return
    isFollowed.current = true
    if (next >= beyond) props.onFrom(beyond)
    else if (next < from) props.onFrom(laterOf(min, addDays(from, -count)))
    props.onChange(next)
  }
  return (
    <fieldset className={classes.strip} aria-describedby={props.error ? errorId : undefined}>
      <legend className={classes.legend}>{props.legend}</legend>
      <div className={classes.head}>
        <span>
          {formatDate(begins)} to {formatDate(last)}
        </span>
        <button
          type="button"
          aria-label="Earlier days"
          aria-disabled={begins <= min}
          onClick={() => begins > min && show(laterOf(min, addDays(begins, -step)))}
        >
          <IconChevronLeft size={20} aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Later days"
          aria-disabled={last >= max}
          onClick={() => last < max && show(addDays(begins, step))}
        >
          <IconChevronRight size={20} aria-hidden />
        </button>
      </div>
      {props.error ? (
        <p className={classes.error} id={errorId} role="alert">
          {props.error}
        </p>
      ) : null}
      <div className={classes.days} ref={group} data-path={props['data-path']}>
        {shown.map(on => {
          const offer = props.days?.find(day => day.on === on)
          const isFull = offer !== undefined && offer.free === 0
          return (
            <label key={on} className={classes.day} data-full={isFull}>
              <input
                type="radio"
                name={name}
                value={on}
                checked={value === on}
                aria-label={[formatExact(on), offer && wordsOf(offer, words), offer?.note].filter(Boolean).join(', ')}
                aria-invalid={props.error ? true : undefined}
                onKeyDown={event => move(event, on)}
                onChange={() => props.onChange(on)}
              />
              <span className={classes.weekday}>{formatDate(on).split(' ')[0]}</span>
              <span className={classes.number}>{Number(on.slice(8))}</span>
              {props.days === null ? null : (
                <span className={classes.free}>
                  {offer === undefined
                    ? ' '
                    : !offer.isOpen
                      ? (words.mark ?? words.closed)
                      : offer.isLimited
                        ? 'limit'
                        : isFull
                          ? 'full'
                          : `${offer.free} free`}
                </span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

const ofTimes: Words = { unit: 'time', closed: 'closed' }

const wordsOf = ({ isOpen, isLimited, free }: DayOffer, { unit, closed }: Words) =>
  !isOpen ? closed : isLimited ? 'none for you' : free === 0 ? 'fully booked' : `${formatCount(free, unit)} free`

const laterOf = (one: string, other: string) => (one > other ? one : other)
