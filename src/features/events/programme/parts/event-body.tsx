import { Switch } from '@mantine/core'
import { formatCount, formatNumber, nameOf } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Facts } from '#ui/plain/facts.tsx'
import { Section } from '#ui/plain/section.tsx'
import { rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import type { Event } from '../screens/event.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import classes from './event.module.css'
import { Availability } from './event-card.tsx'
import { Going } from './going.tsx'

/** What an event is about, who hosts it, where and for how many; and beside it going there. */
export function EventBody({ event }: { event: Event }) {
  const me = useMe()
  const isOver = event.isPast || event.cancelledAt !== null
  const others = event.registeredCount - event.goers.length
  return (
    <Going event={event}>
      <p className={classes.about}>{event.description}</p>
      <Section title="Details">
        <Facts
          facts={[
            { label: 'Host', value: event.hostName ?? 'The house' },
            { label: 'Where', value: whereOf(event) },
            {
              label: event.isPast ? 'Registered' : 'Availability',
              value: event.isPast ? (
                formatCount(event.registeredCount, 'person', 'people')
              ) : (
                <>
                  <Availability of={event.availability} />{' '}
                  {event.availability !== null && event.left > 0
                    ? `of ${formatNumber(event.capacity)}`
                    : `${formatNumber(Math.max(0, event.left))} of ${formatCount(event.capacity, 'place')} left`}
                  {event.held > 0 ? `, ${formatNumber(event.held)} held for you` : ''}
                </>
              ),
            },
            event.pointsReward > 0
              ? { label: 'Points', value: `${formatCount(event.pointsReward, 'point')} for being there` }
              : null,
            event.plusOnesAllowed > 0
              ? {
                  label: 'Bring along',
                  value: `Up to ${formatCount(event.plusOnesAllowed, 'person', 'people')}`,
                }
              : null,
            me && event.registeredCount > 0
              ? {
                  label: event.isPast ? 'Had registered' : 'Who goes',
                  value: [
                    ...event.goers,
                    others > 0
                      ? formatCount(
                          others,
                          event.goers.length > 0 ? 'other' : 'person',
                          event.goers.length > 0 ? 'others' : 'people',
                        )
                      : '',
                  ]
                    .filter(Boolean)
                    .join(', '),
                }
              : null,
          ]}
        />
      </Section>
      {event.mine ? <ShowSwitch mine={event.mine} name={me ? nameOf(me) : ''} /> : null}
      {isOver || event.mine ? null : <AddToCalendar event={event} />}
    </Going>
  )
}

const whereOf = ({ location, roomName }: Event) =>
  [location, roomName].filter((part, index, all) => part && all.indexOf(part) === index).join(', ') || null

function ShowSwitch({ mine, name }: { mine: NonNullable<Event['mine']>; name: string }) {
  const show = useAction(rpc.events.show, { atOnce: 'the same switch takes it back', failed: 'This was not changed' })
  return (
    <Switch
      label="Let other members see that I go"
      description={
        mine.isShown
          ? `They read “${name}” among those who go.`
          : 'Other members only see that one more person goes. Your name is seen by the host and the house.'
      }
      checked={mine.isShown}
      disabled={show.isRunning}
      onChange={() => void show.run({ id: mine.id, isShown: !mine.isShown })}
    />
  )
}
