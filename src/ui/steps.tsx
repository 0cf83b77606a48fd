import { Progress } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/words.ts'
import classes from './steps.module.css'

export interface Step {
  label: ReactNode
  state: 'done' | 'now' | 'next' | 'failed'
  detail?: ReactNode
}

/**
 * Where long work stands: its steps in order and, when the amount is known, how much of it is done. Announced politely
 * as steps change.
 */
export function Steps(props: {
  label: string
  steps: readonly Step[]
  done?: number
  of?: number
  /** `of 240 mails sent`: what is counted */
  unit?: string
  /**
   * Side by side in one line, as of a form whose steps are walked through. On a phone such a form itself says where one is, and
   * with `named` the line does.
   */
  isLine?: true | 'named'
}) {
  const { done, of, unit } = props
  const now = props.steps.find(step => step.state === 'now' || step.state === 'failed')
  return (
    <div className={classes.work}>
      {done !== undefined && of !== undefined && of > 0 ? (
        <>
          <Progress value={(100 * done) / of} aria-label={props.label} size={10} radius={0} transitionDuration={150} />
          <p className={classes.count}>
            {formatNumber(done)} of {formatNumber(of)} {unit}
          </p>
        </>
      ) : null}
      <ol className={classes.steps} data-line={props.isLine ?? false} aria-label={props.label}>
        {props.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the order
          <li key={index} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
            <span className={classes.mark}>
              {step.state === 'done' ? (
                <IconCheck size={16} aria-hidden />
              ) : step.state === 'failed' ? (
                <IconX size={16} aria-hidden />
              ) : (
                index + 1
              )}
            </span>
            <span>
              <span className={classes.label}>{step.label}</span>
              <span className="visually-hidden"> {stateWords[step.state]}</span>
              {step.detail ? <span className={classes.detail}>{step.detail}</span> : null}
            </span>
          </li>
        ))}
      </ol>
      {props.isLine === true ? null : (
        <p role="status" className="visually-hidden">
          {now ? <>Now: {now.label}</> : 'Finished'}
        </p>
      )}
    </div>
  )
}

const stateWords = { done: '(done)', now: '(in progress)', next: '(to come)', failed: '(failed)' }
