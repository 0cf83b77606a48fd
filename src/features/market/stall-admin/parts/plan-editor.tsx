import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messages, type Pitch, planColumns, planInput, planRows, widthOf } from '#features/market/pitches/inputs.ts'
import { PlanGrid } from '#features/market/pitches/parts/plan-grid.tsx'
import { nextLabel, roomOf, rowsOf } from '#features/market/pitches/rules.ts'
import { useAction } from '#ui/action.ts'
import { rpc } from '#web/client.ts'
import classes from './stall-admin.module.css'

const keyOf = ({ row, column }: Pick<Pitch, 'row' | 'column'>) => `${row}:${column}`

/** The plan of the hall: an empty cell becomes a pitch, and a pitch that is chosen gets another name or size, or goes. */
export function PlanEditor({ pitches, onDone }: { pitches: readonly Pitch[]; onDone: () => void }) {
  const [drawn, setDrawn] = useState<Pitch[]>(() =>
    pitches.map(({ id, label, row, column, size }) => ({ id, label, row, column, size })),
  )
  const [chosen, setChosen] = useState<string>()
  const pitch = drawn.find(each => keyOf(each) === chosen)
  const save = useAction(rpc.stalls.savePlan, {
    atOnce: 'stalls to come keep their pitches, or it is refused; whose pitch has another name is told',
    done: { title: 'The plan is saved', message: 'Whose pitch has another name is told by email.' },
    onDone,
    failed: messages.saveFailed,
  })
  const change = (to: Partial<Pitch>) =>
    setDrawn(all => all.map(each => (keyOf(each) === chosen ? { ...each, ...to } : each)))
  const parsed = planInput.safeParse({ pitches: drawn })
  const problem = parsed.error?.issues[0]?.message
  const isRoomBeside =
    pitch !== undefined &&
    pitch.column + widthOf('double') <= planColumns &&
    !drawn.some(({ row, column }) => row === pitch.row && column === pitch.column + 1)
  return (
    <>
      <p>
        Room for {roomOf(drawn)}. Press an empty cell to add a pitch, and a pitch to change it; the arrow keys move on
        the plan.
      </p>
      {drawn.length === 0 ? (
        <div className={classes.deeds}>
          <Button variant="default" onClick={() => setDrawn(rowsOf(6, 10))}>
            Begin with six rows of ten
          </Button>
        </div>
      ) : null}
      {pitch ? (
        <div className={classes.deeds}>
          <TextInput
            label="Name"
            maxLength={6}
            value={pitch.label}
            onChange={event => change({ label: event.currentTarget.value })}
          />
          <NativeSelect
            label="Size"
            value={pitch.size}
            onChange={event => change({ size: event.currentTarget.value as Pitch['size'] })}
            data={[
              { value: 'single', label: 'Single' },
              { value: 'double', label: 'Double', disabled: pitch.size === 'single' && !isRoomBeside },
            ]}
          />
          <Button
            variant="default"
            onClick={() => {
              setDrawn(all => all.filter(each => each !== pitch))
              setChosen(undefined)
            }}
          >
            Take it away
          </Button>
        </div>
      ) : null}
      <PlanGrid
        label="Plan of the hall"
        pitches={drawn}
        rows={planRows}
        columns={planColumns}
        look={each => ({ state: 'free', words: 'change it', isChosen: keyOf(each) === chosen })}
        onPick={each => setChosen(keyOf(each) === chosen ? undefined : keyOf(each))}
        onEmpty={(row, column) => {
          const label = nextLabel(
            row,
            drawn.map(each => each.label),
          )
          setDrawn(all => [...all, { label, row, column, size: 'single' }])
          setChosen(keyOf({ row, column }))
        }}
      />
      <p role="alert">{problem ?? ''}</p>
      <div className={classes.deeds}>
        <Button loading={save.isRunning} disabled={!parsed.success} onClick={() => void save.run({ pitches: drawn })}>
          Save the plan
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Leave it as it was
        </Button>
      </div>
    </>
  )
}
