import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useRef, useState } from 'react'
import { Picture } from '#ui/plain/picture.tsx'
import classes from './gallery.module.css'
import type { Product } from './product-words.ts'
import { storePicture } from './store-picture.ts'

const Zoom = lazy(async () => ({ default: (await import('./zoom.tsx')).Zoom }))

/** How far a finger goes, in px, when it pushes a picture aside. */
const swipePx = 40

/**
 * The pictures of a product: one large, the others below it, by arrow keys or pushed aside with a finger; a press on the large
 * one opens it over the whole window (SHOP-05).
 */
export function ProductGallery({ product }: { product: Product }) {
  const { images, title, handle } = product
  const [at, setAt] = useState(0)
  const [isZoomed, setZoomed] = useState(false)
  const began = useRef<number | null>(null)
  const wasSwiped = useRef(false)
  const last = images.length - 1
  const go = (step: number) => setAt(now => Math.min(last, Math.max(0, now + step)))
  const shown = images[Math.min(at, last)]
  if (!shown)
    return <Picture of={null} seed={handle} alt="" sizes="50vw" ratio="square" className={classes.alone ?? ''} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  }
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const moved = began.current === null ? 0 : clientX - began.current
    began.current = null
    wasSwiped.current = Math.abs(moved) > swipePx
    if (wasSwiped.current) go(moved < 0 ? 1 : -1)
  }
  const nameOf = (image: (typeof images)[number], index: number) =>
    image.alt || (images.length > 1 ? `${title}, picture ${index + 1} of ${images.length}` : title)
  return (
    <div className={classes.gallery}>
      <div className={classes.stage}>
        <button
          type="button"
          className={classes.main}
          aria-label={`Zoom in: ${nameOf(shown, at)}`}
          aria-haspopup="dialog"
          onKeyDown={onKeyDown}
          onPointerDown={({ clientX }) => {
            began.current = clientX
          }}
          onPointerUp={onPointerUp}
          onClick={() => {
            if (!wasSwiped.current) setZoomed(true)
            wasSwiped.current = false
          }}
        >
          <Picture
            of={storePicture(shown)}
            seed={handle}
            alt={nameOf(shown, at)}
            sizes="(min-width: 62em) 42rem, 100vw"
            ratio="square"
            urgent
          />
          <span className={classes.hint} aria-hidden>
            <IconZoomIn size={20} />
          </span>
        </button>
        {last > 0 ? (
          <>
            <ActionIcon
              className={classes.turn}
              data-to="before"
              variant="default"
              aria-label="Picture before"
              disabled={at === 0}
              onClick={() => go(-1)}
            >
              <IconChevronLeft aria-hidden />
            </ActionIcon>
            <ActionIcon
              className={classes.turn}
              data-to="next"
              variant="default"
              aria-label="Next picture"
              disabled={at === last}
              onClick={() => go(1)}
            >
              <IconChevronRight aria-hidden />
            </ActionIcon>
          </>
        ) : null}
      </div>
      {last > 0 ? (
        <ul className={classes.thumbs}>
          {images.map((image, index) => (
            <li key={image.url}>
              <button
                type="button"
                aria-label={`Show ${nameOf(image, index)}`}
                aria-current={index === at}
                onClick={() => setAt(index)}
              >
                <Picture of={storePicture(image)} seed={handle} alt="" sizes="5rem" ratio="square" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isZoomed ? (
        <Suspense>
          <Zoom
            title={title}
            images={images.map((image, index) => ({ ...image, name: nameOf(image, index) }))}
            at={at}
            onAt={setAt}
            onClose={() => setZoomed(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
