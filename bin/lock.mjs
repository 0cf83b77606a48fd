// One set-up at a time: two `npm start` in one clone must not install or build over each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot, say } from './run.mjs'

const folder = inRoot('.tmp')
const file = inRoot('.tmp', 'setup.lock')

/** Runs `work` while holding the set-up lock; waits for another living holder and takes over from a dead one. */
export async function withSetupLock(work) {
  mkdirSync(folder, { recursive: true })
  for (let waited = false; !take(); waited = true) {
    if (!waited) say('Another start is setting this folder up; waiting for it.')
    await pause(200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!isAlive(holder())) rmSync(file, { force: true })
  return false
}

function holder() {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

// An empty file belongs to a holder that is just writing its number: only a number that is no process is dead.
function isAlive(pid) {
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
