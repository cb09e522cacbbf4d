import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode } from '@parley/files'
import { isDamageError } from '../database/damage.ts'
import { type Instance, readInstance, removeInstance, writeInstance } from './instance-file.ts'

const lockFileName = 'lock.db'
const retryMs = 100
/** SQLite's code if another connection has the lock. */
const busyCode = 5

export interface LockOptions {
  /** Returns whether a server responds at the address, because a killed program may have left its address. */
  readonly isAnswering: (instance: Instance) => Promise<boolean>
  /** How long to wait for a program that has the lock but does not respond, because it may be starting. */
  readonly waitMs: number
  readonly files?: FileSystem
}

export type LockOutcome =
  | { readonly state: 'owned'; readonly lock: AppDataLock }
  | { readonly state: 'running'; readonly instance: Instance }
  /** Another program owns the folder and does not respond; its process id, if known. */
  | { readonly state: 'unreachable'; readonly processId: number | null }

/** The ownership of a folder of app data, until it is released or the process ends in any way. */
export interface AppDataLock {
  /** Stores the address at which a second start finds this program. */
  publish(address: string): Promise<void>
  release(): Promise<void>
}

/**
 * Acquires the lock, so that two programs never own one folder of app data (behaviour, Second start).
 * It is SQLite's lock on an empty file: the system releases it with the process, so it is never stale, and a
 * process that has the number of a dead one is not mistaken for the owner.
 */
export async function acquireLock(folder: string, options: LockOptions): Promise<LockOutcome> {
  const { isAnswering, waitMs, files = nodeFiles } = options
  const deadlineMs = performance.now() + waitMs
  for (;;) {
    const held = await tryLock(join(folder, lockFileName), files)
    if (held !== null) return { state: 'owned', lock: await own(folder, held, files) }
    const instance = await readInstance(folder, files)
    if (instance !== null && (await isAnswering(instance))) return { state: 'running', instance }
    if (performance.now() >= deadlineMs) {
      return { state: 'unreachable', processId: instance?.processId ?? null }
    }
    await sleep(retryMs)
  }
}

/** A database that nothing refers to is collected, and its lock would end with it. */
const heldUntilReleased = new Set<DatabaseSync>()

async function own(folder: string, held: DatabaseSync, files: FileSystem): Promise<AppDataLock> {
  heldUntilReleased.add(held)
  await removeInstance(folder, files)
  return {
    publish: address => writeInstance(folder, { processId: process.pid, address }, files),
    async release() {
      await removeInstance(folder, files)
      held.close()
      heldUntilReleased.delete(held)
    },
  }
}

/** Returns null if another program has the lock. */
async function tryLock(path: string, files: FileSystem): Promise<DatabaseSync | null> {
  await makeFile(path, files)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busyCode) return null
    if (!isDamageError(error)) throw error
    // Nobody has the lock: SQLite cannot read a locked file.
    await files.removeFile(path)
    return tryLock(path, files)
  }
}

/**
 * Creates the file. An existing file is not opened, because closing it would release this process's lock
 * (POSIX).
 */
async function makeFile(path: string, files: FileSystem): Promise<void> {
  if ((await files.linkInfo(path)) !== null) return
  try {
    const file = await files.open(path, 'createNew', privateFileMode)
    await file.close()
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
