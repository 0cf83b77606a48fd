import { Alert, Button, Switch, TextInput } from '@mantine/core'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { routeAccess } from '#access.ts'
import { formatCount, formatMoney, formatTime } from '#platform/words.ts'
import { Page } from '#ui/plain/page.tsx'
import { Section } from '#ui/plain/section.tsx'
import { Status } from '#ui/plain/status.tsx'
import { keepForOffline } from '#web/offline/keep-offline.ts'
import type { PassRules } from '../../passes/rules.ts'
import { messages } from '../rules.ts'
import { CodeCamera, openDetector } from './code-camera.tsx'
import { RecentScans, ScanResult, signal } from './scan-words.tsx'
import classes from './scanner-page.module.css'
import { type Scanned, useScanner } from './use-scanner.ts'

interface ScannerPageProps {
  title: string
  /** The same object at each rendering. */
  pass: PassRules
  letsInGuests?: boolean
  /** Fetches and keeps what the door's other screens show; called when this one opens. */
  keepData?: () => Promise<unknown>
}

const soundKey = 'exchange.door-sound'

/**
 * A scanner for one kind of pass, with or without a connection (MKA-07…19, decision 36). With `letsInGuests` somebody
 * without a pass may pay at the door.
 */
export function ScannerPage({ title, pass, letsInGuests = false, keepData }: ScannerPageProps) {
  const scanner = useScanner(pass)
  const [last, setLast] = useState<Scanned>()
  const [hasSound, setSound] = useState(() => localStorage.getItem(soundKey) === 'on')
  const isOnline = useOnline() && scanner.isReached
  const router = useRouter()
  useEffect(() => void readyForOffline(router, keepData), [router, keepData])

  const handle = async (work: Promise<Scanned>) => {
    const scanned = await work
    setLast(scanned)
    signal(scanned.outcome, hasSound)
  }
  const taken = (code: string) => {
    if (scanner.isBusy()) return false
    void handle(scanner.scan(code))
    return true
  }
  return (
    <Page
      title={title}
      kicker="Door"
      actions={
        <Switch
          label="Sound"
          checked={hasSound}
          onChange={event => {
            setSound(event.currentTarget.checked)
            localStorage.setItem(soundKey, event.currentTarget.checked ? 'on' : 'off')
          }}
        />
      }
    >
      <div className={classes.states}>
        <Status tone={isOnline ? 'good' : 'warn'}>{isOnline ? 'Connected' : 'Without a connection'}</Status>
        {scanner.waiting > 0 ? <Status tone="warn">{`Waiting to be sent: ${scanner.waiting}`}</Status> : null}
        <ListAge scanner={scanner} />
      </div>
      <div className={classes.room}>
        <div className={classes.columns}>
          <div className={classes.result}>
            <ScanResult scan={last} />
          </div>
          <div className={classes.camera}>
            <CodeCamera failed={messages.cameraFailed} onCode={taken} />
            <TypedCode onCode={code => handle(scanner.scan(code))} />
          </div>
          <div className={classes.rest}>
            {letsInGuests ? (
              <Guest price={scanner.walkInPence} onGuest={name => handle(scanner.admitGuest(name))} />
            ) : null}
            <Section title="Recent scans">
              <RecentScans scans={scanner.recent} />
            </Section>
          </div>
        </div>
      </div>
    </Page>
  )
}

function ListAge({ scanner }: { scanner: ReturnType<typeof useScanner> }) {
  const { listMadeAt, listAgeMs, isListOld } = scanner
  if (!listMadeAt || listAgeMs === null) return <Status tone="warn">No list on this device yet</Status>
  if (!isListOld) return <Status>{`List from ${formatTime(listMadeAt)}`}</Status>
  return (
    <Alert color="yellow" variant="light" className={classes.old}>
      The list on this device is from {formatTime(listMadeAt)} ({formatCount(Math.floor(listAgeMs / 60_000), 'minute')}{' '}
      old). Entries and blocks since then are unknown here until it connects.
    </Alert>
  )
}

/** For hand-held readers, pasted codes and the characters that a member reads out; there also when the camera is not. */
function TypedCode({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  return (
    <form
      className={classes.line}
      onSubmit={event => {
        event.preventDefault()
        if (code.trim() === '') return
        void onCode(code.trim())
        setCode('')
      }}
    >
      <TextInput
        label="Ticket code, scanned, pasted or typed"
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={4_000}
      />
      <Button type="submit">Check</Button>
    </form>
  )
}

function Guest({ price, onGuest }: { price: number | null; onGuest: (name: string) => Promise<void> }) {
  const [name, setName] = useState('')
  return (
    <form
      className={classes.line}
      onSubmit={event => {
        event.preventDefault()
        void onGuest(name.trim())
        setName('')
      }}
    >
      <TextInput
        label="Guest’s name (optional)"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" variant="default">
        {price ? `Guest paid ${formatMoney(price)}` : 'Let a guest in'}
      </Button>
    </form>
  )
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
  await Promise.allSettled([
    openDetector(),
    import('@mantine/notifications'),
    keepData?.(),
    ...doorRoutes.map(route => router.loadRouteChunk(route)),
  ])
  await keepForOffline()
}
