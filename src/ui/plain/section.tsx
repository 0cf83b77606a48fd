import { type ReactNode, useId } from 'react'
import { HeadSlot } from './head-slot.ts'

/**
 * A part of a page under a rule, with its own heading. `aside` sets the heading in the margin on wide screens, as a
 * programme does; `aside={false}` keeps it above (tables). Its styles stand in section.css: the server draws it as well.
 */
export function Section(props: {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  aside?: boolean
  id?: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className="section" data-aside={props.aside ?? false} aria-labelledby={heading} id={props.id}>
      <div className="section-head">
        <div>
          <h2 className="section-title" id={heading}>
            {props.title}
          </h2>
          {props.lead ? <p className="section-lead">{props.lead}</p> : null}
        </div>
        {props.actions ? <div className="section-actions">{props.actions}</div> : null}
      </div>
      <div className="section-body">
        {/* A list in a part of the page is not the page's list. */}
        <HeadSlot value={null}>{props.children}</HeadSlot>
      </div>
    </section>
  )
}
