import { Button } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraProblem } from './camera-problem.ts'
import classes from './code-camera.module.css'

/** Looks per second, and the edge of the square that is looked at, in CSS pixels (MKA-10). */
const framesPerSecond = 10
const boxEdge = 250
/** A code counts as gone, and may be handled again, once it was out of the box for so long. */
const forgetAfterMs = 3_000

/**
 * The camera with its scan box. Gives each QR code once, however long it is held in view (MKA-08). Stops with the screen
 * and while the window is hidden. When the camera cannot start it says `failed`, why and what helps, and takes little room.
 * `onState`: whether there is one, as far as is known.
 */
export function CodeCamera(props: {
  onCode: (code: string) => boolean
  failed: string
  onState: (isThere: boolean) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'running' | 'failed'>('starting')
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [light, setLight] = useState<MediaStreamTrack | null>(null)
  const isVisible = useDocumentVisibility() === 'visible'
  const seen = useRef({ code: '', at: 0 })
  const found = useEffectEvent((code: string) => {
    const { current: last } = seen
    const isNew = code !== last.code || Date.now() - last.at > forgetAfterMs
    // A code that cannot be taken yet is offered again with the next frame.
    if (isNew && !props.onCode(code)) return
    seen.current = { code, at: Date.now() }
  })

  const tell = useEffectEvent((isThere: boolean) => props.onState(isThere))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it anew
  useEffect(() => {
    const view = video.current
    if (!isVisible || !view) return
    const leaving = new AbortController()
    setState('starting')
    setLight(null)
    run(view, found, leaving.signal).then(
      camera => {
        setState('running')
        tell(true)
        setLight(camera && hasTorch(camera) ? camera : null)
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setProblem(cameraProblem(error instanceof Error ? error.name : ''))
        setState('failed')
        tell(false)
      },
    )
    return () => leaving.abort()
  }, [attempt, isVisible])

  return (
    <div className={classes.camera} data-state={state}>
      <video ref={video} muted playsInline aria-label="Camera" />
      <div className={classes.box} style={{ width: boxEdge, height: boxEdge }} aria-hidden />
      {light ? <Torch key={light.id} light={light} /> : null}
      {state === 'failed' ? (
        <div className={classes.notice} role="alert">
          <p>
            {props.failed} <small>{problem}</small>
          </p>
          <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      ) : null}
      {state === 'starting' ? <p className={classes.notice}>Starting the camera…</p> : null}
    </div>
  )
}

/** Lights the code where the camera has a lamp; it goes out with the camera. */
function Torch({ light }: { light: MediaStreamTrack }) {
  const [isLit, setLit] = useState(false)
  const turn = async () => {
    const torch = !isLit
    await light.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
    setLit(torch)
  }
  return (
    <Button
      className={classes.torch ?? ''}
      variant="default"
      leftSection={isLit ? <IconBulb size={18} aria-hidden /> : <IconBulbOff size={18} aria-hidden />}
      aria-pressed={isLit}
      // A lamp that is in use elsewhere stays as it is.
      onClick={() => void turn().catch(() => undefined)}
    >
      Torch
    </Button>
  )
}

/** Phones have one, most desks do not; the DOM types know of neither. */
const hasTorch = (camera: MediaStreamTrack) =>
  (camera.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true

/** Shows the camera in `view` and looks for codes until `leaving`; gives its track. Rejects when it cannot start. */
async function run(
  view: HTMLVideoElement,
  found: (code: string) => void,
  leaving: AbortSignal,
): Promise<MediaStreamTrack | undefined> {
  // Both at once; a camera whose decoder does not come is let go again.
  const camera = navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const letGo = async () => {
    for (const track of (await camera).getTracks()) track.stop()
  }
  const letGoQuietly = () => void letGo().catch(() => undefined)
  leaving.addEventListener('abort', letGoQuietly)
  try {
    const [stream, detector] = await Promise.all([camera, openDetector()])
    leaving.throwIfAborted()
    view.srcObject = stream
    await view.play()
    lookAround(view, detector, found, leaving)
    return stream.getVideoTracks()[0]
  } catch (error) {
    letGoQuietly()
    throw error
  }
}

function lookAround(view: HTMLVideoElement, detector: Detector, found: (code: string) => void, leaving: AbortSignal) {
  const canvas = document.createElement('canvas')
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy || view.videoWidth === 0) return
    isBusy = true
    try {
      drawBox(view, canvas)
      const [code] = await detector.detect(canvas)
      if (code && !leaving.aborted) found(code.rawValue)
    } catch {
      // A frame that cannot be read; the next one comes at once.
    } finally {
      isBusy = false
    }
  }, 1000 / framesPerSecond)
  leaving.addEventListener('abort', () => {
    clearInterval(timer)
    view.srcObject = null
  })
}

/** Copies what lies under the scan box: the video covers its frame, its middle in the middle. */
function drawBox(view: HTMLVideoElement, canvas: HTMLCanvasElement) {
  const scale = Math.max(view.clientWidth / view.videoWidth, view.clientHeight / view.videoHeight)
  const edge = Math.min(boxEdge / scale, view.videoWidth, view.videoHeight)
  canvas.width = canvas.height = Math.min(Math.round(edge), 600)
  const [left, top] = [(view.videoWidth - edge) / 2, (view.videoHeight - edge) / 2]
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(view, left, top, edge, edge, 0, 0, canvas.width, canvas.height)
}

let detector: Promise<Detector> | undefined

/** Loaded once. Also called ahead, so that it is there offline. */
export function openDetector(): Promise<Detector> {
  detector ??= load().catch(error => {
    detector = undefined
    throw error
  })
  return detector
}

/** The browser's own decoder where it has one for QR codes, as phones do; else ours, in WebAssembly from our own files. */
async function load(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const formats = (await native?.getSupportedFormats().catch(() => [])) ?? []
  if (native && formats.includes('qr_code')) return new native({ formats: ['qr_code'] })
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return new BarcodeDetector({ formats: ['qr_code'] })
}

interface Detector {
  detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]>
}

// The DOM types do not know of it.
interface NativeDetector {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}
