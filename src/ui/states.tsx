import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import classes from './states.module.css'

/** The house's empty shelf: what would be here, and the one next step. */
export function Empty(props: { what: ReactNode; why?: ReactNode; next?: ReactNode }) {
  return (
    <div className={classes.state} data-kind="empty">
      <p className={classes.what}>{props.what}</p>
      {props.why ? <p className={classes.why}>{props.why}</p> : null}
      {props.next ? <div className={classes.next}>{props.next}</div> : null}
    </div>
  )
}

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
          <Button variant="default" onClick={props.onRetry} loading={props.isRetrying ?? false}>
            Try again
          </Button>
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
          <Button variant="default" onClick={props.onRetry}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Whether the browser believes it has a connection; re-renders when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
}

function listen(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
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
        <Skeleton key={width} height={14} width={`${width}%`} mb={14} radius="xs" />
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
          <Skeleton height={14} width={`${widths[row % widths.length]! / 3}%`} radius="xs" />
          <Skeleton height={14} width="18%" radius="xs" />
          <Skeleton height={14} width="10%" radius="xs" />
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
            <Skeleton height={props.pictureHeight ?? 180} radius="xs" mb={14} />
            <Skeleton height={18} width="70%" radius="xs" mb={10} />
            <Skeleton height={14} width="45%" radius="xs" />
          </div>
        ))}
      </div>
    </Loading>
  )
}

const widths = [92, 81, 97, 74, 88, 63, 95, 70]
