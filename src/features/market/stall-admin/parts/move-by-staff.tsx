import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#features/market/pitches/inputs.ts'
import { formatCount, formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { api, rpc } from '#web/client.ts'
import classes from './stall-admin.module.css'

type Stall = Awaited<ReturnType<typeof rpc.stalls.list>>['rows'][number]

/** Puts somebody's stall on another free pitch of its day, or to another market day; they are told. */
export function MoveByStaff({ stall }: { stall: Stall }) {
  return (
    <Section title="Move this stall" lead={`${stall.person.name} is told by email. The price stays as it was.`}>
      <ToPitch stall={stall} />
      <ToDay stall={stall} />
    </Section>
  )
}

function ToPitch({ stall: { id, pitchId, marketDate, stallSize, businessName, person } }: { stall: Stall }) {
  const plan = useQuery(api.stalls.dayPlan.queryOptions({ input: { marketDate } }))
  const [chosen, setChosen] = useState('')
  const labelOf = (pitch: string) => plan.data?.plan.find(each => each.id === pitch)?.label ?? ''
  const move = useAction(rpc.stalls.assign, {
    confirm: ({ pitchId: to }) => ({
      title: `Move ${businessName} to pitch ${to === null ? '' : labelOf(to)}?`,
      body: `${person.name} is told by email, at once.`,
      action: 'Move it',
      keep: 'Leave it',
    }),
    done: { title: 'The stall is moved', message: `${person.name} has been told.` },
    onDone: () => setChosen(''),
    failed: 'The stall was not moved',
  })
  return (
    <Query of={plan} failed={messages.load}>
      {found => {
        const taken = new Set(found.stalls.map(each => each.pitchId))
        const free = found.plan.filter(pitch => pitch.size === stallSize && !taken.has(pitch.id))
        if (free.length === 0) return <p>No other pitch of its size is free on {formatDate(marketDate)}.</p>
        return (
          <div className={classes.deeds}>
            <NativeSelect
              label={`Pitch on ${formatDate(marketDate)}`}
              value={chosen}
              onChange={event => setChosen(event.currentTarget.value)}
              data={[
                { value: '', label: pitchId === null ? 'None yet' : `${labelOf(pitchId)}, as it is` },
                ...free.map(pitch => ({ value: pitch.id, label: `${pitch.label}, free` })),
              ]}
            />
            <Button
              variant="default"
              disabled={!free.some(pitch => pitch.id === chosen)}
              loading={move.isRunning}
              onClick={() => void move.run({ id, pitchId: chosen })}
            >
              Move to this pitch
            </Button>
          </div>
        )
      }}
    </Query>
  )
}

function ToDay({ stall: { id, marketDate, businessName, person } }: { stall: Stall }) {
  const days = useQuery(api.stalls.daysFor.queryOptions({ input: { id } }))
  const [chosen, setChosen] = useState('')
  const move = useAction(rpc.stalls.moveByStaff, {
    confirm: ({ marketDate: on }) => ({
      title: `Move ${businessName} to ${formatDate(on)}?`,
      body: `Its place on ${formatDate(marketDate)} is given up. ${person.name} is told by email, at once, and may cancel with everything given back.`,
      action: 'Move it',
      keep: 'Leave it',
    }),
    done: { title: 'The stall is moved', message: `${person.name} has been told.` },
    onDone: () => setChosen(''),
    failed: 'The stall was not moved',
  })
  return (
    <Query of={days} failed="Failed to load market days">
      {others => {
        if (others.length === 0) return <p>No other market day has a pitch for it.</p>
        return (
          <div className={classes.deeds}>
            <NativeSelect
              label="Another market day"
              value={chosen}
              onChange={event => setChosen(event.currentTarget.value)}
              data={[
                { value: '', label: 'Choose a day' },
                ...others.map(({ on, left }) => ({
                  value: on,
                  label: `${formatDate(on, { year: true })}, ${formatCount(left, 'pitch', 'pitches')} left`,
                })),
              ]}
            />
            <Button
              variant="default"
              disabled={!others.some(({ on }) => on === chosen)}
              loading={move.isRunning}
              onClick={() => void move.run({ id, marketDate: chosen })}
            >
              Move to this day
            </Button>
          </div>
        )
      }}
    </Query>
  )
}
