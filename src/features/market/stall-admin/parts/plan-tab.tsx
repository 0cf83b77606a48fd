import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#features/market/pitches/inputs.ts'
import { extentOf, PlanGrid } from '#features/market/pitches/parts/plan-grid.tsx'
import { roomOf } from '#features/market/pitches/rules.ts'
import { stallTypeWords } from '#features/market/stalls/inputs.ts'
import { StallLegend, StallMark } from '#features/market/stalls/parts/stall-mark.tsx'
import { formatCount, formatDate } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Query } from '#ui/plain/query.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Empty } from '#ui/plain/states.tsx'
import { api, rpc } from '#web/client.ts'
import { PlanEditor } from './plan-editor.tsx'
import classes from './stall-admin.module.css'

type DayPlan = Awaited<ReturnType<typeof rpc.stalls.dayPlan>>

/** Who stands where on a market day, with putting stalls on pitches; and the plan itself, which admins draw. */
export function PlanTab() {
  const { tab: _, edit, on: chosen } = useSearch({ from: '/admin/markets' }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const days = useQuery(api.stalls.days.queryOptions({ input: { sort: 'on', pageSize: 500 } }))
  const all = (days.data?.rows ?? []).filter(({ isCancelled }) => !isCancelled)
  const on = chosen ?? all.find(each => each.on >= (days.data?.today ?? ''))?.on ?? all.at(-1)?.on
  const plan = useQuery(api.stalls.dayPlan.queryOptions({ input: { marketDate: on ?? '' }, enabled: on !== undefined }))
  const go = (search: { on?: string; edit?: string }) =>
    void navigate({ to: '/admin/markets', search: { tab: 'plan', ...search } })
  return (
    <Query of={days} failed="Failed to load market days">
      {() =>
        on === undefined ? (
          <Empty what="No market day yet" why="Add the first one under Market Days." />
        ) : (
          <Query of={plan} failed={messages.load}>
            {found =>
              edit === 'plan' ? (
                <Section title="Draw the plan" aside={false}>
                  <PlanEditor
                    key={found.plan.map(({ id }) => id).join()}
                    pitches={found.plan}
                    onDone={() => go({ on })}
                  />
                </Section>
              ) : (
                <>
                  <div className={classes.deeds}>
                    <NativeSelect
                      label="Market day"
                      value={on}
                      onChange={event => go({ on: event.currentTarget.value })}
                      data={all.map(day => ({ value: day.on, label: formatDate(day.on, { year: true }) }))}
                    />
                    <Button variant="default" onClick={() => go({ on, edit: 'plan' })}>
                      Draw the plan
                    </Button>
                  </div>
                  <Stalls key={on} found={found} />
                </>
              )
            }
          </Query>
        )
      }
    </Query>
  )
}

function Stalls({ found: { plan, stalls, day, on } }: { found: DayPlan }) {
  const [chosen, setChosen] = useState<string>()
  const stall = stalls.find(({ id }) => id === chosen)
  const assign = useAction(rpc.stalls.assign, {
    undo: (_, { id }) => {
      const before = stalls.find(each => each.id === id)?.pitchId ?? null
      return sending => rpc.stalls.assign({ id, pitchId: before }, sending)
    },
    done: 'The stall is moved',
    failed: 'The stall was not moved',
  })
  const without = stalls.filter(({ pitchId }) => pitchId === null)
  if (plan.length === 0)
    return (
      <Empty
        what="There is no plan yet"
        why="Draw it once: it is the same for every market. Stalls then get their pitch by themselves."
      />
    )
  return (
    <>
      <p role="status">
        {day ? `${day.taken} of ${formatCount(day.pitches, 'pitch', 'pitches')} taken. ` : ''}
        The plan has room for {roomOf(plan)}.{' '}
        {day && roomOf(plan) < day.pitches
          ? `That is fewer than the ${formatCount(day.pitches, 'pitch', 'pitches')} of this day: no more are sold than the plan has. `
          : ''}
        {without.length > 0 ? `${formatCount(without.length, 'stall')} without a pitch:` : 'Every stall has its pitch.'}
      </p>
      {without.length > 0 ? (
        <ul aria-label="Stalls without a pitch">
          {without.map(({ id, businessName, stallSize }) => (
            <li key={id}>
              <Button variant="subtle" size="compact-sm" onClick={() => setChosen(id)} aria-pressed={id === chosen}>
                {businessName}, {stallSize}: choose it
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes.deeds}>
        <NativeSelect
          label="Stall"
          description="Choose one here or on the plan, then the pitch where it should stand."
          value={chosen ?? ''}
          onChange={event => setChosen(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: 'Choose a stall' },
            ...stalls.map(each => ({
              value: each.id,
              label: `${each.businessName}, ${each.stallSize}, ${plan.find(({ id }) => id === each.pitchId)?.label ?? 'no pitch'}`,
            })),
          ]}
        />
        {stall?.pitchId && stall.status === 'confirmed' ? (
          <Button
            variant="default"
            loading={assign.isRunning}
            onClick={() => void assign.run({ id: stall.id, pitchId: null })}
          >
            Take off its pitch
          </Button>
        ) : null}
      </div>
      <StallLegend />
      <PlanGrid
        isNamed
        label={`Plan of the market on ${formatDate(on)}`}
        pitches={plan}
        {...extentOf(plan)}
        look={pitch => {
          const there = stalls.find(({ pitchId }) => pitchId === pitch.id)
          const fits = stall !== undefined && stall.stallSize === pitch.size && !there
          return {
            state: there ? 'named' : stall && !fits ? 'taken' : 'free',
            words: there
              ? `${there.businessName}, ${stallTypeWords[there.stallType].toLowerCase()}`
              : fits
                ? `free: put ${stall.businessName} here`
                : stall
                  ? 'another size'
                  : 'free',
            mark: there ? <StallMark type={there.stallType} /> : null,
            below: there?.businessName,
            isChosen: there !== undefined && there.id === chosen,
            isDisabled: !there && !fits,
          }
        }}
        onPick={pitch => {
          const there = stalls.find(({ pitchId }) => pitchId === pitch.id)
          if (there) setChosen(there.id === chosen ? undefined : there.id)
          else if (stall) void assign.run({ id: stall.id, pitchId: pitch.id })
        }}
      />
    </>
  )
}
