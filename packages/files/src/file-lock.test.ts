import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultFiles } from '@parley/testkit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLockFileName, whileLocked } from './file-lock.ts'
import { nodeFiles } from './node-files.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-test-'))
  path = join(folder, 'list.yml')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the path of the lock while it is held. */
async function lockPath(): Promise<string> {
  return whileLocked(nodeFiles, path, async () => {
    const [name = ''] = readdirSync(folder)
    expect(isLockFileName(name)).toBe(true)
    return join(folder, name)
  })
}

test('one task runs at a time, even with different file systems, and no file remains', async () => {
  let inside = 0
  const most: number[] = []
  const tasks = Array.from({ length: 20 }, (_, index) =>
    whileLocked(index % 2 === 0 ? nodeFiles : new FaultFiles(nodeFiles), path, async () => {
      inside += 1
      most.push(inside)
      await nodeFiles.linkInfo(path)
      inside -= 1
    }),
  )
  await Promise.all(tasks)
  expect(most).toEqual(tasks.map(() => 1))
  expect(readdirSync(folder)).toEqual([])
})

test('a lock that was released after it was read is not taken over, as it is another one then', async () => {
  const steps: string[] = []
  const released = Promise.withResolvers<void>()
  const secondHolds = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const firstHolds = Promise.withResolvers<void>()
  const first = whileLocked(nodeFiles, path, async () => {
    firstHolds.resolve()
    await released.promise
  })
  await firstHolds.promise
  let reads = 0
  const late = {
    ...nodeFiles,
    async read(file: string) {
      const bytes = await nodeFiles.read(file)
      reads += 1
      if (reads > 1) return bytes
      released.resolve()
      await secondHolds.promise
      return bytes
    },
    async rename(from: string, to: string) {
      steps.push('taken over')
      await nodeFiles.rename(from, to)
    },
  }
  const third = whileLocked(late, path, async () => void steps.push('third'))
  await first
  const second = whileLocked(nodeFiles, path, async () => {
    secondHolds.resolve()
    await end.promise
    steps.push('second')
  })
  await expect.poll(() => reads).toBeGreaterThan(2)
  end.resolve()
  await Promise.all([second, third])
  expect(steps).toEqual(['second', 'third'])
})

test.each([
  ['of another machine', '1 elsewhere 1'],
  ['without an owner', ''],
])('a lock %s is taken over once it is old', async (_, owner) => {
  const lock = await lockPath()
  writeFileSync(lock, owner)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await whileLocked(nodeFiles, path, async () => 'done')).toBe('done')
  expect(readdirSync(folder)).toEqual([])
})

test('a lock from before the clock was set back is taken over once it was watched for long (ST17)', async () => {
  const lock = await lockPath()
  writeFileSync(lock, '')
  const inAYear = new Date(Date.now() + 365 * 86_400_000)
  utimesSync(lock, inAYear, inAYear)
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 1000
    return nowMs
  })
  try {
    expect(await whileLocked(nodeFiles, path, async () => 'done')).toBe('done')
  } finally {
    vi.restoreAllMocks()
  }
  expect(readdirSync(folder)).toEqual([])
})

test('a failed task releases the lock, and the task fails if the lock cannot be created', async () => {
  await expect(whileLocked(nodeFiles, path, () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  )
  expect(readdirSync(folder)).toEqual([])
  const files = new FaultFiles(nodeFiles)
  files.failNext('write', 'ENOSPC')
  await expect(whileLocked(files, path, async () => 'done')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
})
