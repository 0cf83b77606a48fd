import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messages as planMessages } from '#features/market/pitches/inputs.ts'
import { extentOf, PlanGrid } from '#features/market/pitches/parts/plan-grid.tsx'
import { formatCount, formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useDialog } from '#ui/in-address.ts'
import { Query } from '#ui/plain/query.tsx'
import { api, rpc } from '#web/client.ts'
import { messages } from '../inputs.ts'
import { leftOn } from './stall-form.tsx'
import classes from './stalls.module.css'

type Stall = Awaited<ReturnType<typeof rpc.stalls.one>>

/** Moves a stall to another pitch of its day, or to another day; the price stays. */
export function MoveStall({ stall }: { stall: Stall }) {
  const { isOpen, open, close } = useDialog('move')
  return (
    <>
      <Button variant="default" onClick={open}>
        Move
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Move your stall" size="xl">
        <Choices stall={stall} onDone={close} />
      </Dialog>
    </>
  )
}

function Choices({ stall, onDone }: { stall: Stall; onDone: () => void }) {
  const { id, marketDate, stallSize, can } = stall
  const plan = useQuery(api.stalls.plan.queryOptions({ input: { marketDate } }))
  const page = useQuery(api.stalls.page.queryOptions())
  const move = useAction(rpc.stalls.move, {
    confirm: ({ marketDate: on }) => ({
      title: `Move your stall to ${formatDate(on)}?`,
      body: `Its place on ${formatDate(marketDate)} is given up. The price stays as it was.`,
      action: 'Move it',
      keep: 'Leave it',
    }),
    done: 'Your stall is moved',
    onDone,
    failed: 'The stall was not moved',
  })
  const changePitch = useAction(rpc.stalls.changePitch, {
    atOnce: 'it can be put back in the same way',
    done: 'Your stall is moved',
    onDone,
    failed: 'The stall was not moved',
  })
  const width = stallSize === 'double' ? 2 : 1
  const days = (page.data?.days ?? []).filter(({ on }) => on !== marketDate)
  return (
    <>
      {can.movePitch ? (
        <Query of={plan} failed={planMessages.load}>
          {pitches =>
            pitches.length === 0 ? null : (
              <>
                <p>Another pitch on {formatDate(marketDate)}: choose a free one of your size.</p>
                <PlanGrid
                  label={`Plan of the market on ${formatDate(marketDate)}`}
                  pitches={pitches}
                  {...extentOf(pitches)}
                  look={pitch => {
                    const isMine = pitch.id === stall.pitchId
                    const fits = pitch.size === stallSize
                    return {
                      state: isMine ? 'own' : pitch.isTaken || !fits ? 'taken' : 'free',
                      words: isMine ? 'yours' : pitch.isTaken ? 'taken' : fits ? 'free' : 'another size',
                      isDisabled: isMine || pitch.isTaken || !fits,
                    }
                  }}
                  onPick={pitch => void changePitch.run({ id, pitchId: pitch.id })}
                />
              </>
            )
          }
        </Query>
      ) : null}
      {can.moveDay ? (
        <Query of={page} failed={messages.load}>
          {() => (
            <>
              <p>Another market day:</p>
              {days.length === 0 ? <p>No other day is planned yet.</p> : null}
              <div className={classes.deeds}>
                {days.map(day => {
                  const isFull = day.left < width || (day.places?.[stallSize] ?? 1) < 1
                  return (
                    <Button
                      key={day.on}
                      variant="default"
                      disabled={isFull}
                      loading={move.running?.marketDate === day.on}
                      onClick={() => void move.run({ id, marketDate: day.on })}
                    >
                      {formatDate(day.on)}, {isFull ? 'full' : `${formatCount(leftOn(day), 'pitch', 'pitches')} left`}
                    </Button>
                  )
                })}
              </div>
            </>
          )}
        </Query>
      ) : (
        <p>It is too close to the market for another day.</p>
      )}
    </>
  )
}
