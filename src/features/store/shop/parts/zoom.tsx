import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '#platform/words.ts'
import { Dialog } from '#ui/dialog.tsx'
import classes from './zoom.module.css'

interface ZoomImage {
  url: string
  name: string
}

/** How large a picture is drawn, times what fits the window. */
const most = 4
const step = 1

/**
 * A picture over the whole window: larger and smaller by a press on it, by its buttons or by + and −, moved with a finger, the
 * wheel or the arrow keys, which turn to the next one while it is whole.
 */
export function Zoom(props: {
  title: string
  images: readonly ZoomImage[]
  at: number
  onAt: (at: number) => void
  onClose: () => void
}) {
  const { images, at, onAt } = props
  const [scale, setScale] = useState(1)
  const stage = useRef<HTMLElement>(null)
  /** The point of the picture that stays where it is, in parts of its width and height. */
  const point = useRef({ x: 0.5, y: 0.5 })
  const shown = images[at]!
  const last = images.length - 1
  const zoomTo = (next: number, to = { x: 0.5, y: 0.5 }) => {
    point.current = to
    setScale(Math.min(most, Math.max(1, next)))
  }
  const go = (by: number) => {
    const next = Math.min(last, Math.max(0, at + by))
    if (next === at) return
    setScale(1)
    onAt(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage moves when what it shows has another size
  useLayoutEffect(() => {
    const { current: box } = stage
    if (!box) return
    box.scrollLeft = point.current.x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = point.current.y * box.scrollHeight - box.clientHeight / 2
  }, [scale])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === '+' || key === '=') zoomTo(scale + step)
    else if (key === '-') zoomTo(scale - step)
    else if (key === '0') zoomTo(1)
    else if (scale === 1 && key === 'ArrowRight') go(1)
    else if (scale === 1 && key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  }
  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    // A press by a key has no place.
    const isPlaced = event.detail > 0
    zoomTo(
      scale === 1 ? 2.5 : 1,
      isPlaced ? { x: (event.clientX - left) / width, y: (event.clientY - top) / height } : undefined,
    )
  }
  return (
    <Dialog title={props.title} onClose={props.onClose} isFullScreen>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside of it arrive here */}
      <div className={classes.frame} onKeyDown={onKeyDown}>
        <section ref={stage} className={classes.stage} aria-label="The picture, enlarged">
          <button
            type="button"
            className={classes.picture}
            data-scaled={scale > 1}
            data-autofocus
            style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
            aria-label={scale === 1 ? `Enlarge: ${shown.name}` : `Show it whole: ${shown.name}`}
            onClick={onPress}
          >
            <img src={shown.url} alt={shown.name} draggable={false} />
          </button>
        </section>
        <div className={classes.tools}>
          {last > 0 ? (
            <ActionIcon variant="default" aria-label="Picture before" disabled={at === 0} onClick={() => go(-1)}>
              <IconChevronLeft aria-hidden />
            </ActionIcon>
          ) : null}
          <ActionIcon
            variant="default"
            aria-label="Zoom out"
            disabled={scale === 1}
            onClick={() => zoomTo(scale - step)}
          >
            <IconZoomOut aria-hidden />
          </ActionIcon>
          <span className={classes.scale} role="status">{`${formatNumber(scale * 100)} %`}</span>
          <ActionIcon
            variant="default"
            aria-label="Zoom in"
            disabled={scale === most}
            onClick={() => zoomTo(scale + step)}
          >
            <IconZoomIn aria-hidden />
          </ActionIcon>
          {last > 0 ? (
            <ActionIcon variant="default" aria-label="Next picture" disabled={at === last} onClick={() => go(1)}>
              <IconChevronRight aria-hidden />
            </ActionIcon>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
