import type { ReactNode } from 'react'
import classes from './states.module.css'

// Plain elements throughout: the visitors' first page draws these before the component library is there.
export { Empty } from './empty.tsx'

/** A failure in its place: the specified text, a retry, and the reference to quote when there is one. */
export function Failed(props: {
  text: ReactNode
  detail?: ReactNode
  reference?: string
  onRetry?: () => void
  isRetrying?: boolean
}) {
  return (
    <div className={classes.state} data-kind="failed" role="alert">
      <p className={classes.what}>{props.text}</p>
      {props.detail ? <p className={classes.why}>{props.detail}</p> : null}
      {props.reference ? <p className={classes.why}>Reference {props.reference}</p> : null}
      {props.onRetry ? (
        <div className={classes.next}>
          <Retry onRetry={props.onRetry} isRetrying={props.isRetrying ?? false} />
        </div>
      ) : null}
    </div>
  )
}

/** Nothing saved to show and no connection. */
export function Offline(props: { onRetry?: () => void }) {
  return (
    <div className={classes.state} data-kind="offline" role="status">
      <p className={classes.what}>You’re offline</p>
      <p className={classes.why}>This page needs a connection. It will load as soon as you’re back.</p>
      {props.onRetry ? (
        <div className={classes.next}>
          <Retry onRetry={props.onRetry} isRetrying={false} />
        </div>
      ) : null}
    </div>
  )
}

/**
 * Says that something is on its way, once, and shows grey shapes of what will stand there. Pass the shapes that the real
 * layout has, so that nothing jumps.
 */
export function Loading(props: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={classes.loading}>
      <span className="visually-hidden">{props.label ?? 'Loading'}</span>
      <div aria-hidden="true">{props.children}</div>
    </div>
  )
}

/** Lines of text. */
export function LoadingText(props: { lines?: number }) {
  return (
    <Loading>
      {widths.slice(0, props.lines ?? 3).map(width => (
        <Shape key={width} width={`${width}%`} after={14} />
      ))}
    </Loading>
  )
}

/** Rows of a list or table. */
export function LoadingRows(props: { rows?: number; height?: number }) {
  return (
    <Loading>
      {Array.from({ length: props.rows ?? 6 }, (_, row) => row).map(row => (
        <div key={row} className={classes.row} style={{ height: props.height ?? 56 }}>
          <Shape width={`${widths[row % widths.length]! / 3}%`} />
          <Shape width="18%" />
          <Shape width="10%" />
        </div>
      ))}
    </Loading>
  )
}

/** A grid of tiles with a picture on top. */
export function LoadingTiles(props: { tiles?: number; pictureHeight?: number }) {
  return (
    <Loading>
      <div className={classes.tiles}>
        {Array.from({ length: props.tiles ?? 3 }, (_, tile) => tile).map(tile => (
          <div key={tile}>
            <Shape width="100%" height={props.pictureHeight ?? 180} after={14} />
            <Shape width="70%" height={18} after={10} />
            <Shape width="45%" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** One grey shape where something will stand; inside `Loading`. Sizes in px unless they are text. */
export function Shape(props: { width: number | string; height?: number; after?: number }) {
  return (
    <div
      className={classes.shape}
      style={{ width: props.width, height: props.height ?? 14, marginBottom: props.after ?? 0 }}
    />
  )
}

function Retry(props: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <button
      type="button"
      className={classes.retry}
      aria-disabled={props.isRetrying}
      onClick={() => {
        if (!props.isRetrying) props.onRetry()
      }}
    >
      {props.isRetrying ? 'Trying again…' : 'Try again'}
    </button>
  )
}

const widths = [92, 81, 97, 74, 88, 63, 95, 70]
