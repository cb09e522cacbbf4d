import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf, type FileSystem } from './file-system.ts'
import { isProcessRunning } from './is-process-running.ts'
import { temporaryFileName } from './temporary-file-name.ts'

/** A lock is held for a few milliseconds; an older one was left by a machine that crashed. */
const staleAfterMs = 10_000

const retryMs = 5

const timeoutMs = 15_000

/**
 * The locks that this process holds: a lock with its number that is not in this set belongs to an earlier
 * process.
 */
const held = new Set<string>()

/**
 * Runs a task while no other program has the same lock, for example to check a file and then change it. The
 * lock is a file next to it that names its process, so that the lock of a killed process can be taken over.
 * Rejects with `EBUSY` if another program holds it for many seconds.
 */
export async function whileLocked<Value>(
  files: FileSystem,
  path: string,
  task: () => Promise<Value>,
): Promise<Value> {
  const lock = join(dirname(path), lockFileName(basename(path)))
  const owner = `${process.pid} ${hostname()} ${randomUUID()}`
  held.add(owner)
  try {
    await acquire(files, lock, owner)
    try {
      return await task()
    } finally {
      // A lock that another program took over must not be removed; a lock that remains is taken over later.
      if ((await ownerOf(files, lock).catch(() => null)) === owner)
        await files.removeFile(lock).catch(() => {})
    }
  } finally {
    held.delete(owner)
  }
}

/** Returns whether a name is that of a lock. */
export function isLockFileName(name: string): boolean {
  return /^\.parley-[0-9a-f]{16}\.lock$/.test(name)
}

function lockFileName(name: string): string {
  return `.parley-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`
}

async function acquire(files: FileSystem, lock: string, owner: string): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  let watched = { owner: '', sinceMs: 0 }
  for (;;) {
    if (await tryToCreate(files, lock, owner)) return
    const found = await ownerOf(files, lock)
    if (found === null) continue
    if (found !== watched.owner || watched.sinceMs === 0)
      watched = { owner: found, sinceMs: performance.now() }
    // The age of a file says nothing if the clock was set back since.
    const isOld = performance.now() - watched.sinceMs > staleAfterMs
    if (isOld || (await isStale(files, lock, found))) await remove(files, lock, found)
    else if (performance.now() > deadlineMs)
      throw Object.assign(new Error(`EBUSY: locked by another program, ${lock}`), { code: 'EBUSY' })
    else await wait(retryMs)
  }
}

/** Creates the lock; returns false if it is taken. */
async function tryToCreate(files: FileSystem, lock: string, owner: string): Promise<boolean> {
  try {
    const file = await files.open(lock, 'createNew')
    try {
      await file.write(new TextEncoder().encode(owner))
    } catch (error) {
      await files.removeFile(lock).catch(() => {})
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Returns the owner that a lock names; null if there is no lock. */
async function ownerOf(files: FileSystem, lock: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await files.read(lock))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Removes a lock that a process of this machine left when it ended. */
export async function removeLeftLock(files: FileSystem, lock: string): Promise<void> {
  const owner = await ownerOf(files, lock)
  if (owner !== null && hasEnded(owner)) await remove(files, lock, owner)
}

/** Returns whether the owner of a lock has ended; of one without an owner yet, or of another machine, nobody knows. */
function hasEnded(owner: string): boolean {
  const [processId = '', host] = owner.split(' ')
  if (host !== hostname()) return false
  return processId === String(process.pid) ? !held.has(owner) : !isProcessRunning(Number(processId))
}

async function isStale(files: FileSystem, lock: string, owner: string): Promise<boolean> {
  if (hasEnded(owner)) return true
  const info = await files.linkInfo(lock)
  return info !== null && Date.now() - info.modifiedMs > staleAfterMs
}

/** Removes a stale lock, but not a lock that another program has created in its place. */
async function remove(files: FileSystem, lock: string, staleOwner: string): Promise<void> {
  // Its owner may have released it while its age was looked up, and others have created theirs since.
  if ((await ownerOf(files, lock)) !== staleOwner) return
  const aside = join(dirname(lock), temporaryFileName())
  try {
    await files.rename(lock, aside)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return
    throw error
  }
  if ((await ownerOf(files, aside)) !== staleOwner) await files.link(aside, lock).catch(() => {})
  await files.removeFile(aside)
}
