import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodeOf, type FileSystem, nodeFiles, privateFileMode } from '@parley/files'
import { isDamageError } from '../database/damage.ts'
import { type Instance, readInstance, removeInstance, writeInstance } from './instance-file.ts'

const lockFileName = 'lock.db'
const retryMs = 100
/** SQLite's code where another connection has the lock. */
const busyCode = 5

export interface LockOptions {
  /** Whether a server answers there: what a killed one left in the folder names an address of nobody. */
  readonly isAnswering: (instance: Instance) => Promise<boolean>
  /** How long to wait for a program that has the lock and does not answer: it may be starting. */
  readonly waitMs: number
  readonly files?: FileSystem
}

export type LockOutcome =
  | { readonly state: 'owned'; readonly lock: AppDataLock }
  | { readonly state: 'running'; readonly instance: Instance }
  /** Another program has the folder and does not answer; its process where that is known. */
  | { readonly state: 'unreachable'; readonly processId: number | null }

/** The right to a folder of app data, until it is released or the process ends, in whatever way. */
export interface AppDataLock {
  /** Lets a second start find this program. */
  publish(address: string): Promise<void>
  release(): Promise<void>
}

/**
 * Two programs never own one folder of app data (product decisions, Second start). The lock is SQLite's on
 * an empty file: the system itself ends it with the process, so none is ever stale, and a process that has
 * got the number of a dead one is not taken for it.
 */
export async function acquireLock(folder: string, options: LockOptions): Promise<LockOutcome> {
  const { isAnswering, waitMs, files = nodeFiles } = options
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const held = await tryLock(join(folder, lockFileName), files)
    if (held !== null) return { state: 'owned', lock: await own(folder, held, files) }
    const instance = await readInstance(folder, files)
    if (instance !== null && (await isAnswering(instance))) return { state: 'running', instance }
    if (performance.now() >= giveUpAt) {
      return { state: 'unreachable', processId: instance?.processId ?? null }
    }
    await sleep(retryMs)
  }
}

async function own(folder: string, held: DatabaseSync, files: FileSystem): Promise<AppDataLock> {
  await removeInstance(folder, files)
  return {
    publish: address => writeInstance(folder, { processId: process.pid, address }, files),
    async release() {
      await removeInstance(folder, files)
      held.close()
    },
  }
}

/** Null where another has it. */
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
    // Nobody has it: of a file that is locked SQLite reads nothing.
    await files.removeFile(path)
    return tryLock(path, files)
  }
}

/** One that is there is not opened: to close it would end a lock that this very process holds (POSIX). */
async function makeFile(path: string, files: FileSystem): Promise<void> {
  if ((await files.linkInfo(path)) !== null) return
  try {
    const file = await files.open(path, 'createNew', privateFileMode)
    await file.close()
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  }
}
