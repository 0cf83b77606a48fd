import { Button, Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messages as registering } from '#features/events/registrations/inputs.ts'
import { EventTicket } from '#features/events/tickets/parts/event-ticket.tsx'
import { cancelBrief, cancelLine } from '#features/money/refunds/rules.ts'
import { messages as waiting } from '#features/spaces/waiting/inputs.ts'
import { calendarDate } from '#platform/time.ts'
import { formatCount, formatDate, formatDateTime, formatTime, formatTokens } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Answer } from '#ui/answer.tsx'
import { Composer } from '#ui/composer/composer.tsx'
import { Stepper } from '#ui/composer/stepper.tsx'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { PriceBreakdown } from '#ui/plain/price-breakdown.tsx'
import { toast } from '#ui/toast.ts'
import { rpc } from '#web/client.ts'
import { useMe } from '#web/session/session.tsx'
import { comingWords } from '../rules.ts'
import type { Event } from '../screens/event.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import classes from './event.module.css'

/** Registering for an event, waiting for it, and calling off, with what it costs and what comes back (EVT-13 … EVT-21). */
export function Going({ event, children }: { event: Event; children: ReactNode }) {
  const me = useMe()
  const navigate = useNavigate()
  const [people, setPeople] = useState(event.entry?.people ?? 1)
  const [isShown, setShown] = useState(false)
  const [isJust, setJust] = useState(false)
  const { id, mine, entry, can } = event
  const isOver = event.isPast || event.cancelledAt !== null
  const coming = mine ? 1 + mine.plusOnes : people
  const tokens = mine ? mine.tokensUsed : event.tokensCost * coming
  const sum = tokens > 0 ? formatTokens(tokens) : 'Free'

  const register = useAction(
    // Whether the person is a member at all comes first: what cannot be found out is not registered (EVT-17).
    async (input: Place, sending: Parameters<typeof rpc.events.register>[1]) => {
      const { whyNot } = await rpc.events.mayRegister().catch(() => {
        throw Object.assign(new Error(registering.membershipUnknown), { code: 'MEMBERSHIP_UNKNOWN' })
      })
      if (whyNot) throw Object.assign(new Error(whyNot.message), { code: whyNot.code })
      return rpc.events.register(input, sending)
    },
    {
      atOnce: 'what cancelling gives back, and until when, stands beside the button',
      done: { title: registering.registered, message: `You are registered: ${event.name}` },
      // Whoever pressed the button stands where it says that they are going, not where the button was.
      onDone: () => setJust(true),
      failed: refusalWords,
      onFailed: error => {
        if ((error as { code?: string }).code === 'MEMBERSHIP_NEEDED') void navigate({ to: '/membership' })
      },
    },
  )
  const wait = useAction(rpc.events.wait, {
    atOnce: 'a place in line holds and costs nothing',
    done: 'You are on the waiting list',
    failed: waiting.joinFailed,
  })
  const leave = useAction(rpc.events.stopWaiting, {
    confirm: () => ({
      title: 'Leave the waiting list?',
      body: 'Your place in line is lost. If you join again you come last.',
      action: 'Leave the list',
    }),
    done: 'You left the waiting list',
    failed: waiting.leaveFailed,
  })
  const cancel = useAction(rpc.events.cancelRegistration, {
    confirm: () => ({
      title: `Cancel your registration for ${event.name}?`,
      body: cancelWords(event),
      action: 'Cancel registration',
      keep: 'Keep it',
      danger: true,
    }),
    done: ({ tokensBack }) => ({
      title: 'Registration cancelled',
      message: tokensBack > 0 ? `You get ${formatTokens(tokensBack)} back.` : undefined,
    }),
    failed: registering.cancelFailed,
  })
  const onRegister = () => {
    if (me) return void register.run({ id, plusOnes: people - 1, isShown, tokens })
    toast.error(registering.signIn)
    void navigate({ to: '/auth', search: { return: `/event/${id}` } })
  }

  const way = waysToTokens(me, event.tokenBalance, tokens)
  const isOffered = entry?.status === 'offered'
  const isWaiting = entry !== null && !isOffered
  const actions = isOver ? null : mine ? (
    <>
      {event.isToday ? <EventTicket registrationId={mine.id} name={event.name} /> : null}
      <Button disabled>Already Registered</Button>
    </>
  ) : (
    <>
      {can.wait || isWaiting ? null : way && can.register ? (
        <ButtonLink to={way.to}>{way.action}</ButtonLink>
      ) : (
        <Button
          loading={register.isRunning}
          disabled={me !== null && !can.register && event.whyNotRegister?.code !== 'MEMBERSHIP_NEEDED'}
          onClick={onRegister}
        >
          Register Now{tokens > 0 ? ` for ${formatTokens(tokens)}` : null}
        </Button>
      )}
      {can.wait ? (
        <Button loading={wait.isRunning} onClick={() => void wait.run({ id, plusOnes: people - 1 })}>
          Join the waiting list
        </Button>
      ) : null}
      {entry ? (
        <Button variant="default" loading={leave.isRunning} onClick={() => void leave.run({ id: entry.id })}>
          Leave the list
        </Button>
      ) : null}
    </>
  )

  return (
    <Composer
      choices={
        <>
          {mine && !isOver ? (
            <Goes event={event} isJust={isJust}>
              {can.cancel ? (
                <Button
                  variant="subtle"
                  className={classes.cancel}
                  loading={cancel.isRunning}
                  onClick={() => void cancel.run({ id: mine.id, tokensBack: mine.tokensBack })}
                >
                  Cancel registration
                </Button>
              ) : null}
            </Goes>
          ) : null}
          {children}
        </>
      }
      price={
        <>
          <Standing event={event} />
          {isOver || mine || isWaiting || event.plusOnesAllowed === 0 ? null : (
            <div className={classes.who}>
              <Stepper
                label="Who comes"
                words={comingWords}
                steps={['Fewer', 'More']}
                value={people}
                max={Math.min(1 + event.plusOnesAllowed, can.wait ? Number.POSITIVE_INFINITY : event.mostPeople)}
                onChange={setPeople}
              />
            </div>
          )}
          {isOver || mine || isWaiting || !way ? null : (
            <p className={classes.note}>
              {way.lacks} <AnchorLink to={way.to}>{way.words}</AnchorLink>
            </p>
          )}
          {isOver || tokens === 0 ? null : (
            <PriceBreakdown
              unit="tokens"
              parts={[
                {
                  // The event is the page: its name is not said again.
                  label: `${comingWords(coming)}${coming > 1 && !mine ? `, ${formatTokens(event.tokensCost)} each` : ''}`,
                  amount: tokens,
                },
              ]}
              total={tokens}
              after={
                event.tokenBalance !== null && !mine
                  ? `You have ${formatTokens(event.tokenBalance)}${event.tokenBalance >= tokens ? `; ${formatTokens(event.tokenBalance - tokens)} would be left.` : ', too few for this.'}`
                  : null
              }
              refund={mine ? null : cancelLine({ back: formatTokens(tokens), until: event.refundableUntil })}
            />
          )}
        </>
      }
      chosen={
        // Whoever goes has paid already.
        mine ? null : way && can.register && !isOver ? way.lacks : `${formatDate(event.eventDate)}, ${event.startTime}`
      }
      // What is spent by the button is said with what comes back: on a phone the bill is far below.
      back={
        mine || isOver || isWaiting || tokens === 0 || (way && can.register)
          ? null
          : cancelBrief({ back: formatTokens(tokens), until: event.refundableUntil })
      }
      sum={isOver || mine ? '' : sum}
      isDone={isOver || (mine !== null && !event.isToday)}
      actions={actions}
      besides={
        me && !(isOver || mine || isWaiting || can.wait) ? (
          <Switch label="Let other members see that I go" checked={isShown} onChange={() => setShown(!isShown)} />
        ) : null
      }
      said={
        entry?.status === 'waiting'
          ? `You are number ${entry.position} on the waiting list`
          : isOver || mine
            ? ''
            : `${formatCount(Math.max(0, event.left), 'place')} left`
      }
    />
  )
}

/** That the person is going, first of all, what lets them in, and the quiet way out, with what it gives back. */
function Goes({ event, isJust, children }: { event: Event; isJust: boolean; children: ReactNode }) {
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isJust) answer.current?.focus()
  }, [isJust])
  return (
    <Answer to={registering.registered} ref={answer} tabIndex={-1} className={classes.going}>
      <p className={classes.strong}>
        <strong>You are going.</strong> {comingWords(1 + (event.mine?.plusOnes ?? 0))}.{' '}
        {event.isToday ? 'Show your ticket at the door.' : 'Your ticket is here on the day: show it at the door.'}
        {children && event.mine && event.mine.tokensUsed > 0 ? (
          <small>{cancelLine({ back: formatTokens(event.mine.tokensUsed), until: event.refundableUntil })}</small>
        ) : null}
      </p>
      <div className={classes.ways}>
        <AddToCalendar event={event} />
        {children}
      </div>
    </Answer>
  )
}

/** How the person stands to this event, and why they cannot register. */
function Standing({ event }: { event: Event }) {
  const me = useMe()
  const { entry, mine, whyNotRegister } = event
  if (event.cancelledAt)
    return (
      <p className={classes.strong} role="note">
        <strong>This event was cancelled.</strong> {event.cancelReason}
      </p>
    )
  if (event.isPast) return <p className={classes.strong}>This event is over.</p>
  if (mine) return event.isActive ? null : <p className={classes.note}>The house takes no more registrations for it.</p>
  if (!event.isActive)
    return (
      <p className={classes.note} role="note">
        This event is not in the programme and takes no registrations now.
        {entry ? ' Your place on the waiting list stays.' : null}
      </p>
    )
  if (entry?.heldUntil)
    return (
      <p className={classes.strong}>
        <strong>There is room for you:</strong> it is held for you until {untilWords(entry.heldUntil)}.
      </p>
    )
  if (entry)
    return (
      <p className={classes.strong}>
        You are <strong>number {entry.position}</strong> on the waiting list.
      </p>
    )
  if (event.can.wait)
    return (
      <p className={classes.note}>
        {whyNotRegister?.code === 'EVENT_FULL' ? (
          <strong>
            Full: {event.capacity} of {formatCount(event.capacity, 'place')} taken.
          </strong>
        ) : (
          whyNotRegister?.message
        )}{' '}
        On the waiting list a place that is freed is offered to one person after another, and held for each of them for
        a time. You get an email.
      </p>
    )
  return me && whyNotRegister ? <p className={classes.note}>{whyNotRegister.message}</p> : null
}

/** Where whoever has too few tokens for an event gets some: with a plan, or by buying them; null: there are enough. */
function waysToTokens(me: ReturnType<typeof useMe>, has: number | null, needs: number) {
  if (!me || has === null || has >= needs) return null
  const lacks = `You need ${formatTokens(needs)} and have ${has === 0 ? 'none' : formatTokens(has)}.`
  return me.standing.kind === 'free'
    ? { lacks, to: '/members' as const, action: 'See the plans', words: 'Tokens come with a paid plan' }
    : { lacks, to: '/token-purchase' as const, action: 'Buy tokens', words: 'Buy tokens' }
}

const untilWords = (at: string) =>
  (calendarDate(new Date(at)) === calendarDate(new Date()) ? formatTime : formatDateTime)(new Date(at))

function cancelWords({ mine }: Event): string {
  if (!mine || mine.tokensUsed === 0) return 'Your place is free for somebody else.'
  return mine.tokensBack > 0
    ? `You get ${formatTokens(mine.tokensBack)} back.`
    : 'It is too close to the start: nothing comes back.'
}

interface Place {
  id: string
  plusOnes: number
  isShown: boolean
  tokens: number
}

/** The specified words stand alone; what else goes wrong is said below those of EVT-21. */
function refusalWords(error: unknown) {
  const { code, message } = error as { code?: string; message?: string }
  const isSpecified = code === 'EVENT_FULL' || code === 'MEMBERSHIP_NEEDED' || code === 'MEMBERSHIP_UNKNOWN'
  return isSpecified && message ? { title: message, message: '' } : registering.registerFailed
}
