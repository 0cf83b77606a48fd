import { Alert, Button, type ButtonProps, Loader } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { stayingBar } from '#ui/staying-bar.ts'
import classes from './form.module.css'
import type { SchemaForm } from './schema-form.ts'

export { type Field, type SchemaForm, useSchemaForm } from './schema-form.ts'

/**
 * The form's frame: what came back from a draft, the fields, the refusal that belongs to no field, the actions. Fields
 * side by side go into `<Row>`.
 */
export function Form<V extends object>(props: {
  of: SchemaForm<V>
  /** below the fields; none when the fields hold them in a place of their own */
  actions?: ReactNode
  label?: string
  /** the specified heading of a refusal, such as "Failed to change password" */
  failed?: string
  /** longer than a window: what follows the fields stays in sight */
  isLong?: boolean
  /** a press has brought it: its first field takes the focus, and the whole comes into view as far as it fits */
  isOpened?: true
  children: ReactNode
}) {
  const { of: form } = props
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!props.isOpened) return
    place.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [props.isOpened])
  const hasFoot = form.problem !== undefined || (props.actions !== undefined && props.actions !== null)
  return (
    <form
      ref={place}
      noValidate
      onSubmit={form.onSubmit}
      className={classes.form}
      aria-label={props.label}
      data-column={props.actions !== undefined}
    >
      {form.isRestored ? (
        <p className={classes.restored} role="status">
          We kept what you had typed.{' '}
          <button type="button" onClick={form.startAgain}>
            Start again
          </button>
        </p>
      ) : null}
      {props.children}
      {hasFoot ? (
        <div ref={props.isLong ? stayingBar : undefined} className={classes.foot} data-stays={props.isLong ?? false}>
          {form.problem ? (
            <Alert color="red" variant="light" role="alert" title={props.failed} className={classes.problem}>
              {form.problem.message}
              {form.problem.reference ? <p>Reference {form.problem.reference}</p> : null}
            </Alert>
          ) : null}
          {props.actions ? <div className={classes.actions}>{props.actions}</div> : null}
        </div>
      ) : null}
    </form>
  )
}

/** Fields side by side where there is room. */
export function Row(props: { children: ReactNode }) {
  return <div className={classes.row}>{props.children}</div>
}

/** Fields that belong together, under one legend. */
export function Group(props: { legend: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{props.legend}</legend>
      {props.hint ? <p className={classes.hint}>{props.hint}</p> : null}
      {props.children}
    </fieldset>
  )
}

/**
 * The one primary action of a form. While sending it says so, keeps its place and its focus, and does nothing when
 * pressed again.
 */
export function Submit<V extends object>(
  props: { of: SchemaForm<V>; busy?: ReactNode; children: ReactNode } & Pick<
    ButtonProps,
    'color' | 'fullWidth' | 'size' | 'variant'
  >,
) {
  const { of: form, busy, children, ...look } = props
  return (
    <>
      <Button
        type="submit"
        {...look}
        aria-disabled={form.isSubmitting}
        leftSection={form.isSubmitting ? <Loader size={16} color="currentColor" aria-hidden /> : null}
      >
        {form.isSubmitting ? (busy ?? children) : children}
      </Button>
      <span role="status" className="visually-hidden">
        {form.isSubmitting ? 'Sending' : ''}
      </span>
    </>
  )
}
