// Starting other programs. Plain JavaScript without dependencies: everything in bin/ also runs on Node 20 before
// anything is installed.
import { spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Absolute path inside the project. */
export const inRoot = (...parts) => join(root, ...parts)

/** True when the module with this `import.meta.url` is the program that was started. */
export const isProgram = url => process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url)

/** Says something about the set-up itself; on stderr, so that stdout stays the program's own. */
export const say = text => process.stderr.write(`${text}\n`)

/**
 * Runs a program in the project's root and resolves with its exit code (128 + signal number when it was killed, 127
 * when it could not be started). Standard input is closed unless asked for. Somebody who stops us stops the whole
 * undertaking: after a signal the program may finish, then this process ends with its exit code.
 */
export function run(command, args, { env = process.env, stdio = ['ignore', 'inherit', 'inherit'], cwd = root } = {}) {
  return new Promise(done => {
    const child = spawn(command, args, { cwd, env, stdio })
    const signals = passSignals(child)
    child.once('error', error => {
      signals.release()
      say(`${command}: ${error.message}`)
      done(127)
    })
    child.once('exit', (code, signal) => {
      signals.release()
      if (signals.wasAsked()) process.exit(exitCode(code, signal))
      done(exitCode(code, signal))
    })
  })
}

/** Starts a program and resolves with all it printed, for short questions such as a version. */
export function ask(command, args, { cwd = root, timeoutMs = 30_000 } = {}) {
  return new Promise(done => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], timeout: timeoutMs })
    let text = ''
    child.stdout.on('data', data => {
      text += data
    })
    child.once('error', () => done({ code: 127, text }))
    child.once('close', code => done({ code: code ?? 1, text }))
  })
}

/**
 * Becomes another program: the same process where Node can replace itself (24 on POSIX), so that signals and the exit
 * code are the program's own; otherwise a child that is passed every signal once and whose exit code is ours.
 */
export async function become(command, args, env) {
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.removeAllListeners('warning')
    process.on('warning', () => {})
    process.chdir(root)
    process.execve(command, [command, ...args], definedOnly(env))
  }
  process.exitCode = await run(command, args, { env, stdio: 'inherit' })
}

// A terminal gives Ctrl-C to the whole foreground group and npm hands the same signal on once more: within a second
// all of them are one request. In a terminal the child has heard SIGINT already.
function passSignals(child) {
  let lastAt = 0
  const pass = signal => {
    const now = Date.now()
    const isEcho = now - lastAt < 1000
    lastAt = now
    if (isEcho || (signal === 'SIGINT' && process.stdin.isTTY)) return
    child.kill(signal)
  }
  const names = process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const name of names) process.on(name, pass)
  const release = () => {
    for (const name of names) process.off(name, pass)
  }
  return { release, wasAsked: () => lastAt > 0 }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }
const exitCode = (code, signal) => code ?? 128 + (signalNumbers[signal] ?? 1)
const definedOnly = env => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
