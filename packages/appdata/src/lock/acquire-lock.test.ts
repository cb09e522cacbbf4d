import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDataLock, acquireLock, type LockOutcome } from './acquire-lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-lock-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function acquire(isAnswering = true, waitMs = 0): Promise<LockOutcome> {
  return acquireLock(folder, { isAnswering: async () => isAnswering, waitMs })
}

function owned(outcome: LockOutcome): AppDataLock {
  if (outcome.state !== 'owned') throw new Error(`It is ${outcome.state}`)
  return outcome.lock
}

test('the lock also works within one process, and is free once released', async () => {
  const first = owned(await acquire())
  await first.publish('http://127.0.0.1:1/#token=t')
  expect((await acquire()).state).toBe('running')
  expect((await acquire()).state).toBe('running')
  await first.release()
  await owned(await acquire()).release()
})

test.each(['instance.json', 'lock.db'])('a damaged %s blocks nobody', async name => {
  writeFileSync(join(folder, name), 'no JSON and no database'.repeat(100))
  await owned(await acquire()).release()
})
