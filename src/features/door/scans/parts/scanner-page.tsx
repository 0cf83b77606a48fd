import { Button, Switch, TextInput } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { routeAccess } from '#access.ts'
import { formatCount, formatMoney, formatTime } from '#platform/words.ts'
import { useAction } from '#ui/action.ts'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status } from '#ui/plain/status.tsx'
import { useWakeLock } from '#ui/wake-lock.ts'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import type { PassRules } from '../../passes/rules.ts'
import { HeadCount } from '../../presence/parts/head-count.tsx'
import { messages, timeAgo } from '../rules.ts'
import { CodeCamera, openDetector } from './code-camera.tsx'
import { CodeOrName } from './code-or-name.tsx'
import { OtherDevices } from './other-devices.tsx'
import { RecentScans, signal, Verdict } from './scan-words.tsx'
import classes from './scanner-page.module.css'
import { type Scanned, type Shown, useScanner } from './use-scanner.ts'

interface ScannerPageProps {
  title: string
  /** The same object at each rendering. */
  pass: PassRules
  letsInGuests?: boolean
  /** What else may be scanned here. */
  choice?: ReactNode
  /** How many are in, and how many are expected. */
  counts?: ReactNode
  /** Fetches and keeps what the door's other screens show; called when this one opens. */
  keepData?: () => Promise<unknown>
}

type Scanner = ReturnType<typeof useScanner>

/** Within so long the same again is the same hand. */
const echoMs = 1_500
const soundKey = 'exchange.door-sound'

/**
 * A scanner for one kind of pass, with or without a connection (MKA-07…19, decision 36). With `letsInGuests` somebody
 * without a pass may pay at the door.
 */
export function ScannerPage({ title, pass, letsInGuests = false, choice, counts, keepData }: ScannerPageProps) {
  const scanner = useScanner(pass)
  const [lastId, setLastId] = useState<string>()
  const [early, setEarly] = useState<Scanned>()
  const [hasSound, setSound] = useState(() => localStorage.getItem(soundKey) === 'on')
  const isOnline = useOnline() && scanner.isReached
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
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
  const check = async (code: string) => {
    // The same code once more, just after it let somebody in, is a slip of the hand and no second verdict.
    if (code === admitted.current.code && Date.now() - admitted.current.at < echoMs) return
    const scanned = await judge({ code })
    if (scanned.outcome === 'admitted') admitted.current = { code, at: Date.now() }
  }
  const back = useTakeBack(scanner, () => {
    // Whose entry was taken back is let in by the next press, however soon.
    admitted.current = { code: '', at: 0 }
  })
  const last = early ?? scanner.recent.find(({ scanId }) => scanId === lastId)
  const taken = (code: string) => {
    if (scanner.isBusy()) return false
    void check(code)
    return true
  }
  return (
    <Page title={title} chassis="desk">
      <div className={classes.states}>
        <div className={classes.choice}>{choice}</div>
        <Connection isOnline={isOnline} waiting={scanner.waiting} />
        <ListAge scanner={scanner} />
        <HeadCount isOnline={isOnline} />
        <Switch
          className={classes.sound ?? ''}
          size="lg"
          aria-label="Sound"
          onLabel={<IconVolume size={18} aria-hidden />}
          offLabel={<IconVolumeOff size={18} aria-hidden />}
          checked={hasSound}
          onChange={event => {
            setSound(event.currentTarget.checked)
            localStorage.setItem(soundKey, event.currentTarget.checked ? 'on' : 'off')
          }}
        />
      </div>
      <div className={classes.room}>
        <div className={classes.columns}>
          <div ref={stage} className={classes.stage}>
            <CodeCamera failed={messages.cameraFailed} onCode={taken} />
            <Verdict
              scan={last}
              pass={pass}
              closed={scanner.closed}
              actions={
                last?.outcome === 'admitted' && !last.isTakenBack && !last.isEarly ? (
                  <div className={classes.after}>
                    {letsInGuests && last.ticketType === 'member' ? (
                      <PlusOne key={last.scanId} scanner={scanner} of={last} onGuest={tell} />
                    ) : null}
                    <Button className={classes.press} variant="white" onClick={() => void back.run(last.scanId)}>
                      Undo
                    </Button>
                  </div>
                ) : null
              }
            />
          </div>
          <div>
            <CodeOrName
              field={field}
              onCode={check}
              onPicked={picked => judge({ picked })}
              scanner={scanner}
              pass={pass}
            />
            {letsInGuests ? <Guest scanner={scanner} onGuest={tell} /> : null}
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

/** Whether the server is reached, and what has not arrived there yet; without it scanning goes on. */
function Connection({ isOnline, waiting }: { isOnline: boolean; waiting: number }) {
  const scans = formatCount(waiting, 'scan')
  if (!isOnline) {
    const sent = waiting === 0 ? 'what you scan is' : `${scans} ${waiting === 1 ? 'is' : 'are'}`
    return (
      <p role="status" className={classes.alone}>
        No network. Scanning goes on; {sent} sent when it is back.
      </p>
    )
  }
  if (waiting > 0) return <Status tone="warn">{`Sending ${scans}`}</Status>
  return <Status tone="good">Connected</Status>
}

/** Whether this device can go on by itself, and what it would not know then. */
function ListAge({ scanner }: { scanner: Scanner }) {
  const { listMadeAt, listAgeMs, isListOld, notKnown } = scanner
  if (!listMadeAt || listAgeMs === null) return <Status tone="warn">Not ready without a network</Status>
  if (isListOld)
    return (
      <p className={classes.old}>
        This device’s list is of {formatTime(listMadeAt)}, {timeAgo(listAgeMs)}. It does not know of later entries and
        blocks.
      </p>
    )
  if (notKnown.length > 0)
    return <Status tone="warn">{`Ready without a network, but not for: ${notKnown.join(', ')}`}</Status>
  return (
    <span className={classes.fresh}>
      <Status tone="good">Ready without a network</Status>
    </span>
  )
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

/** Somebody whom the member brought, who pays as any guest. */
function PlusOne({ scanner, of, onGuest }: { scanner: Scanner; of: Scanned; onGuest: (scanned: Scanned) => void }) {
  const plus = useAction(() => scanner.admitGuest(of.name ? `Guest of ${of.name}`.slice(0, 100) : ''), {
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: onGuest,
    undo: () => null,
  })
  const price = scanner.walkInPence
  return (
    <Button className={classes.press} variant="white" loading={plus.isRunning} onClick={() => void plus.run(undefined)}>
      {price ? `Plus one, ${formatMoney(price)}` : 'Plus one'}
    </Button>
  )
}

/** A guest who pays: counted once however often the button is pressed in a moment, and taken back with Undo. */
function Guest({ scanner, onGuest }: { scanner: Scanner; onGuest: (scanned: Scanned) => void }) {
  const [name, setName] = useState('')
  const readyAt = useRef(0)
  const price = scanner.walkInPence
  const admission = useAction((guest: string) => scanner.admitGuest(guest), {
    done: ({ outcome, name: called }) => (outcome === 'admitted' ? `${called ?? 'Guest'} let in` : ''),
    failed: 'The guest was not counted',
    worksOffline: true,
    onDone: scanned => {
      readyAt.current = Date.now() + echoMs
      if (scanned.outcome === 'admitted') setName('')
      onGuest(scanned)
    },
    undo: ({ outcome, scanId }) => (outcome === 'admitted' ? () => scanner.takeBack(scanId) : null),
  })
  return (
    <form
      className={classes.line}
      onSubmit={event => {
        event.preventDefault()
        // Nothing was typed since: the same hand pressed twice.
        if (name.trim() === '' && Date.now() < readyAt.current) return
        void admission.run(name.trim())
      }}
    >
      <TextInput
        label="Guest’s name (optional)"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" variant="default" loading={admission.isRunning}>
        {price ? `Guest paid ${formatMoney(price)}` : 'Let a guest in'}
      </Button>
    </form>
  )
}

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
