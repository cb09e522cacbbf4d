import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitFor } from '@parley/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppDataLock, acquireLock, type LockOutcome } from './acquire-lock.ts'

const program = fileURLToPath(new URL('./hold-lock.testkit.ts', import.meta.url))

let folder: string
let children: ChildProcess[]
let umask: number
const instancePath = () => join(folder, 'instance.json')

beforeEach(() => {
  umask = process.umask(0)
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

async function holdElsewhere(address: string): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, [program, folder, address], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  await waitFor(() => output.endsWith('\n'), 'the other process', { timeoutMs: 30_000 })
  return { child, output: output.trimEnd() }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
}

function acquire(isAnswering = true, waitMs = 0): Promise<LockOutcome> {
  return acquireLock(folder, { isAnswering: async () => isAnswering, waitMs })
}

function owned(outcome: LockOutcome): AppDataLock {
  if (outcome.state !== 'owned') throw new Error(`It is ${outcome.state}`)
  return outcome.lock
}

test('a second process finds the first, whose address only the owner may read', async () => {
  const { child } = await holdElsewhere('http://127.0.0.1:1/#token=t')
  expect(await acquire()).toEqual({
    state: 'running',
    instance: { processId: child.pid, address: 'http://127.0.0.1:1/#token=t' },
  })
  for (const name of ['instance.json', 'lock.db'])
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('the files of a killed process block nobody', async () => {
  const { child } = await holdElsewhere('http://127.0.0.1:1/#token=t')
  await kill(child)
  expect(existsSync(instancePath())).toBe(true)
  const lock = owned(await acquire())
  expect(existsSync(instancePath())).toBe(false)
  await lock.release()
})

test('a running process that has the number of a dead one is not mistaken for it', async () => {
  const { child } = await holdElsewhere('http://127.0.0.1:1/#token=t')
  await kill(child)
  writeFileSync(
    instancePath(),
    JSON.stringify({ processId: process.pid, address: 'http://127.0.0.1:1/#token=t' }),
  )
  await owned(await acquire()).release()
})

test('of many that start at the same time one owns the folder, and the others find it', async () => {
  const starts = Array.from({ length: 5 }, (_, at) => holdElsewhere(`address ${at}`))
  const outputs = (await Promise.all(starts)).map(({ output }) => output)
  expect(outputs.filter(output => output === 'owned')).toHaveLength(1)
  const { address } = JSON.parse(readFileSync(instancePath(), 'utf8'))
  expect(outputs.filter(output => output === `running ${address}`)).toHaveLength(4)
})

test('a process that owns the folder and does not respond is named after a while', async () => {
  const { child } = await holdElsewhere('http://127.0.0.1:1/#token=t')
  expect(await acquire(false, 300)).toEqual({ state: 'unreachable', processId: child.pid })
  rmSync(instancePath())
  expect(await acquire(true, 300)).toEqual({ state: 'unreachable', processId: null })
})

test('a waiting process gets the folder when the owner ends', async () => {
  const { child } = await holdElsewhere('http://127.0.0.1:1/#token=t')
  const waiting = acquire(false, 20_000)
  await kill(child)
  await owned(await waiting).release()
})

test('another process finds a folder that is locked here', async () => {
  const lock = owned(await acquire())
  await lock.publish('http://127.0.0.1:1/#token=t')
  const { output } = await holdElsewhere('other')
  expect(output).toBe('running http://127.0.0.1:1/#token=t')
  await lock.release()
})
