import { Button } from '@mantine/core'
import { IconDownload, IconMaximize } from '@tabler/icons-react'
import { create, toCanvas } from 'qrcode'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import classes from './qr.module.css'

/**
 * A code to be scanned, drawn sharp at any size, always black on white with its quiet edge: scanners want that in dark
 * rooms too. `letters`, right below it, are read out where it cannot be scanned. `download` is the file's name without ending;
 * with it the code can be saved as a PNG, with `lines` below it. `onFull` shows it over everything, in a `FullCode`. On a
 * phone it stands in the middle, and is never higher than leaves the head of the page above it in sight.
 */
export function Qr(props: {
  value: string
  label: string
  size?: number
  letters?: string
  download?: string
  lines?: string[]
  onFull?: () => void
}) {
  const { value, label, size = 400, letters, download, lines = [], onFull } = props
  const { path, edge } = useMemo(() => drawing(value), [value])
  const save = async () => {
    const link = document.createElement('a')
    link.href = (await pictureOf(value, lines)).toDataURL()
    link.download = `${download}.png`
    link.click()
  }
  return (
    <div className={classes.qr} style={{ '--edge': `${size}px` } as CSSProperties}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${edge} ${edge}`}
        shapeRendering="crispEdges"
        className={classes.code}
      >
        <rect width={edge} height={edge} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      {letters ? <strong className={classes.letters}>{letters}</strong> : null}
      {onFull ? (
        <Button fullWidth mb="xs" leftSection={<IconMaximize size={18} aria-hidden />} onClick={onFull}>
          Full screen
        </Button>
      ) : null}
      {download === undefined ? null : (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void save()}
        >
          Download
        </Button>
      )}
    </div>
  )
}

/** The frame of a code that is not there yet, no larger than what it says: when it comes. */
export const NoCodeYet = ({ children }: { children: ReactNode }) => <p className={classes.empty}>{children}</p>

/** The code on white, 1024 pixels wide, with these lines in its middle below. */
async function pictureOf(value: string, lines: string[]): Promise<HTMLCanvasElement> {
  const [width, line] = [1024, 76]
  const code = document.createElement('canvas')
  await toCanvas(code, value, { errorCorrectionLevel: 'M', width, margin: 4 })
  const sheet = document.createElement('canvas')
  sheet.width = width
  sheet.height = code.height + lines.length * line + (lines.length > 0 ? line / 2 : 0)
  const pen = sheet.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.drawImage(code, 0, 0)
  pen.fillStyle = '#000'
  pen.textAlign = 'center'
  pen.font = '600 52px sans-serif'
  for (const [index, text] of lines.entries())
    pen.fillText(text, width / 2, code.height + (index + 0.6) * line, width - 80)
  return sheet
}

/** One run of dark modules is one bar of the path. The quiet edge is four modules, as the standard asks. */
function drawing(value: string): { path: string; edge: number } {
  const { modules } = create(value, { errorCorrectionLevel: 'M' })
  const quiet = 4
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      const from = x
      while (x + 1 < modules.size && modules.get(y, x + 1)) x++
      path += `M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`
    }
  }
  return { path, edge: modules.size + 2 * quiet }
}
