import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FolderLock {
  release(): void
}

/**
 * Takes the folder for this process, or throws an Error that names the holder after `waitMs` (the time a
 * predecessor gets to finish shutting down).
 *
 * The lock is an operating system file lock, which Node only offers through SQLite: it ends with the process however
 * that dies, needs no clean-up, is not fooled by reused process numbers and holds between containers that share the
 * folder. Nothing is ever written to the database file. Nobody else may open and close `lock.db` in this process:
 * POSIX drops all of a process's locks on a file with the first descriptor that is closed.
 */
export async function lockFolder(folder: string, waitMs = 3000): Promise<FolderLock> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const lock = tryLock(folder)
    if (lock) return lock
    if (Date.now() >= deadline) throw new Error(refusalText(folder))
    await sleep(50)
  }
}

const SQLITE_BUSY = 5

function tryLock(folder: string): FolderLock | null {
  const file = join(folder, 'lock.db')
  try {
    // SQLite would open a file that it may not write for reading, and lock nothing.
    accessSync(existsSync(file) ? file : folder, constants.W_OK)
  } catch {
    throw new Error(`${folder} belongs to another user: start as that user, or set DATA_DIR to another folder`)
  }
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new Error(`The folder ${folder} cannot be locked: ${(error as Error).message}`, { cause: error })
  }
  const holder = holderFile(folder)
  writeFileSync(holder, JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() }))
  return {
    release() {
      if (!database.isOpen) return
      rmSync(holder, { force: true })
      database.close()
    },
  }
}

function refusalText(folder: string): string {
  let who = 'another process'
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(holderFile(folder), 'utf8'))
    who = `process ${pid} since ${startedAt}`
  } catch {
    // The holder is about to write or to remove its name: the refusal is right without it.
  }
  return `The database in ${folder} is in use by ${who}. One instance runs per data folder: stop that one first, or set DATA_DIR to another folder.`
}

const holderFile = (folder: string) => join(folder, 'lock.json')
