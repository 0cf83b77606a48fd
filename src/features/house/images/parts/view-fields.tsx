import { NumberInput, Slider } from '@mantine/core'
import type { KeyboardEvent, PointerEvent } from 'react'
import { SelectField } from '#ui/form/fields.tsx'
import { type Field, Group, Row, type SchemaForm } from '#ui/form/form.tsx'
import { type CropShape, cropShapes } from '../inputs.ts'
import { areaOf } from '../rules.ts'
import classes from './view-fields.module.css'

interface View {
  focusLeft?: number | undefined
  focusTop?: number | undefined
  cropShape?: CropShape | undefined
  cropPercent?: number | undefined
}

const shapeWords: Record<CropShape, string> = {
  whole: 'As it is',
  wide: 'Wide, 21:9',
  card: 'Card, 3:2',
  square: 'Square',
  tall: 'Tall, 2:3',
}

const moves: Record<string, [left: number, top: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The focal point and the crop of a picture: by pressing on it, by the arrow keys, or in numbers. `of` is its form, `src` the whole of it. */
export function ViewFields<V extends View>(props: {
  of: SchemaForm<V>
  src: string
  whole: { width: number; height: number }
}) {
  const { of, src, whole } = props
  const form = of as unknown as SchemaForm<View>
  const { focusLeft = 50, focusTop = 50, cropShape = 'whole', cropPercent = 100 } = form.values
  const area = areaOf({ focusLeft, focusTop, cropShape, cropPercent }, whole)
  const share = (part: number, all: number) => `${(part / all) * 100}%`
  const set = (left: number, top: number) => form.set({ focusLeft: bounded(left), focusTop: bounded(top) })
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    set(((event.clientX - box.left) / box.width) * 100, ((event.clientY - box.top) / box.height) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [left, top] = moves[event.key] ?? [0, 0]
    if (left === 0 && top === 0) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    set(focusLeft + left * step, focusTop + top * step)
  }
  return (
    <Group
      legend="What is shown"
      hint="Press on what must never be cut off. The arrow keys move the point, with Shift by ten."
    >
      <div
        className={classes.frame}
        style={{ aspectRatio: `${whole.width} / ${whole.height}` }}
        onPointerDown={onPointerDown}
        role="presentation"
      >
        <img src={src} alt="" draggable={false} />
        <span
          className={classes.area}
          style={{
            left: share(area.left, whole.width),
            top: share(area.top, whole.height),
            width: share(area.width, whole.width),
            height: share(area.height, whole.height),
          }}
        />
        <button
          type="button"
          className={classes.point}
          style={{ left: `${focusLeft}%`, top: `${focusTop}%` }}
          aria-label={`Focal point, ${focusLeft} from the left and ${focusTop} from the top`}
          onKeyDown={onKeyDown}
        />
      </div>
      <Row>
        <PercentField of={form.field('focusLeft') as Field<number>} label="From the left" />
        <PercentField of={form.field('focusTop') as Field<number>} label="From the top" />
      </Row>
      <SelectField
        of={form.field('cropShape') as Field<string>}
        label="Shape"
        options={cropShapes.map(value => ({ value, label: shapeWords[value] }))}
      />
      <div>
        <p className={classes.label} id="crop-percent">
          How much of it: {cropPercent}%
        </p>
        <Slider
          thumbProps={{ 'aria-labelledby': 'crop-percent' }}
          min={20}
          max={100}
          step={5}
          value={cropPercent}
          label={value => `${value}%`}
          onChange={value => form.set({ cropPercent: value })}
        />
      </div>
    </Group>
  )
}

const bounded = (percent: number) => Math.round(Math.min(Math.max(percent, 0), 100))

function PercentField({ of, label }: { of: Field<number>; label: string }) {
  const { onChange, ...rest } = of
  return (
    <NumberInput
      {...rest}
      label={label}
      suffix="%"
      min={0}
      max={100}
      allowDecimal={false}
      onChange={value => onChange(typeof value === 'number' ? value : Number.NaN)}
      required
    />
  )
}
