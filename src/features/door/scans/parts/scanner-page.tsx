import { Button, Switch } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { routeAccess } from '#access.ts'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import type { PassRules } from '../../passes/rules.ts'
import { HeadCount } from '../../presence/parts/head-count.tsx'
import { echoMs, messages } from '../rules.ts'
import { CodeCamera, openDetector } from './code-camera.tsx'
import { CodeOrName } from './code-or-name.tsx'
import { Connection, ListAge } from './connection.tsx'
import { OtherDevices } from './other-devices.tsx'
import { RecentScans, signal, Verdict } from './scan-words.tsx'
import classes from './scanner-page.module.css'
import { useQuiet } from './use-quiet.ts'
import { type Scanned, type Scanner, type Shown, useScanner } from './use-scanner.ts'
import { Guest, PlusOne } from './walk-in.tsx'

interface ScannerPageProps {
  title: string
  /** The same object at each rendering. */
  pass: PassRules
  letsInGuests?: boolean
  /** What is said beside that nobody is let in today: when they are. */
  whenClosed?: string | undefined
  /** What else may be scanned here. */
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
export function ScannerPage({
  title,
  pass,
  letsInGuests = false,
  whenClosed,
  choice,
  counts,
  keepData,
}: ScannerPageProps) {
  const scanner = useScanner(pass)
  const [lastId, setLastId] = useState<string>()
  const [early, setEarly] = useState<Scanned>()
  const [hasSound, setSound] = useState(() => localStorage.getItem(soundKey) === 'on')
  const isOnline = useOnline() && scanner.isReached
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const verdict = useRef<HTMLDivElement>(null)
  const [hasCamera, setCamera] = useState(true)
  const admitted = useRef({ code: '', at: 0 })
  useEffect(() => void readyForOffline(router, keepData), [router, keepData])
  const stage = useRef<HTMLDivElement>(null)
  useWhereItBegins(stage)
  useWakeLock()
  // For hand-held readers, which type; on a phone the keyboard would come up over the camera.
  const readyToType = () => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }
  useEffect(readyToType, [])

  const tell = (scanned: Scanned) => {
    setLastId(scanned.scanId)
    signal(scanned.outcome, hasSound)
    readyToType()
  }
  const judge = async (what: Shown) => {
    let said: Scanned | null = null
    const scanned = await scanner.scan(what, early => {
      said = early
      setEarly(early)
      signal(early.outcome, hasSound)
    })
    setEarly(undefined)
    // What the hand and the ear know already is not told twice.
    if ((said as Scanned | null)?.outcome === scanned.outcome) setLastId(scanned.scanId)
    else tell(scanned)
    return scanned
  }
  const check = async (code: string, isByHand: boolean) => {
    // The same code once more, just after it let somebody in, is a slip of the hand and no second verdict.
    if (code === admitted.current.code && Date.now() - admitted.current.at < echoMs) return
    const scanned = await judge({ code, isByHand })
    if (scanned.outcome === 'admitted') admitted.current = { code, at: Date.now() }
  }
  const back = useTakeBack(scanner, () => {
    // Whose entry was taken back is let in by the next press, however soon.
    admitted.current = { code: '', at: 0 }
  })
  const last = early ?? scanner.recent.find(({ scanId }) => scanId === lastId)
  const quiet = useQuiet(last, verdict)
  useInSight(verdict, last && `${last.scanId} ${last.outcome} ${last.isTakenBack ?? false}`)
  const closed = scanner.closed && [scanner.closed, whenClosed].filter(Boolean).join('. ')
  const camera = hasCamera ? 'there' : 'none'
  const taken = (code: string) => {
    if (scanner.isBusy()) return false
    void check(code, false)
    return true
  }
  return (
    <Page title={title} chassis="desk">
      <div className={classes.states} data-camera={camera}>
        <div className={classes.choice}>{choice}</div>
        <Connection isOnline={isOnline} hasCamera={hasCamera} waiting={scanner.waiting} sent={scanner.sent} />
        <ListAge scanner={scanner} />
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
      </div>
      <div className={classes.room} data-camera={camera}>
        <div className={classes.columns}>
          <div ref={stage} className={classes.stage}>
            <CodeCamera failed={messages.cameraFailed} onCode={taken} onState={setCamera} />
            <Verdict
              place={verdict}
              scan={last}
              pass={pass}
              closed={closed}
              isQuiet={quiet.isQuiet}
              waiting={waitsFor(hasCamera, isOnline)}
              onNext={() => {
                quiet.hush()
                readyToType()
              }}
              actions={
                last?.outcome === 'admitted' && !last.isTakenBack && !last.isEarly ? (
                  <div className={classes.after}>
                    {letsInGuests && last.ticketType === 'member' && !quiet.isQuiet ? (
                      <PlusOne key={last.scanId} scanner={scanner} of={last} onGuest={tell} />
                    ) : null}
                    <Button className={classes.press} variant="white" onClick={() => void back.run(last.scanId)}>
                      {quiet.isQuiet ? 'Undo the last entry' : 'Undo'}
                    </Button>
                  </div>
                ) : null
              }
            />
          </div>
          <div className={classes.entry}>
            <CodeOrName
              field={field}
              onCode={code => check(code, true)}
              onPicked={picked => judge({ picked })}
              onNothing={quiet.hush}
              onType={quiet.hush}
              scanner={scanner}
              isClosed={closed !== null}
              pass={pass}
            />
          </div>
          <div className={classes.rest}>
            {letsInGuests && scanner.closed === null ? (
              <Guest scanner={scanner} onGuest={tell} onType={quiet.hush} />
            ) : null}
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

function waitsFor(hasCamera: boolean, isOnline: boolean): string {
  if (hasCamera) return 'Hold a code in front of the camera.'
  return isOnline ? 'Type a code or a name.' : 'Type a name: typed codes wait for the network.'
}

const useTakeBack = (scanner: Scanner, onDone: () => void) =>
  useAction((scanId: string) => scanner.takeBack(scanId), {
    done: 'Entry taken back',
    onDone,
    failed: 'The entry was not taken back',
    worksOffline: true,
    confirm: scanId => {
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

/** Brings a new decision into sight, wherever the page was scrolled to. */
function useInSight(of: RefObject<HTMLElement | null>, said: string | undefined) {
  useEffect(() => {
    if (said !== undefined) of.current?.scrollIntoView({ block: 'nearest' })
  }, [of, said])
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  return isOnline
}

/** Everything that this and the door's other screens may need later is fetched now, while it can be. */
async function readyForOffline(router: AnyRouter, keepData: (() => Promise<unknown>) | undefined) {
  const doorRoutes = routeAccess.flatMap(({ audience, path }) =>
    audience === 'door' && router.routesByPath[path] ? [router.routesByPath[path]] : [],
  )
  await Promise.allSettled([openDetector(), keepData?.(), ...doorRoutes.map(route => router.loadRouteChunk(route))])
  await keepForOffline()
}
