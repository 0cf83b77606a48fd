import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Steps } from '#ui/steps.tsx'
import { Form, Submit } from './form.tsx'
import type { StepForm } from './step-form.ts'
import classes from './step-frame.module.css'

/**
 * The frame of a form in steps: where one is, the open step under its title, the way back and on. `children` draws a step by
 * its name. A step that was open once stays drawn, hidden, so that a file goes on being sent from it.
 */
export function StepFrame<V extends object>(props: {
  of: StepForm<V>
  label: string
  /** of the title of a step */
  heading?: 'h2' | 'h3'
  /** the words of the button that sends all of it, and while it does */
  send: string
  sending: string
  /** beside the buttons of every step */
  actions?: ReactNode
  children: (name: string) => ReactNode
}) {
  const { of: form, heading: Heading = 'h2' } = props
  const { steps, at } = form
  const open = steps[at]!
  const frame = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const seen = useRef(new Set<string>())
  seen.current.add(open.name)
  const last = useRef(open.name)
  useEffect(() => {
    if (last.current === open.name) return
    last.current = open.name
    if (!form.isSettled) return
    // Keyboards and screen readers begin at the top of the new step.
    title.current?.focus({ preventScroll: true })
    frame.current?.scrollIntoView()
  }, [open.name, form.isSettled])
  return (
    <Form
      of={form}
      label={props.label}
      actions={
        <>
          <Submit of={form} busy={props.sending}>
            {form.isLast ? props.send : 'Continue'}
          </Submit>
          {at > 0 ? (
            <Button variant="default" onClick={form.back}>
              Back
            </Button>
          ) : null}
          {props.actions}
        </>
      }
    >
      <div ref={frame} className={classes.frame}>
        <Steps
          label={props.label}
          isLine
          steps={steps.map((step, index) => ({
            label: step.title,
            state: index === at ? 'now' : index < at ? 'done' : 'next',
          }))}
        />
        <Heading ref={title} tabIndex={-1} className={classes.title}>
          <span className={classes.place}>
            Step {at + 1} of {steps.length}
            <span className="visually-hidden">:</span>
          </span>{' '}
          {open.title}
        </Heading>
      </div>
      {steps.map(({ name }) =>
        seen.current.has(name) ? (
          <div key={name} hidden={name !== open.name} className={classes.step}>
            {props.children(name)}
          </div>
        ) : null,
      )}
    </Form>
  )
}
