import { isIn, type Snapshot } from './cursor.ts'

/** One open stream. */
export interface Client {
  userId: string
  /** Id of the session or key that opened it; the stream ends with it. */
  openedBy: string | null
  /** What a browser that came back has heard on its connection before. */
  heard: Snapshot | null
  /** What it is still to be sent: equal events once, each with the id of the last. */
  waiting: Map<string, string>
  wake(): void
  isClosed: boolean
}

// A client that has more than this left of earlier batches falls behind no further: it is told to read everything again.
const maxWaiting = 200
const heartbeatMs = 20_000

export const openClient = (userId: string, openedBy: string | null): Client => ({
  userId,
  openedBy,
  heard: null,
  waiting: new Map(),
  wake: () => {},
  isClosed: false,
})

export const isBehind = ({ waiting }: Client) => waiting.size > maxWaiting

export function fallBehind(client: Client, cursor: string): void {
  client.waiting = new Map([[readAgain(), cursor]])
  client.wake()
}

export function add(
  client: Client,
  { data, cursor, transaction }: { data: string; cursor: string; transaction: number },
): void {
  if (client.heard && isIn(client.heard, transaction)) return
  client.waiting.delete(data)
  client.waiting.set(data, cursor)
  client.wake()
}

export function close(client: Client): void {
  client.isClosed = true
  client.wake()
}

/** What waits for the client, as text of the stream. */
export function takeAll({ waiting }: Client): string {
  const text = [...waiting].map(([data, cursor]) => eventText(data, cursor)).join('')
  waiting.clear()
  return text
}

/** Waits for the next event; false after a heartbeat's time without one. */
export function isWoken(client: Client): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), heartbeatMs)
    client.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}

/** Makes a browser read again what procedures under `topic` answered; without one, everything on screen. */
export const readAgain = (topic?: string) => JSON.stringify({ kind: 'refresh', topic })

export const eventText = (data: string, cursor: string) => `id: ${cursor}\ndata: ${data}\n\n`
