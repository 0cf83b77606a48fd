import { chmod, copyFile, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { hashFile } from './manifest.ts'

/** Paths of all files below a folder, with `/` between names; none if the folder is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * Copies what is not there yet, or was caught half written by an earlier pass. A file that is deleted meanwhile is left
 * out: nothing needs it any more.
 */
export async function copyFiles(source: string, target: string): Promise<void> {
  for (const path of await listFiles(source)) await copyPrivately(join(source, path), join(target, path))
}

/** Copies one file so that only the owner may read it and it is on the disk. False if there is none. */
export async function copyPrivately(source: string, target: string): Promise<boolean> {
  const [wanted, present] = await Promise.all([source, target].map(path => lstat(path).catch(ifMissing(null))))
  if (!wanted) return false
  if (wanted.size === present?.size) return true
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const isCopied = await copyFile(source, target).then(() => true, ifMissing(false))
  if (!isCopied) return false
  await chmod(target, 0o600)
  await sync(target)
  return true
}

/** Every file below a folder with its checksum. */
export async function describeFiles(folder: string): Promise<{ path: string; bytes: number; sha256: string }[]> {
  const found = []
  for (const path of await listFiles(folder)) found.push({ path, ...(await hashFile(join(folder, path))) })
  return found
}

/** Makes sure that the content of a file, or the names in a folder, outlive a power cut. */
export async function sync(path: string): Promise<void> {
  const isFolder = (await lstat(path)).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const handle = await open(path, isFolder ? 'r' : 'r+')
  await handle.sync().finally(() => handle.close())
}

const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
