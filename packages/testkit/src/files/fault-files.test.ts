import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type FileSystem, nodeFiles } from '@parley/files'
import { expect, test } from 'vitest'
import { FaultFiles } from './fault-files.ts'

test('a power failure waits for an operation that the system has begun', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-faults-'))
  try {
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
    const slow: FileSystem = {
      ...nodeFiles,
      makeFolder: async path => {
        await isAllowed
        await nodeFiles.makeFolder(path)
      },
    }
    const files = new FaultFiles(slow)
    await files.followPower(folder)
    const making = files.makeFolder(join(folder, 'made'))
    const cut = files.cutPower(() => 0.9)
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    allow()
    await Promise.all([making, cut])
    // Its name was not synced, so it is lost; it does not appear later.
    expect(existsSync(join(folder, 'made'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
