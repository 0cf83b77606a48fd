import type { Problem } from '#platform/problem.ts'
import { type CropShape, cropRatios } from './inputs.ts'

interface View {
  focusLeft: number
  focusTop: number
  cropShape: CropShape
  cropPercent: number
}
interface Size {
  width: number
  height: number
}
export type Area = Size & { left: number; top: number }

/** The part of a picture that its crop shows, in pixels: the largest of its shape, or nearer, as much around the focal point as there is. */
export function areaOf(view: View, whole: Size): Area {
  const ratio = cropRatios[view.cropShape] ?? whole.width / whole.height
  const share = view.cropPercent / 100
  const width = within(Math.round(Math.min(whole.width, whole.height * ratio) * share), 1, whole.width)
  const height = within(Math.round(width / ratio), 1, whole.height)
  const start = (percent: number, all: number, part: number) =>
    Math.round(within((percent / 100) * all - part / 2, 0, all - part))
  return {
    left: start(view.focusLeft, whole.width, width),
    top: start(view.focusTop, whole.height, height),
    width,
    height,
  }
}

/** The focal point in percent of what the crop shows. */
export function focusWithin(view: View, whole: Size): readonly [left: number, top: number] {
  const area = areaOf(view, whole)
  const place = (percent: number, all: number, start: number, part: number) =>
    Math.round(within((((percent / 100) * all - start) / part) * 100, 0, 100))
  return [
    place(view.focusLeft, whole.width, area.left, area.width),
    place(view.focusTop, whole.height, area.top, area.height),
  ]
}

/** Whether another crop, or a focal point that moves it, makes another picture. */
export const isCutAnew = (before: View, after: View, whole: Size) =>
  JSON.stringify(areaOf(before, whole)) !== JSON.stringify(areaOf(after, whole))

export const whyNot = {
  /** Nobody takes a picture away from where they were not told that it is shown (CNT-47). */
  remove: (usedOn: readonly string[], known: readonly string[]): Problem | null => {
    const news = usedOn.filter(words => !known.includes(words))
    return news.length === 0
      ? null
      : { code: 'IN_USE', message: `It is shown here as well by now: ${news.join(', ')}. Look at it again.` }
  },
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
