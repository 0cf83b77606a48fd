import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** A program of its own that answers HTTP. */
export interface Served {
  url: string
  /** From its start until it answered. */
  readyMs: number
  /** Holds the program still, so that it takes nothing from another one, until `resume`. */
  pause(): void
  resume(): void
  /** Memory that it occupies now, in MB (resident set, as the system counts it). */
  residentMb(): number
  stop(): Promise<void>
}

/** Starts a Node program and waits until `path` answers 200. Throws with what it printed when it ends instead. */
export async function serve(
  args: string[],
  options: { port: number; path: string; env: Record<string, string> },
): Promise<Served> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: resolve('.'),
    env: { ...process.env, ...options.env, PORT: String(options.port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let output = ''
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-5_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${options.port}`
  while (!(await answers(url + options.path))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${args.join(' ')}\n${output}`)
    await new Promise(done => setTimeout(done, 20))
  }
  return {
    url,
    readyMs: performance.now() - startedAt,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => stop(child),
  }
}

const answers = (url: string) =>
  fetch(url).then(
    answer => answer.ok,
    () => false,
  )

/** Runs a Node program to its end and returns what it printed as JSON. */
export async function ask<T>(args: string[], input: object): Promise<T> {
  const child = spawn(process.execPath, args, { cwd: resolve('.'), stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(input))
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  return JSON.parse(text) as T
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  // A program that is held still hears of it only now.
  child.kill('SIGCONT')
  await new Promise(done => child.once('exit', done))
}
