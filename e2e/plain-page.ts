import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { expect } from './fixtures.ts'

/** A page of a browser in which nothing watches the service workers. */
export interface PlainPage {
  goto(address: string): Promise<void>
  /** What the function gives in the page. */
  evaluate<Given, Result>(work: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>
  /** The same while the page may be on its way to another one: then nothing, and one looks again. */
  look: <Result>(work: () => Result | Promise<Result>) => Promise<Result | undefined>
}

/**
 * Opens one in a browser of its own. Playwright attaches its debugger to every service worker, and Chromium lets a
 * watched worker stay in charge as long as it likes: whether a new version takes over cannot be seen from there.
 */
export async function inPlainPage(use: (page: PlainPage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-plain-'))
  const { executablePath = chromium.executablePath(), args = [] } = config.use?.launchOptions ?? {}
  const browser = spawn(
    executablePath,
    ['--headless', ...args, `--user-data-dir=${folder}`, '--remote-debugging-port=0', 'about:blank'],
    // A group of its own: what is started may be a script that starts the browser.
    { stdio: 'ignore', detached: true },
  )
  const gone = once(browser, 'exit')
  try {
    const session = await connect(await pageOf(folder))
    await use(pageThrough(session))
    session.close()
  } finally {
    process.kill(-browser.pid!, 'SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The address at which the browser's only page is spoken to. */
async function pageOf(folder: string): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[]
    found = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
    expect(found).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return found!
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  const send = (method: string, params: object) =>
    new Promise<Answer>(resolve => {
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  return { send, close: () => socket.close() }
}

function pageThrough({ send }: Awaited<ReturnType<typeof connect>>): PlainPage {
  const evaluate: PlainPage['evaluate'] = async (work, given) => {
    const expression = `(${work})(${JSON.stringify(given)})`
    const { result, error } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    const fault = error?.message ?? result?.exceptionDetails?.exception?.description
    if (fault) throw new Error(fault)
    return result?.result?.value as Awaited<ReturnType<typeof work>>
  }
  const look: PlainPage['look'] = work => evaluate(work, undefined).catch(() => undefined)
  return {
    evaluate,
    look,
    async goto(url) {
      await send('Page.navigate', { url })
      await expect
        .poll(() => look(() => document.readyState === 'complete' && !!document.querySelector('h1')))
        .toBe(true)
    },
  }
}

interface Target {
  type: string
  webSocketDebuggerUrl: string
}
interface Answer {
  id: number
  error?: { message: string }
  result?: { result?: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } }
}
