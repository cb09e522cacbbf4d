import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whileLocked } from './file-lock.ts'
import { nodeFiles } from './node-files.ts'

test('the lock of a killed process is taken over at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-test-'))
  const path = join(folder, 'list.yml')
  const lock = await whileLocked(nodeFiles, path, async () => join(folder, readdirSync(folder)[0] ?? ''))
  const child = spawn(process.execPath, ['-e', 'process.stdout.write("up"); setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  const owner = `${child.pid} ${hostname()} 1`
  writeFileSync(lock, owner)
  let isDone = false
  const waiting = whileLocked(nodeFiles, path, async () => {
    isDone = true
  })
  await nodeFiles.list(folder)
  expect([isDone, readFileSync(lock, 'utf8')]).toEqual([false, owner])
  child.kill('SIGKILL')
  await once(child, 'close')
  await waiting
  expect([isDone, existsSync(lock)]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})
