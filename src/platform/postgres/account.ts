import { chownSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** User and group that the database runs under; null: those of this process. */
export type Account = { uid: number; gid: number } | null

/**
 * PostgreSQL refuses to run as root. Root therefore hands the database to an existing unprivileged account, usually
 * `nobody`; no account is created. `folder` is given to the first account that this system can give it to: inside a
 * container with mapped users the usual ones may not exist.
 */
export function giveToAccount(folder: string): Account {
  if (process.getuid?.() !== 0) return null
  let failure: unknown
  for (const account of unprivilegedAccounts()) {
    try {
      chownTo(folder, account)
      return account
    } catch (error) {
      failure = error
    }
  }
  throw new Error(`Root may not run the database, and ${folder} cannot be given to another account`, {
    cause: failure,
  })
}

/** The account that already owns an existing cluster. Throws if this process may not act for it. */
export function ownerOf(cluster: string): Account {
  const own = process.getuid?.()
  if (own === undefined) return null
  const { uid, gid } = statSync(cluster)
  if (uid === own && own !== 0) return null
  if (own === 0 && uid !== 0) return { uid, gid }
  throw new Error(
    own === 0
      ? `The database in ${cluster} belongs to root, which may not run it: give the folder to another account`
      : `The database in ${cluster} belongs to user ${uid}: start as root or as that user`,
  )
}

export function chownTo(path: string, account: Account): void {
  // macOS numbers `nobody` -2; file calls take that unsigned, process calls signed.
  if (account) chownSync(path, account.uid >>> 0, account.gid >>> 0)
}

/** The account as options of child_process.spawn. */
export const asAccount = (account: Account) => (account ? { uid: account.uid | 0, gid: account.gid | 0 } : {})

/** Whether the account may pass every folder from the root down to and including `folder`. */
export function canEnter(folder: string, account: Account): boolean {
  if (!account) return true
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, gid, mode } = lstatSync(at)
    const bit = uid === account.uid >>> 0 ? 0o100 : gid === account.gid >>> 0 ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === dirname(at)) return true
  }
}

function unprivilegedAccounts(): { uid: number; gid: number }[] {
  const listed = readAccounts().filter(({ uid }) => uid !== 0)
  // Only accounts with a name: initdb refuses others.
  return ['nobody', 'postgres', 'daemon'].flatMap(name => listed.filter(entry => entry.name === name))
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  } catch {
    return []
  }
}
