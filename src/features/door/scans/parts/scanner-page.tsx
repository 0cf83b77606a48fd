import { Button, Switch } from '@mantine/core'
import { IconArrowRight, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { routeAccess } from '#access.ts'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import { useOnline } from '#web/offline/use-online.ts'
import type { PassRules } from '../../passes/rules.ts'
import { HeadCount } from '../../presence/parts/head-count.tsx'
import { messages } from '../rules.ts'
import { CodeCamera, openDetector } from './code-camera.tsx'
import { CodeOrName } from './code-or-name.tsx'
import { Connection } from './connection.tsx'
import { handOver } from './hand-over.ts'
import { OtherDevices } from './other-devices.tsx'
import { RecentScans, Verdict } from './scan-words.tsx'
import classes from './scanner-page.module.css'
import { useShowsKind } from './shown-kind.ts'
import { useQuiet } from './use-quiet.ts'
import { type Scanned, type Scanner, useScanner } from './use-scanner.ts'
import { useVerdict } from './use-verdict.ts'
import { Guest, PlusOne } from './walk-in.tsx'

interface ScannerPageProps {
  title: string
  /** The same object at each rendering. */
  pass: PassRules
  letsInGuests?: boolean
  /** What is said beside that nobody is let in today: when they are. */
  whenClosed?: string | undefined
  /** That there is nothing to check here today, and what is next. */
  notice?: ReactNode
  /** What else may be scanned here, where the frame does not offer it. */
  choice?: ReactNode
  /** How many are in, and how many are expected. */
  counts?: ReactNode
  /** Fetches and keeps what the door's other screens show; called when this one opens. */
  keepData?: () => Promise<unknown>
}

const soundKey = 'exchange.door-sound'

/**
 * A scanner for one kind of pass, with or without a connection (MKA-07…19, decision 36). With `letsInGuests` somebody
 * without a pass may pay at the door.
 */
export function ScannerPage({ title, pass, letsInGuests = false, ...more }: ScannerPageProps) {
  const { whenClosed, notice, choice, counts, keepData } = more
  const scanner = useScanner(pass)
  const [hasSound, setSound] = useState(() => localStorage.getItem(soundKey) === 'on')
  const isOnline = useOnline() && scanner.isReached
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [hasCamera, setCamera] = useState(true)
  useEffect(() => void readyForOffline(router, keepData), [router, keepData])
  const stage = useRef<HTMLDivElement>(null)
  useWhereItBegins(stage)
  useWakeLock()
  useShowsKind(pass.name)
  // For hand-held readers, which type; on a phone the keyboard would come up over the camera, or over what was decided.
  const readyToType = () => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }
  useEffect(readyToType, [])
  // Where nothing can be scanned typing is all there is, on a phone as well; never out of another field or a dialog.
  useEffect(() => {
    const isElsewhere = document.querySelector('[aria-modal="true"]') || document.activeElement?.matches('input')
    if (!hasCamera && !isElsewhere) field.current?.focus({ preventScroll: true })
  }, [hasCamera])

  const verdict = useVerdict(pass.name, scanner, hasSound, readyToType)
  const { last, check, judge, tell } = verdict
  const quiet = useQuiet(last, `${verdict.echoes} ${verdict.guests.length}`, place)
  const back = useTakeBack(scanner, { last, isInSight: !quiet.isQuiet, onDone: verdict.forget })
  useInSight(place, last && `${last.scanId} ${last.outcome} ${last.isTakenBack ?? false} ${verdict.echoes}`)
  const closed = scanner.closed && [scanner.closed, whenClosed].filter(Boolean).join('. ')
  const guestsPay = letsInGuests && scanner.closed === null
  const camera = hasCamera ? 'there' : 'none'
  const wasTyped = useRef(false)
  const taken = (code: string) => {
    if (scanner.isBusy()) return false
    wasTyped.current = false
    void check(code, false)
    return true
  }
  const next = () => {
    quiet.hush()
    // Whoever typed goes on typing, and so does whoever has nothing else left.
    if (hasCamera && !wasTyped.current) readyToType()
    else field.current?.focus({ preventScroll: !wasTyped.current })
  }
  const isRead = !last || quiet.isQuiet
  useEscape(isRead ? null : next)
  return (
    <Page title={title} chassis="desk">
      <div className={classes.states} data-camera={camera}>
        <div className={classes.choice}>{choice}</div>
        <Connection isOnline={isOnline} hasCamera={hasCamera} scanner={scanner} />
        <HeadCount isOnline={isOnline} />
        <Switch
          className={classes.sound ?? ''}
          classNames={{ body: classes.word ?? '', label: classes.word ?? '' }}
          size="md"
          label="Sound"
          labelPosition="left"
          onLabel={<IconVolume size={14} aria-hidden />}
          offLabel={<IconVolumeOff size={14} aria-hidden />}
          checked={hasSound}
          onChange={event => {
            setSound(event.currentTarget.checked)
            localStorage.setItem(soundKey, event.currentTarget.checked ? 'on' : 'off')
          }}
        />
        {notice ? <div className={classes.notice}>{notice}</div> : null}
      </div>
      <div className={classes.room} data-camera={camera} data-guests={guestsPay || undefined}>
        <div className={classes.columns}>
          <div ref={stage} className={classes.stage}>
            <CodeCamera failed={messages.cameraFailed} onCode={taken} onState={setCamera} />
            <Verdict
              place={place}
              scan={last}
              pass={pass}
              waitMinutes={scanner.waitMinutes}
              closed={closed}
              whenClosed={whenClosed}
              isQuiet={quiet.isQuiet}
              waiting={waitsFor(hasCamera, isOnline)}
              onNext={next}
              actions={
                <Deeds
                  last={last}
                  isQuiet={quiet.isQuiet}
                  onUndo={scanId => void back.run(scanId)}
                  onElsewhere={({ scanId, elsewhere }) => {
                    const code = verdict.foreignCode(scanId)
                    if (elsewhere && code) handOver(elsewhere.name, code)
                    void router.navigate({ href: elsewhere?.scanner ?? pass.scanner })
                  }}
                >
                  {letsInGuests && last?.ticketType === 'member' ? (
                    <PlusOne
                      key={last.scanId}
                      scanner={scanner}
                      of={last}
                      guests={verdict.guests}
                      onGuest={guest => verdict.addGuest(last.scanId, guest)}
                      onTakenBack={verdict.dropGuest}
                      onRefused={tell}
                    />
                  ) : null}
                </Deeds>
              }
            />
          </div>
          <div className={classes.entry}>
            <CodeOrName
              field={field}
              onCode={code => check(code, true)}
              onPicked={picked => judge({ picked })}
              onNothing={() => {
                if (isRead) return false
                next()
                return true
              }}
              onType={() => {
                wasTyped.current = true
                quiet.hush()
              }}
              scanner={scanner}
              isClosed={closed !== null}
              pass={pass}
            />
          </div>
          <div className={classes.rest}>
            {guestsPay ? <Guest scanner={scanner} onGuest={tell} onType={quiet.hush} /> : null}
            <Section title="Recent scans" lead={counts}>
              <RecentScans scans={scanner.recent} label="Recent scans" onUndo={({ scanId }) => void back.run(scanId)} />
            </Section>
            <OtherDevices pass={pass} />
          </div>
        </div>
      </div>
    </Page>
  )
}

/** What can be done about the last decision. `children`: whom else they bring, while it is in sight. */
function Deeds(props: {
  last: Scanned | undefined
  isQuiet: boolean
  onUndo: (scanId: string) => void
  onElsewhere: (scan: Scanned) => void
  children: ReactNode
}) {
  const { last, isQuiet, onUndo, onElsewhere, children } = props
  if (!last || last.isTakenBack || last.isEarly) return null
  if (last.elsewhere && !isQuiet)
    return (
      <div className={classes.after}>
        <Button
          className={classes.press}
          size="lg"
          variant="white"
          rightSection={<IconArrowRight size={20} aria-hidden />}
          onClick={() => onElsewhere(last)}
        >
          Check this {last.elsewhere.called}
        </Button>
      </div>
    )
  if (last.outcome !== 'admitted') return null
  return (
    <div className={classes.after}>
      {isQuiet ? null : children}
      <Button className={classes.press} variant="white" onClick={() => onUndo(last.scanId)}>
        {isQuiet ? 'Undo the last entry' : 'Undo'}
      </Button>
    </div>
  )
}

function waitsFor(hasCamera: boolean, isOnline: boolean): string {
  if (hasCamera) return 'Hold a code in front of the camera.'
  return isOnline ? 'Type a code or a name.' : 'Type a name. Codes are checked later.'
}

/**
 * From the verdict in sight at once: whoever was let in still stands there, and the same code, name or payment lets them in again.
 * Later they have gone on, so that it is asked. What became of the last entry is said by its verdict, which is in sight anew.
 */
const useTakeBack = (
  scanner: Scanner,
  { last, isInSight, onDone }: { last: Scanned | undefined; isInSight: boolean; onDone: () => void },
) =>
  useAction((scanId: string) => scanner.takeBack(scanId), {
    done: (_, scanId) => (scanId === last?.scanId ? '' : 'Entry taken back'),
    onDone,
    failed: 'The entry was not taken back',
    worksOffline: true,
    confirm: scanId => {
      if (isInSight && scanId === last?.scanId) return null
      const of = scanner.recent.find(each => each.scanId === scanId)
      return {
        title: `Take back the entry of ${of?.name ?? 'this person'}?`,
        body: 'It counts no more, and they are not inside.',
        action: 'Take back',
        keep: 'Keep the entry',
      }
    },
  })

/**
 * Tells the styles how far down the page an element begins, in pixels (`--begins`): what stands above it differs from venue to
 * venue and from one moment to the next.
 */
function useWhereItBegins(of: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const look = () => {
      const top = of.current?.getBoundingClientRect().top ?? 0
      of.current?.style.setProperty('--begins', `${Math.round(top + scrollY)}px`)
    }
    const watch = new ResizeObserver(look)
    for (const each of [document.body, document.getElementById('content')]) if (each) watch.observe(each)
    return () => watch.disconnect()
  }, [of])
}

/** Escape means the same as a press on Next; a dialog, a menu or whatever else is open over the page has it first. */
function useEscape(onEscape: (() => void) | null) {
  const escaped = useEffectEvent(onEscape ?? (() => undefined))
  const isOn = onEscape !== null
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const isOver = document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !isOver) escaped()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}

/** Brings a new decision into sight, wherever the page was scrolled to. */
function useInSight(of: RefObject<HTMLElement | null>, said: string | undefined) {
  useEffect(() => {
    if (said !== undefined) of.current?.scrollIntoView({ block: 'nearest' })
  }, [of, said])
}

/** Everything that this and the door's other screens may need later is fetched now, while it can be. */
async function readyForOffline(router: AnyRouter, keepData: (() => Promise<unknown>) | undefined) {
  const doorRoutes = routeAccess.flatMap(({ audience, path }) =>
    audience === 'door' && router.routesByPath[path] ? [router.routesByPath[path]] : [],
  )
  await Promise.allSettled([openDetector(), keepData?.(), ...doorRoutes.map(route => router.loadRouteChunk(route))])
  await keepForOffline()
}
